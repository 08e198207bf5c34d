/** Comparisons of our calls with the carrier's call records, newest first. */
import { api, type Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { instantOfLocal } from '../../format/time/local-time.ts';
import { count, money } from '../../format/numbers.ts';
import { dayOf } from '../../format/time/times.ts';
import { navigate } from '../../router.ts';
import { ReconciliationBadge } from './reconciliation-badge.tsx';
import { Span } from './span.tsx';

const COLUMNS: readonly Column<Schemas['ReconciliationSummary']>[] = [
  {
    name: 'Span',
    cell: ({ id, from, to }) => (
      <a href={`/reconciliations/${id}`}>
        <Span from={from} to={to} />
      </a>
    ),
  },
  {
    name: 'State',
    cell: (one) => (
      <>
        <ReconciliationBadge of={one} /> {one.reason && <span class="quiet">{one.reason}</span>}
      </>
    ),
  },
  { name: 'Records', numeric: true, cell: ({ report }) => (report ? count(report.records) : '–') },
  {
    name: 'Ours',
    numeric: true,
    cell: ({ report, currency }) => (report ? money(report.money.ours, currency) : '–'),
  },
  {
    name: 'Carrier’s',
    numeric: true,
    cell: ({ report, currency }) => (report ? money(report.money.theirs, currency) : '–'),
  },
  {
    name: 'Open difference',
    numeric: true,
    cell: ({ report, currency }) => (report ? money(report.money.open, currency) : '–'),
  },
  { name: 'Requested', cell: ({ asked_at: at }) => <Time at={at} /> },
];

export function ReconciliationsPage() {
  const list = useList('/v1/reconciliations', { query: { limit: 50 } });
  const compare = (
    <DialogButton label="Compare a span">
      <Compare />
    </DialogButton>
  );
  return (
    <Page
      title="Reconciliation"
      intro="The carrier’s call records beside our calls, every hour and on request: every cent is accounted for, or listed."
      actions={compare}
    >
      <ListTable
        list={list}
        what="the comparisons"
        caption="Comparisons"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="Nothing was compared yet."
        next={
          <>
            The carrier profile must declare the call records (cdr). The page{' '}
            <a href="/carrier">Carrier</a> shows whether it does.
          </>
        }
      />
    </Page>
  );
}

const DAY_MS = 86_400_000;

function Compare() {
  const { draft, field } = useDraft(() => ({
    from: `${dayOf(Date.now() - DAY_MS)}T00:00`,
    to: `${dayOf(Date.now())}T00:00`,
  }));
  const compare = async () => {
    const body = { from: instantOfLocal(draft.from) ?? '', to: instantOfLocal(draft.to) ?? '' };
    const { id } = await api.post('/v1/reconciliations', { body });
    navigate(`/reconciliations/${id}`);
    return '';
  };
  return (
    <Form send="Compare" run={compare}>
      <p>
        The carrier’s records of this span are read. Calls without a cost take theirs, and unknown
        calls that a record proves are closed. A repeat changes nothing more.
      </p>
      <TextField {...field('from')} label="From" type="datetime-local" required />
      <TextField
        {...field('to')}
        label="Before"
        type="datetime-local"
        required
        hint="At most 31 days."
      />
    </Form>
  );
}
