/** Agents side by side: their talks, how long they talked, how busy they were and how long they waited. */
import { useList, useQuery } from '../../api/query.ts';
import type { Schemas } from '../../api/api.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Bar } from '../../components/figures.tsx';
import type { FigureName } from '../../../domain/figures/figures.ts';
import { figureColumn, More, Table, type Column } from '../../components/lists/table.tsx';
import { Section } from '../../components/page.tsx';
import { NamedAgentLink } from '../../components/resources/links.tsx';
import { count, percent, shareOf } from '../../format/numbers.ts';
import { roughDuration } from '../../format/time/times.ts';
import type { StatisticsSpan } from './statistics-query.ts';

type Cost = Schemas['Costs']['data'][number];
type Time = Schemas['AgentOccupancy'];
interface Compared {
  time: Time;
  /** Undefined: no call rang its phone. */
  calls: Cost | undefined;
}

export function AgentsCompared({ span: { from, to, zone, campaign } }: { span: StatisticsSpan }) {
  const once = { pollMs: null };
  const times = useList('/v1/agents/occupancy', { query: { from, to, limit: 50 } }, once);
  const query = { from, to, zone, by: 'agent', ...(campaign && { campaign }) } as const;
  const costs = useQuery('/v1/costs', { query }, once);
  return (
    <Section title="Agents side by side">
      <Loaded query={costs} what="the calls of agents">
        {({ data }) => {
          const byAgent = new Map(data.map((cost) => [cost.agent_id, cost]));
          const rows = times.items.map((time) => ({ time, calls: byAgent.get(time.agent_id) }));
          return (
            <Table
              caption="Agents side by side"
              columns={columnsOf(rows)}
              rows={rows.toSorted((a, b) => talksOf(b) - talksOf(a))}
              keyOf={({ time }) => time.agent_id}
              empty={<p class="quiet">There is nobody to compare.</p>}
            />
          );
        }}
      </Loaded>
      <More more={times.more} />
    </Section>
  );
}

const rangOf = ({ calls }: Compared) => calls?.agent_rang ?? 0;
const talksOf = ({ calls }: Compared) => calls?.bridged ?? 0;
const talkSecondsOf = ({ calls }: Compared) => calls?.talk_seconds ?? 0;
const idleOf = ({ time }: Compared) => time.ready_seconds;

function columnsOf(rows: readonly Compared[]): readonly Column<Compared>[] {
  const barred = (
    figure: FigureName,
    of: (row: Compared) => number,
    text: (value: number) => string,
  ): Column<Compared> => {
    const most = Math.max(0, ...rows.map(of));
    return {
      ...figureColumn(figure),
      cell: (row) => (
        <>
          {text(of(row))}
          <Bar share={shareOf(of(row), most) ?? 0} />
        </>
      ),
    };
  };
  return [
    {
      name: 'Agent',
      cell: ({ time }) => <NamedAgentLink id={time.agent_id} name={time.name} />,
    },
    barred('agent_rang', rangOf, (value) => count(value)),
    barred('bridged', talksOf, (value) => count(value)),
    barred('talk_seconds', talkSecondsOf, roughDuration),
    {
      ...figureColumn('occupancy'),
      cell: ({ time: { occupancy } }) => (
        <>
          {percent(occupancy)}
          <Bar share={occupancy ?? 0} />
        </>
      ),
    },
    barred('ready_seconds', idleOf, roughDuration),
  ];
}
