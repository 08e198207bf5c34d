import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';

export function CreateCallback({ number }: { number: string }) {
  return (
    <DialogButton label="Create a callback" title={`Call ${number} back`}>
      {(close) => <CallbackForm number={number} close={close} />}
    </DialogButton>
  );
}

/** One that is dialled once. The page of callbacks has those that recur. */
function CallbackForm({ number, close }: { number: string; close: () => void }) {
  const [draft, setDraft] = useState({ at: '', zone: '', name: '', agent: '' });
  const agents = useQuery('/v1/agents', {}, { pollMs: null });
  const typed = (name: keyof typeof draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  const create = async () => {
    const { at, zone, name, agent } = draft;
    await api.post('/v1/callbacks', {
      body: {
        number,
        at,
        ...(zone && { zone }),
        ...(name && { name }),
        ...(agent && { agent_id: agent }),
      },
    });
    return `${number} is called back.`;
  };
  return (
    <Form send="Create" run={create} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>
            The number is dialled once at this time, within the rules that hold for every call. If
            nobody is reached until the end of the day, the callback is missed.
          </p>
          <TextField
            label="When, in the person’s time"
            type="datetime-local"
            required
            pointer="/at"
            problem={problem}
            {...typed('at')}
          />
          <TextField
            label="Time zone"
            placeholder="Europe/London"
            pointer="/zone"
            problem={problem}
            hint="Empty: that of the number’s country, if it has only one."
            {...typed('zone')}
          />
          <TextField label="Name" pointer="/name" problem={problem} {...typed('name')} />
          <SelectField
            label="Agent"
            hint="The agent is asked first; after 15 minutes any other."
            choices={[
              { value: '', text: 'Any' },
              ...(agents.data?.data ?? []).map(({ id, name }) => ({ value: id, text: name })),
            ]}
            {...typed('agent')}
          />
        </>
      )}
    </Form>
  );
}
