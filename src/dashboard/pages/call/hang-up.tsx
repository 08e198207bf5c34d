import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';

const NOT_DIALLED: readonly Schemas['Call']['state'][] = ['queued', 'claimed', 'waiting'];

export function HangUp({ call: { ref, state } }: { call: Pick<Schemas['Call'], 'ref' | 'state'> }) {
  const notDialled = NOT_DIALLED.includes(state);
  return (
    <Action
      label={notDialled ? 'Withdraw the call' : 'Hang up'}
      danger
      before={
        <p>
          {notDialled
            ? 'The call is not dialled. What becomes of the contact then is decided by the campaign’s rules.'
            : 'The carrier is asked to end the call at once, also if agent and customer talk. What becomes of the contact then is decided by the campaign’s rules.'}
        </p>
      }
      run={async () => {
        const { detail } = await api.post('/v1/calls/{ref}/hangup', { path: { ref } });
        return detail;
      }}
    />
  );
}
