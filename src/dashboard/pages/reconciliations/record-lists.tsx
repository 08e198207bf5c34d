/** The records and calls of a comparison that somebody may look at, the first ones of each kind. */
import type { Schemas } from '../../api/api.ts';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { money } from '../../format/numbers.ts';
import { clockDuration } from '../../format/times.ts';

type Lists = NonNullable<Schemas['Reconciliation']['report']>['lists'];
type Priced = Lists['differs'][number];
type Record = Lists['doubtful'][number];
type Placement = Lists['missing'][number];

const Call = ({ id }: { id: string }) => <a href={`/calls/${encodeURIComponent(id)}`}>{id}</a>;
const amount = (value: string | null, currency: string | null) =>
  value === null ? '–' : money(value, currency);

const pricedColumns = (currency: string | null): readonly Column<Priced>[] => [
  { name: 'Call', cell: ({ ref }) => <Call id={ref} /> },
  { name: 'Ours', numeric: true, cell: ({ ours }) => amount(ours, currency) },
  { name: 'Carrier’s', numeric: true, cell: ({ theirs }) => amount(theirs, currency) },
  { name: 'Difference', numeric: true, cell: ({ difference }) => amount(difference, currency) },
  { name: 'Carrier’s id', cell: ({ carrier_call_id: id }) => <code>{id}</code> },
];

const recordColumns = (currency: string | null): readonly Column<Record>[] => [
  { name: 'Carrier’s id', cell: ({ carrier_call_id: id }) => <code>{id}</code> },
  { name: 'Number', cell: ({ number }) => number ?? '–' },
  { name: 'Started', cell: ({ started_at: at }) => (at ? <Time at={at} /> : '–') },
  {
    name: 'Lasted',
    numeric: true,
    cell: ({ seconds }) => (seconds === null ? '–' : clockDuration(seconds)),
  },
  { name: 'Cost', numeric: true, cell: ({ cost }) => amount(cost, currency) },
  {
    name: 'May be',
    cell: ({ refs }) =>
      refs.length === 0 ? '–' : refs.map((ref) => <div key={ref}>{<Call id={ref} />}</div>),
  },
];

const placementColumns = (currency: string | null): readonly Column<Placement>[] => [
  { name: 'Call', cell: ({ ref }) => <Call id={ref} /> },
  { name: 'Number', cell: ({ number }) => number },
  { name: 'Placed', cell: ({ placed_at: at }) => <Time at={at} /> },
  { name: 'Our cost', numeric: true, cell: ({ cost }) => amount(cost, currency) },
];

export function RecordLists({ lists, currency }: { lists: Lists; currency: string | null }) {
  const priced = pricedColumns(currency);
  const records = recordColumns(currency);
  const placements = placementColumns(currency);
  return (
    <>
      <Listed title="Other cost" rows={lists.differs} columns={priced} keyOf={keyOfPriced} />
      <Listed
        title="Conflicting records"
        rows={lists.conflicting}
        columns={records}
        keyOf={keyOfRecord}
      />
      <Listed title="Doubtful" rows={lists.doubtful} columns={records} keyOf={keyOfRecord} />
      <Listed
        title="Unknown, no record"
        rows={lists.unexplained}
        columns={placements}
        keyOf={keyOfPlacement}
      />
      <Listed title="No record" rows={lists.missing} columns={placements} keyOf={keyOfPlacement} />
      <Listed title="Not ours" rows={lists.not_ours} columns={records} keyOf={keyOfRecord} />
      <Listed title="Cost taken" rows={lists.settles} columns={priced} keyOf={keyOfPriced} />
      <Listed
        title="Unknown call closed"
        rows={lists.identifies}
        columns={priced}
        keyOf={keyOfPriced}
      />
    </>
  );
}

const keyOfPriced = ({ ref, carrier_call_id: id }: Priced) => `${ref} ${id}`;
const keyOfRecord = ({ carrier_call_id: id }: Record) => id;
const keyOfPlacement = ({ ref, carrier_call_id: id }: Placement) => `${ref} ${id}`;

interface ListedProps<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
}

/** Nothing where the list is empty. */
function Listed<Row>({ title, rows, columns, keyOf }: ListedProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <Table caption={title} columns={columns} rows={rows} keyOf={keyOf} />
    </Section>
  );
}
