/** All agents at a glance: who is ready, rings, talks, wraps up or pauses. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { Relative } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import type { Tone } from '../../format/words.ts';

type Agent = Schemas['Agent'];
interface Activity {
  text: string;
  tone: Tone;
}

export function AgentGrid() {
  const agents = useQuery('/v1/agents', {}, { on: ['agent.*', 'call.*'] });
  return (
    <Section title="Agents" aside={<a href="/agents">All agents</a>}>
      <Loaded query={agents} what="the agents">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are no agents.">
              <p>
                <a href="/agents">Add agents</a>: each call rings an agent’s phone first.
              </p>
            </Empty>
          ) : (
            <>
              <p class="quiet">{summary(data)}</p>
              <div class="agents">
                {data.map((agent) => (
                  <AgentTile key={agent.id} agent={agent} />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function AgentTile({ agent }: { agent: Agent }) {
  const { text, tone } = activityOf(agent);
  return (
    <div class={`agent ${tone}`}>
      <a href={`/agents/${encodeURIComponent(agent.id)}`}>{agent.name}</a>
      <span class="agent-state">
        {agent.on_call ? <a href={`/calls/${agent.on_call}`}>{text}</a> : <span>{text}</span>}
        {agent.paused_until && agent.state === 'paused' && <Relative at={agent.paused_until} />}
      </span>
    </div>
  );
}

function activityOf({ state, on_call: call, wrap_up_until: wrapUp }: Agent): Activity {
  if (call) return { text: 'On a call', tone: 'busy' };
  if (wrapUp && Date.parse(wrapUp) > nowMs.value) return { text: 'Wrap-up', tone: 'busy' };
  return state === 'paused' ? { text: 'Paused', tone: 'warn' } : { text: 'Ready', tone: 'good' };
}

function summary(agents: readonly Agent[]): string {
  const counts = Map.groupBy(agents, (agent) => activityOf(agent).text);
  return [...counts].map(([text, { length }]) => `${text} ${count(length)}`).join(' · ');
}
