/** All agents with what they do now, and everything that can be done with them. */
import { useState } from 'preact/hooks';
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
import { AgentActions } from './agent-actions.tsx';
import { AddAgent } from './agent-form.tsx';
import { fittingAgents, poolsOfAll } from './agent-list.ts';
import { ImportAgents } from './import-agents.tsx';
import { PausePool } from './pause.tsx';
import { AgentLink } from '../../components/resources/links.tsx';

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
        columns={may('operate') ? WITH_ACTIONS : COLUMNS}
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

const COLUMNS: readonly Column<Agent>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <>
        <AgentLink id={id} name={name} />
        <span class="under">{id}</span>
      </>
    ),
  },
  { name: 'Now', cell: (agent) => <AgentActivityBadge agent={agent} /> },
  { name: 'Pools', cell: ({ pools }) => pools.join(', ') },
  {
    name: 'Misses (RONA)',
    numeric: true,
    cell: ({ misses }) => <span class={misses > 0 ? 'warn' : ''}>{count(misses)}</span>,
  },
  {
    name: 'Calls',
    numeric: true,
    cell: ({ live_calls: live, capacity }) => `${count(live)} of ${count(capacity)}`,
  },
  { name: 'Address', cell: ({ address }) => address },
];
const WITH_ACTIONS: readonly Column<Agent>[] = [
  ...COLUMNS,
  { name: 'Actions', cell: (agent) => <AgentActions agent={agent} /> },
];
