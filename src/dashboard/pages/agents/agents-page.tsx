/** All agents with what they do now, and everything that can be done with them. */
import { useMemo, useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';
import { AgentActivityBadge } from '../../components/resources/agent-activity.tsx';
import { Empty, Loaded, ProblemNote } from '../../components/feedback.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Page } from '../../components/page.tsx';
import { More, Table, type Column } from '../../components/lists/table.tsx';
import { choicesOf } from '../../format/choices.ts';
import { activityCounts } from '../../format/agent-counts.ts';
import { byName, isolated } from '../../format/names.ts';
import { count, counted } from '../../format/numbers.ts';
import { AGENT_ACTIVITIES } from '../../format/words.ts';
import { address, inAddress } from '../../router.ts';
import { AgentMove } from './agent-actions.tsx';
import { AddAgent } from './agent-form.tsx';
import { fittingAgents, poolsOfAll } from './agent-list.ts';
import { ImportAgents } from './import-agents.tsx';
import { PausePool } from './pause.tsx';
import { NamedAgentLink } from '../../components/resources/links.tsx';

type Agent = Schemas['Agent'];

/** A table of a thousand rows with actions is slow to draw and is not read to its end. */
const ROWS_AT_ONCE = 100;

export function AgentsPage() {
  const agents = useQuery('/v1/agents', {}, { on: ['agent.*', 'call.*'] });
  return (
    <Page
      title="Agents"
      reread={agents.reload}
      actions={
        may('operate') && (
          <>
            <AddAgent />
            <ImportAgents />
          </>
        )
      }
    >
      {agents.data && agents.problem && (
        <ProblemNote problem={agents.problem} what="The agents cannot be read:" />
      )}
      <Loaded query={agents} what="the agents">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are no agents.">
              Add one, or import a CSV file: each call rings an agent’s phone first. A campaign
              without agents waits.
            </Empty>
          ) : (
            <AgentList agents={data} />
          )
        }
      </Loaded>
    </Page>
  );
}

function AgentList({ agents }: { agents: readonly Agent[] }) {
  const { query } = address.value;
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const pool = query.get('pool') ?? '';
  const state = query.get('state') ?? '';
  const text = query.get('q') ?? '';
  const wanted = columnsOf(agents);
  // Rows are drawn again only for other columns.
  const columns = useMemo(() => wanted, [wanted.map(({ name }) => name).join()]);
  const found = byName(fittingAgents(agents, { pool, state, text }));
  return (
    <>
      <div class="filters">
        <SelectField
          label="Pool"
          {...inAddress('pool')}
          choices={[
            { value: '', text: 'All' },
            ...poolsOfAll(agents).map((value) => ({ value, text: value })),
          ]}
        />
        <SelectField label="State" {...inAddress('state')} choices={choicesOf(AGENT_ACTIVITIES)} />
        <TextField label="Name or id" type="search" {...inAddress('q')} />
        {pool && may('operate') && <PoolActions pool={pool} />}
      </div>
      <p class="quiet">
        {count(found.length)} of {counted(agents.length, 'agent')}
        {found.length > 0 && `: ${activityCounts(found)}`}
      </p>
      <Table
        caption="Agents"
        oneLine
        columns={columns}
        rows={found.slice(0, rows)}
        keyOf={({ id }) => id}
        empty="No agent fits the filter."
        next={<a href="/agents">Show all agents</a>}
      />
      <More more={found.length > rows ? async () => setRows(rows + ROWS_AT_ONCE) : undefined} />
    </>
  );
}

function PoolActions({ pool }: { pool: string }) {
  const ready = async () => {
    const { data } = await api.post('/v1/agents/ready', { body: { pool } });
    return `Ready: ${counted(data.length, 'agent')} of ${isolated(pool)}.`;
  };
  return (
    <div class="actions">
      <PausePool pool={pool} />
      <Action
        label={`Set the pool ${pool} ready`}
        before="All agents of the pool take calls, also those who were paused by themselves or by somebody else. Wrap-up ends, and misses count from 0 again."
        run={ready}
      />
    </div>
  );
}

const NAME_AND_STATE: readonly Column<Agent>[] = [
  { name: 'Name', cell: ({ id, name }) => <NamedAgentLink id={id} name={name} /> },
  { name: 'Now', cell: (agent) => <AgentActivityBadge agent={agent} /> },
];
const POOLS: Column<Agent> = { name: 'Pools', cell: ({ pools }) => pools.join(', ') };
const MISSES: Column<Agent> = {
  name: 'Misses (RONA)',
  numeric: true,
  cell: ({ misses }) => (misses === 0 ? '–' : <span class="warn">{count(misses)} missed</span>),
};
const CALLS: Column<Agent> = {
  name: 'Calls',
  numeric: true,
  cell: ({ live_calls: live, capacity }) => `${count(live)} of ${count(capacity)}`,
};
const ACTION: Column<Agent> = { name: 'Action', cell: (agent) => <AgentMove agent={agent} /> };

/** A column that would say the same of every agent is left out. */
const columnsOf = (agents: readonly Agent[]): readonly Column<Agent>[] => [
  ...NAME_AND_STATE,
  ...(poolsOfAll(agents).join() === 'default' ? [] : [POOLS]),
  ...(agents.some(({ misses }) => misses > 0) ? [MISSES] : []),
  ...(agents.some(({ capacity }) => capacity > 1) ? [CALLS] : []),
  ...(may('operate') ? [ACTION] : []),
];
