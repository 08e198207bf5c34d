import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { EditAgent } from './agent-form.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { PauseAgent } from './pause.tsx';
import { isolated } from '../../format/names.ts';

type Agent = Schemas['Agent'];

/** What can be done with one agent. @param left after it was deleted */
export const AgentActions = ({ agent, left }: { agent: Agent; left?: () => void }) => (
  <div class="actions">
    <AgentMove agent={agent} />
    <EditAgent agent={agent} />
    <DeleteAgent agent={agent} left={left} />
  </div>
);

/** What is done with an agent during the day. */
export function AgentMove({ agent: { id, name, state, activity } }: { agent: Agent }) {
  return (
    <>
      {state === 'ready' && <PauseAgent id={id} name={name} />}
      {(state === 'paused' || activity.state === 'wrap_up') && (
        <Action
          label="Set ready"
          quiet
          run={() => api.post('/v1/agents/{agentId}/ready', { path: { agentId: id } })}
          happened={`${isolated(name)} is ready to take calls.`}
        />
      )}
    </>
  );
}
