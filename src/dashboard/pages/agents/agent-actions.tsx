import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { EditAgent } from './agent-form.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { PauseAgent, type Done } from './pause.tsx';
import { isolated } from '../../format/names.ts';

/** What can be done with one agent. @param done reads again what is shown */
export function AgentActions({
  agent,
  done,
  left = done,
}: {
  agent: Schemas['Agent'];
  done: Done;
  /** After the agent was deleted. */
  left?: Done;
}) {
  const { id, name, state, activity } = agent;
  const ready = async () => {
    await api.post('/v1/agents/{agentId}/ready', { path: { agentId: id } });
    await done();
    return `${isolated(name)} is ready to take calls.`;
  };
  return (
    <div class="actions">
      {state === 'ready' && <PauseAgent id={id} name={name} done={done} />}
      {(state === 'paused' || activity.state === 'wrap_up') && (
        <Action label="Set ready" quiet run={ready} />
      )}
      <EditAgent agent={agent} done={done} />
      <DeleteAgent agent={agent} done={left} />
    </div>
  );
}
