/** The result of one comparison with the carrier's call records. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded, Note } from '../../components/feedback.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { count, money, percent } from '../../format/numbers.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { ReconciliationBadge } from './reconciliation-badge.tsx';
import { RecordLists } from './record-lists.tsx';
import { countedClasses, type CountedClass } from './record-classes.ts';
import { Span } from './span.tsx';

type Reconciliation = Schemas['Reconciliation'];
type Report = NonNullable<Reconciliation['report']>;

export function ReconciliationPage({ at: { id = '' } }: { at: PageParameters }) {
  const query = useQuery('/v1/reconciliations/{reconciliationId}', {
    path: { reconciliationId: id },
  });
  const { data } = query;
  return (
    <Page
      title="Comparison"
      beside={data && <ReconciliationBadge of={data} />}
      up={{ href: '/reconciliations', name: 'Reconciliation' }}
      intro={
        data && (
          <>
            <Span from={data.from} to={data.to} />, requested <Time at={data.asked_at} />
          </>
        )
      }
    >
      <Loaded query={query} what="the comparison">
        {(found) => <Result found={found} />}
      </Loaded>
    </Page>
  );
}

function Result({ found: { state, reason, report, currency } }: { found: Reconciliation }) {
  if (report) return <ShownReport report={report} currency={currency} />;
  return state === 'failed' ? (
    <Note tone="bad">{reason ?? 'It failed without a reason.'}</Note>
  ) : (
    <div class="note busy" role="status">
      <p>The carrier’s records are read and compared. The result is shown here when it is there.</p>
      {reason && <p>The last attempt failed: {reason}</p>}
    </div>
  );
}

const COLUMNS: readonly Column<CountedClass>[] = [
  {
    name: 'What',
    cell: ({ text, tone, count: found }) => (
      <Badge tone={found === 0 ? 'quiet' : tone} text={text} />
    ),
  },
  { name: 'Count', numeric: true, cell: (each) => count(each.count) },
  { name: 'What it means', cell: ({ detail }) => detail },
];

function ShownReport({ report, currency }: { report: Report; currency: string | null }) {
  const { money: sums, answer_seizure: seizure } = report;
  return (
    <>
      <Figures>
        <Figure name="Records" value={count(report.records)} detail={unreadableText(report)} />
        <Figure name="Our cost" value={money(sums.ours, currency)} />
        <Figure name="The carrier’s cost" value={money(sums.theirs, currency)} />
        <Figure
          name="Open difference"
          value={money(sums.open, currency)}
          detail={`theirs minus ours. Before calls without a cost took theirs: ${money(sums.difference, currency)}`}
        />
        <Figure
          name="Answered"
          value={percent(seizure.ratio)}
          detail={`${count(seizure.answered)} of ${count(seizure.attempts)}; carrier ${carrierRatio(seizure)}`}
        />
      </Figures>
      <Section title="Every record, counted once">
        <Table
          caption="Records by what became of them"
          columns={COLUMNS}
          rows={countedClasses(report)}
          keyOf={({ name }) => name}
        />
      </Section>
      <RecordLists lists={report.lists} currency={currency} />
    </>
  );
}

function unreadableText({ unreadable, unreadable_costs: costs }: Report): string | undefined {
  const parts = [
    ...(unreadable > 0 ? [`${count(unreadable)} without an id`] : []),
    ...(costs > 0 ? [`${count(costs)} with a cost that is no amount`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function carrierRatio({
  carrier,
  carrier_reason: reason,
  carrier_of_span: ofSpan,
}: Report['answer_seizure']) {
  if (carrier === null) return reason ? `unknown: ${reason}` : 'unknown';
  return percent(carrier) + (ofSpan === false ? ' of another span' : '');
}
