/** The form of an agent, for a new one and for an edit. */
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { poolNames } from './agent-list.ts';
import { isolated } from '../../format/names.ts';

type Agent = Schemas['Agent'];

type Settings = Pick<Agent, 'name' | 'address' | 'pools' | 'capacity'>;
type Kind = Agent['kind'];

const KINDS: readonly { value: Kind; text: string }[] = [
  { value: 'sip', text: 'A person with a SIP account' },
  { value: 'stream', text: 'A stream endpoint' },
];

export const AddAgent = () => (
  <DialogButton label="Add an agent">
    <AgentForm
      save={async (settings, { id, kind }) => {
        const given = id === '' ? {} : { id };
        await api.post('/v1/agents', { body: { ...given, kind, ...settings } });
        return `${isolated(settings.name)} is added and ready to take calls.`;
      }}
    />
  </DialogButton>
);

export const EditAgent = ({ agent }: { agent: Agent }) => (
  <DialogButton label="Edit" title={`Edit ${agent.name}`} quiet>
    <AgentForm
      known={agent}
      save={async (settings) => {
        const path = { agentId: agent.id };
        await api.edit('/v1/agents/{agentId}', { path }, () => settings);
        return `${isolated(settings.name)} is changed. Calls that are under way go on.`;
      }}
    />
  </DialogButton>
);

interface AgentFormProps {
  known?: Agent;
  save: (settings: Settings, created: { id: string; kind: Kind }) => Promise<string>;
}

function AgentForm({ known, save }: AgentFormProps) {
  const { draft, field } = useDraft(() => ({
    id: '',
    kind: known?.kind ?? 'sip',
    name: known?.name ?? '',
    address: known?.address ?? '',
    pools: (known?.pools ?? ['default']).join(', '),
    capacity: String(known?.capacity ?? 1),
  }));
  const isSip = draft.kind === 'sip';
  const run = async () => {
    const { id, kind, capacity, ...texts } = draft;
    const settings = { ...texts, pools: poolNames(draft.pools) };
    return save({ ...settings, capacity: isSip ? 1 : Number(capacity) }, { id: id.trim(), kind });
  };
  return (
    <Form send={known ? 'Save' : 'Add'} run={run}>
      <TextField {...field('name')} label="Name" required />
      {!known && (
        <>
          <TextField
            {...field('id')}
            label="Id"
            hint="Letters, digits, - and _. It is not changed later. Empty: one is made."
          />
          <SelectField {...field('kind')} label="Kind" choices={KINDS} />
        </>
      )}
      <TextField
        {...field('address')}
        label="Address"
        required
        hint={
          isSip ? 'The name or id of the SIP account.' : 'A URL that begins with wss:// or ws://.'
        }
      />
      <TextField
        {...field('pools')}
        label="Pools"
        required
        hint="Separated by commas. Campaigns of each of these pools may use the agent."
      />
      {!isSip && (
        <TextField
          {...field('capacity')}
          label="Most calls at once"
          type="number"
          min="1"
          required
        />
      )}
    </Form>
  );
}
