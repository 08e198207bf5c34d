import type { Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Section } from '../../components/page.tsx';
import { figureColumn, Table, type Column } from '../../components/lists/table.tsx';
import { Bar } from '../../components/figures.tsx';
import { count, money, percent, shareOf } from '../../format/numbers.ts';
import { readersExcel } from '../../format/files/spreadsheet.ts';
import { roughDuration } from '../../format/time/times.ts';
import { address, inAddress } from '../../router.ts';
import type { StatisticsSpan } from './statistics-query.ts';

type Cost = Schemas['Costs']['data'][number];

const GROUPS = [
  { value: 'month', text: 'Month' },
  { value: 'campaign', text: 'Campaign' },
  { value: 'agent', text: 'Agent' },
] as const;

export function Costs({ span }: { span: StatisticsSpan }) {
  const chosen = address.value.query.get('costs_by');
  const by = GROUPS.find(({ value }) => value === chosen)?.value ?? 'month';
  const query = { ...span, by };
  const costs = useQuery('/v1/costs', { query }, { pollMs: 15_000 });
  const file = `/v1/reports/costs?${new URLSearchParams({ ...query, for: readersExcel() }).toString()}`;
  return (
    <Section
      title="Costs"
      aside={
        may('operate') && (
          <a href={file} download>
            Download as CSV
          </a>
        )
      }
    >
      <div class="filters">
        <SelectField label="Costs by" {...inAddress('costs_by', by)} choices={GROUPS} />
      </div>
      <Loaded query={costs} what="the costs">
        {({ data, currency }) => (
          <Table
            caption="Costs"
            columns={columns(currency, Math.max(0, ...data.map(({ cost }) => Number(cost))))}
            rows={data}
            keyOf={({ month, campaign_id: campaign, agent_id: agent }) =>
              month ?? campaign ?? agent ?? ''
            }
            empty={<p class="quiet">No call was dialled in this span.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

/** @param most the largest cost of a row */
const columns = (currency: string | null, most: number): readonly Column<Cost>[] => [
  { name: 'Of', cell: (cost) => <CostName cost={cost} /> },
  { ...figureColumn('placed'), cell: ({ placed }) => count(placed) },
  { ...figureColumn('agent_rang'), cell: (cost) => count(cost.agent_rang) },
  { ...figureColumn('bridged'), cell: ({ bridged }) => count(bridged) },
  { ...figureColumn('asr'), cell: ({ asr }) => percent(asr) },
  { ...figureColumn('talk_seconds'), cell: ({ talk_seconds: talk }) => roughDuration(talk) },
  {
    ...figureColumn('cost'),
    cell: ({ cost }) => (
      <>
        {money(cost, currency)}
        <Bar share={shareOf(Number(cost), most) ?? 0} />
      </>
    ),
  },
];

function CostName({ cost }: { cost: Cost }) {
  const { month, campaign_id: campaign, agent_id: agent, name } = cost;
  if (month !== null) return <>{month}</>;
  if (campaign !== null) return <a href={`/campaigns/${campaign}`}>{name ?? campaign}</a>;
  if (!agent) return <>No agent</>;
  return <a href={`/agents/${encodeURIComponent(agent)}`}>{name ?? agent}</a>;
}
