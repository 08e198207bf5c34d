/** The records and calls of a comparison that somebody may look at, the first ones of each kind. */
import type { Schemas } from '../../api/api.ts';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { money } from '../../format/numbers.ts';
import { clockDuration } from '../../format/time/times.ts';

type Lists = NonNullable<Schemas['Reconciliation']['report']>['lists'];
type Priced = Lists['differs'][number];
type Record = Lists['doubtful'][number];
type Placement = Lists['missing'][number];

const Call = ({ id }: { id: string }) => <a href={`/calls/${encodeURIComponent(id)}`}>{id}</a>;
const amount = (value: string | null, currency: string | null) =>
  value === null ? '–' : money(value, currency);

interface Kind<Row> {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
}

const pricedKind = (currency: string | null): Kind<Priced> => ({
  columns: [
    { name: 'Call', cell: ({ ref }) => <Call id={ref} /> },
    { name: 'Ours', numeric: true, cell: ({ ours }) => amount(ours, currency) },
    { name: 'Carrier’s', numeric: true, cell: ({ theirs }) => amount(theirs, currency) },
    { name: 'Difference', numeric: true, cell: ({ difference }) => amount(difference, currency) },
    { name: 'Carrier’s id', cell: ({ carrier_call_id: id }) => <code>{id}</code> },
  ],
  keyOf: ({ ref, carrier_call_id: id }) => `${ref} ${id}`,
});

const recordKind = (currency: string | null): Kind<Record> => ({
  columns: [
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
  ],
  keyOf: ({ carrier_call_id: id }) => id,
});

const placementKind = (currency: string | null): Kind<Placement> => ({
  columns: [
    { name: 'Call', cell: ({ ref }) => <Call id={ref} /> },
    { name: 'Number', cell: ({ number }) => number },
    { name: 'Placed', cell: ({ placed_at: at }) => <Time at={at} /> },
    { name: 'Our cost', numeric: true, cell: ({ cost }) => amount(cost, currency) },
  ],
  keyOf: ({ ref, carrier_call_id: id }) => `${ref} ${id}`,
});

export function RecordLists({ lists, currency }: { lists: Lists; currency: string | null }) {
  const priced = pricedKind(currency);
  const record = recordKind(currency);
  const placement = placementKind(currency);
  return (
    <>
      <Listed title="Other cost" rows={lists.differs} {...priced} />
      <Listed title="Conflicting records" rows={lists.conflicting} {...record} />
      <Listed title="Doubtful" rows={lists.doubtful} {...record} />
      <Listed title="Unknown, no record" rows={lists.unexplained} {...placement} />
      <Listed title="No record" rows={lists.missing} {...placement} />
      <Listed title="Not ours" rows={lists.not_ours} {...record} />
      <Listed title="Cost taken" rows={lists.settles} {...priced} />
      <Listed title="Unknown call closed" rows={lists.identifies} {...priced} />
    </>
  );
}

interface ListedProps<Row> extends Kind<Row> {
  title: string;
  rows: readonly Row[];
}

/** Nothing where the list is empty. */
function Listed<Row>({ title, ...table }: ListedProps<Row>) {
  if (table.rows.length === 0) return null;
  return (
    <Section title={title}>
      <Table caption={title} {...table} />
    </Section>
  );
}
