/** Pauses one agent, or all agents of a pool, with a reason and until a time. */
import { api } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { counted } from '../../format/numbers.ts';
import { PAUSE_ENDS, pauseUntil } from './pause-until.ts';
import { isolated } from '../../format/names.ts';

interface PauseProps {
  label: string;
  title?: string;
  /** What will happen. */
  before: string;
  quiet?: boolean;
  /** @returns what happened */
  pause: (body: { reason?: string; until?: string }) => Promise<string>;
}

const Pause = ({ label, title = label, quiet = false, ...form }: PauseProps) => (
  <DialogButton label={label} title={title} quiet={quiet}>
    <PauseForm {...form} />
  </DialogButton>
);

function PauseForm({ before, pause }: Pick<PauseProps, 'before' | 'pause'>) {
  const { draft, field } = useDraft({ reason: '', end: '', at: '' });
  const { reason, end, at } = draft;
  const run = async () => {
    const until = pauseUntil(end, at, Date.now());
    return pause({ ...(reason.trim() && { reason }), ...(until && { until }) });
  };
  return (
    <Form send="Pause" run={run}>
      <p>{before}</p>
      <TextField
        {...field('reason')}
        label="Reason"
        hint="Shown with the agent and in its history, for example: lunch."
      />
      <SelectField
        {...field('end')}
        label="The pause ends"
        choices={PAUSE_ENDS}
        pointer={end === 'at' ? undefined : '/until'}
      />
      {end === 'at' && (
        <TextField {...field('at', '/until')} label="Time" type="datetime-local" required />
      )}
    </Form>
  );
}

const CALLS_GO_ON = 'No new calls until the pause ends. A call that is under way goes on.';

export function PauseAgent({ id, name }: { id: string; name: string }) {
  const pause = async (body: { reason?: string; until?: string }) => {
    await api.post('/v1/agents/{agentId}/pause', { path: { agentId: id }, body });
    return `${isolated(name)} is paused.`;
  };
  return <Pause label="Pause" title={`Pause ${name}`} before={CALLS_GO_ON} quiet pause={pause} />;
}

export function PausePool({ pool }: { pool: string }) {
  const pause = async (body: { reason?: string; until?: string }) => {
    const { data } = await api.post('/v1/agents/pause', { body: { pool, ...body } });
    return `Paused: ${counted(data.length, 'agent')} of ${isolated(pool)}.`;
  };
  return (
    <Pause
      label={`Pause the pool ${pool}`}
      before={`All agents of the pool get no new calls until the pause ends. Campaigns that use only this pool wait. Calls that are under way go on.`}
      pause={pause}
    />
  );
}
