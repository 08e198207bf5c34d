import type { Schemas } from '../../api/api.ts';
import type { Outcomes } from './corrections.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { count } from '../../format/numbers.ts';
import { wordOf, type Word } from '../../format/words.ts';

type Outcome = Schemas['LeftOutRow']['outcome'];
type Reason = Schemas['ImportReport']['left_out_reasons'][number];

const OUTCOMES: Record<Outcome, Word> = {
  duplicate: { text: 'Duplicate', tone: 'quiet' },
  suppressed: { text: 'Suppressed', tone: 'warn' },
  rejected: { text: 'Cannot be used', tone: 'bad' },
};

export const OutcomeBadge = ({ outcome }: { outcome: string }) => (
  <Badge {...wordOf(OUTCOMES, outcome)} />
);

export function OutcomeFigures({ outcome }: { outcome: Outcomes & { rows_read: number } }) {
  const { rows_read: read, accepted, duplicate, suppressed, rejected } = outcome;
  return (
    <Figures>
      <Figure name="Rows" value={count(read)} />
      <Figure name="Accepted" value={count(accepted)} />
      <Figure name="Duplicates" value={count(duplicate)} />
      <Figure name="Suppressed" value={count(suppressed)} />
      <Figure name="Cannot be used" value={count(rejected)} />
    </Figures>
  );
}

const REASON_COLUMNS: readonly Column<Reason>[] = [
  { name: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Rows', numeric: true, cell: ({ rows }) => count(rows) },
  { name: 'First line', numeric: true, cell: ({ line }) => count(line) },
];

export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <Table
    caption="Why rows are left out"
    rows={reasons}
    keyOf={({ outcome, reason }) => outcome + reason}
    columns={REASON_COLUMNS}
  />
);
