/** Rows that are left out. A value that is wrong is corrected in its row. */
import { Table, type Column } from '../../components/lists/table.tsx';
import { count } from '../../format/numbers.ts';
import { isCorrectable, reasonText, type Corrections, type LeftOut } from './corrections.ts';
import { OutcomeBadge } from './outcomes.tsx';

type Row = Omit<LeftOut, 'written'>;

interface Props<Each extends Row> {
  rows: readonly Each[];
  /** What the row has in the column at fault. */
  valueOf: (row: Each) => string;
  corrections: Corrections;
  correct: (line: number, column: string, value: string) => void;
}

export function LeftOutRows<Each extends Row>({ rows, ...props }: Props<Each>) {
  return (
    <Table
      caption="Rows that are left out"
      rows={rows}
      keyOf={({ line }) => line}
      columns={columnsOf(props)}
    />
  );
}

const columnsOf = <Each extends Row>({
  valueOf,
  corrections,
  correct,
}: Omit<Props<Each>, 'rows'>): readonly Column<Each>[] => [
  { name: 'Line', numeric: true, cell: ({ line }) => count(line) },
  { name: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { name: 'Reason', cell: reasonText },
  {
    name: 'Value',
    cell: (row) =>
      isCorrectable(row) ? (
        <input
          aria-label={`${row.field!} of line ${row.line}`}
          value={corrections[row.line]?.[row.field!] ?? valueOf(row)}
          onInput={(event) => correct(row.line, row.field!, event.currentTarget.value)}
        />
      ) : (
        valueOf(row) || '–'
      ),
  },
];
