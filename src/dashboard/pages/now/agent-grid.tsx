/** All agents at a glance: who is ready, rings, talks, wraps up or pauses, and since when. */
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { AgentActivityText } from '../../components/resources/agent-activity.tsx';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { TileGrid } from '../../components/lists/tile-grid.tsx';
import { Section } from '../../components/page.tsx';
import { Relative } from '../../components/time.tsx';
import { byName, isolated } from '../../format/names.ts';
import { activityCounts } from '../../format/agent-counts.ts';
import { AGENT_ACTIVITIES, wordOf } from '../../format/words.ts';

type Agent = Schemas['Agent'];

export function AgentGrid() {
  const agents = useQuery('/v1/agents', {}, { on: ['agent.*', 'call.*'] });
  return (
    <Section title="Agents" aside={<a href="/agents">All agents</a>}>
      <Loaded query={agents} what="the agents">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are no agents.">
              <a href="/agents">Add agents</a>: each call rings an agent’s phone first.
            </Empty>
          ) : (
            <>
              <p class="quiet">{activityCounts(data)}</p>
              <TileGrid
                items={byName(data)}
                renderTile={(agent) => <AgentTile key={agent.id} agent={agent} />}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const Pause = ({ agent: { paused_reason: reason, paused_until: until } }: { agent: Agent }) => (
  <span>
    {reason !== null && isolated(reason)} {until && <Relative at={until} />}
  </span>
);

/** Drawn again only if the agent has changed: of a thousand agents few change between two readings. */
function AgentTile({ agent }: { agent: Agent }) {
  return useMemo(
    () => (
      <div class={`agent ${wordOf(AGENT_ACTIVITIES, agent.activity.state).tone}`}>
        <a href={`/agents/${encodeURIComponent(agent.id)}`}>{agent.name}</a>
        <span class="agent-state">
          <span>
            <AgentActivityText agent={agent} />
          </span>
          {agent.activity.state === 'paused' && <Pause agent={agent} />}
        </span>
      </div>
    ),
    [agent],
  );
}
