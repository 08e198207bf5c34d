/** Tables with headings. On a narrow screen each row is a card, whose cells bear the headings. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { List } from '../../api/query.ts';
import { sentence } from '../../format/words.ts';
import { AsOf, Empty, Loading, ProblemNote } from '../feedback.tsx';
import { BusyButton } from '../forms/busy-button.tsx';
import { Time } from '../time.tsx';

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
  /** Shown while there is no row: a title, or what stands alone. Undefined: the headings are shown. */
  empty?: ComponentChildren;
  /** Below the title: what to do about it. */
  next?: ComponentChildren;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty, next }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <Nothing empty={empty} next={next} />;
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

/** Where rows would be. */
export const Nothing = ({ empty, next }: Pick<TableProps<unknown>, 'empty' | 'next'>) =>
  typeof empty === 'string' ? <Empty title={empty}>{next}</Empty> : <>{empty}</>;

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

interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  list: List<Row>;
  /** What the rows are: "the changes". */
  what: string;
  empty: ComponentChildren;
}

/** A list that is read page by page: why it cannot be read, that it is read, that it is empty, or its rows. */
export function ListTable<Row>({ list, what, ...table }: ListTableProps<Row>) {
  return (
    <>
      <ReadOnce list={list} />
      <ListState list={list} what={what} />
      {list.loaded && <Table {...table} rows={list.items} />}
      <More more={list.more} />
    </>
  );
}

/** Why a list cannot be read, or that it is read for the first time. */
export const ListState = ({
  list: { loaded, problem },
  what,
}: {
  list: Pick<List<unknown>, 'loaded' | 'problem'>;
  what: string;
}) => (
  <>
    {problem && <ProblemNote problem={problem} what={`${sentence(what)} cannot be read:`} />}
    {!loaded && !problem && <Loading what={what} />}
  </>
);

/** Says when the rows were read, if they are not live: further pages were read, or the list is polled seldom. */
export function ReadOnce({
  list: { readOnceAt, asOf, reload },
}: {
  list: Pick<List<unknown>, 'readOnceAt' | 'asOf' | 'reload'>;
}) {
  if (readOnceAt === undefined) return <AsOf at={asOf} />;
  return (
    <p class="quiet">
      Rows of <Time at={readOnceAt} />.{' '}
      <button type="button" class="quiet-button" onClick={() => void reload()}>
        Show them as they are now
      </button>
    </p>
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
