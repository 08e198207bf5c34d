/** The form of an agent, for a new one and for an edit. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { poolNames } from './agent-list.ts';
import type { Done } from './pause.tsx';
import { isolated } from '../../format/names.ts';

type Agent = Schemas['Agent'];

interface Settings {
  name: string;
  address: string;
  pools: string[];
  capacity: number;
}
type Kind = Agent['kind'];

const KINDS: readonly { value: Kind; text: string }[] = [
  { value: 'sip', text: 'A person with a SIP account' },
  { value: 'stream', text: 'A stream endpoint' },
];

export const AddAgent = ({ done }: { done: Done }) => (
  <DialogButton label="Add an agent">
    {(close) => (
      <AgentForm
        close={close}
        save={async (settings, { id, kind }) => {
          const given = id === '' ? {} : { id };
          await api.post('/v1/agents', { body: { ...given, kind, ...settings } });
          await done();
          return `${isolated(settings.name)} is added and ready to take calls.`;
        }}
      />
    )}
  </DialogButton>
);

export const EditAgent = ({ agent, done }: { agent: Agent; done: Done }) => (
  <DialogButton label="Edit" title={`Edit ${agent.name}`} quiet>
    {(close) => (
      <AgentForm
        known={agent}
        close={close}
        save={async (settings) => {
          const path = { agentId: agent.id };
          await api.edit('/v1/agents/{agentId}', { path }, () => settings);
          await done();
          return `${isolated(settings.name)} is changed. Calls that are under way go on.`;
        }}
      />
    )}
  </DialogButton>
);

function AgentForm({
  known,
  save,
  close,
}: {
  known?: Agent;
  save: (settings: Settings, created: { id: string; kind: Kind }) => Promise<string>;
  close: () => void;
}) {
  const [id, setId] = useState('');
  const [kind, setKind] = useState<Kind>(known?.kind ?? 'sip');
  const [name, setName] = useState(known?.name ?? '');
  const [address, setAddress] = useState(known?.address ?? '');
  const [pools, setPools] = useState((known?.pools ?? ['default']).join(', '));
  const [capacity, setCapacity] = useState(String(known?.capacity ?? 1));
  const isSip = kind === 'sip';
  const run = () => {
    const settings = { name, address, pools: poolNames(pools) };
    return save({ ...settings, capacity: isSip ? 1 : Number(capacity) }, { id: id.trim(), kind });
  };
  return (
    <Form send={known ? 'Save' : 'Add'} run={run} done={close} cancel={close}>
      {(problem) => (
        <>
          <TextField
            label="Name"
            required
            value={name}
            onValue={setName}
            pointer="/name"
            problem={problem}
          />
          {!known && (
            <>
              <TextField
                label="Id"
                value={id}
                onValue={setId}
                pointer="/id"
                problem={problem}
                hint="Letters, digits, - and _. It is not changed later. Empty: one is made."
              />
              <SelectField
                label="Kind"
                value={kind}
                onValue={(value) => setKind(value as Kind)}
                choices={KINDS}
                pointer="/kind"
                problem={problem}
              />
            </>
          )}
          <TextField
            label="Address"
            required
            value={address}
            onValue={setAddress}
            pointer="/address"
            problem={problem}
            hint={
              isSip
                ? 'The name or id of the SIP account.'
                : 'A URL that begins with wss:// or ws://.'
            }
          />
          <TextField
            label="Pools"
            required
            value={pools}
            onValue={setPools}
            pointer="/pools"
            problem={problem}
            hint="Separated by commas. Campaigns of each of these pools may use the agent."
          />
          {!isSip && (
            <TextField
              label="Most calls at once"
              type="number"
              min="1"
              required
              value={capacity}
              onValue={setCapacity}
              pointer="/capacity"
              problem={problem}
            />
          )}
        </>
      )}
    </Form>
  );
}
