/** Tables with headings. On a narrow screen each row is a card, whose cells bear the headings. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { BusyButton } from '../forms/busy-button.tsx';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  /** Figures are aligned at their ends. */
  numeric?: boolean;
}

interface TableProps<Row> {
  /** What the rows are; read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, numeric }) => (
              <th key={name} scope="col" class={numeric ? 'numeric' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <KeptRow key={keyOf(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

/** Drawn again only if the row or the columns are other objects, or a signal that a cell has read has changed. */
function KeptRow<Row>({ row, columns }: RowProps<Row>) {
  return useMemo(() => <TableRow row={row} columns={columns} />, [row, columns]);
}

function TableRow<Row>({ row, columns }: RowProps<Row>) {
  return (
    <tr>
      {columns.map(({ name, cell, numeric }) => (
        <td key={name} data-label={name} class={numeric ? 'numeric' : undefined}>
          <div class="cell">{cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

/** The button below a list that has further pages. */
export function More({ more }: { more: (() => Promise<void>) | undefined }) {
  const [busy, setBusy] = useState(false);
  if (!more && !busy) return null;
  const read = async () => {
    setBusy(true);
    await more?.();
    setBusy(false);
  };
  return (
    <p class="more">
      <BusyButton busy={busy} onClick={() => void read()}>
        {busy ? 'Reading more …' : 'Show more'}
      </BusyButton>
    </p>
  );
}
