import { api, type Schemas } from '../../api/api.ts';
import { dateAndTime } from '../../format/time/times.ts';
import { Action } from '../forms/action.tsx';

/** Nothing for a recording that is stored, being fetched or in the queue. */
export function RequestRecording({ call }: { call: Pick<Schemas['Call'], 'ref' | 'recording'> }) {
  const { ref, recording } = call;
  if (recording !== 'missing' && recording !== 'expected') return null;
  return (
    <Action
      label={recording === 'missing' ? 'Request again' : 'Request now'}
      before={`The recording of call ${ref} goes into the queue of the recording desk, which asks the carrier within its daily quota. It spends one lookup.`}
      run={async () => {
        const path = { ref };
        const call = await api.post('/v1/calls/{ref}/recording/look-up', { path });
        const due = call.recording_due_at;
        return due
          ? `The recording is in the queue; it is due at ${dateAndTime(due, Date.now())}.`
          : 'The recording is requested.';
      }}
    />
  );
}
