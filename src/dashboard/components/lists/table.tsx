/** Tables with headings. On a narrow screen each row is a card, whose cells bear the headings. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { List } from '../../api/query.ts';
import { sentence } from '../../format/words.ts';
import type { FigureName } from '../../../domain/figures/figures.ts';
import { FigureTitle, titleOf } from '../figure-name.tsx';
import { isNarrow } from '../narrow.ts';
import { AsOf, Empty, Loading, ProblemNote } from '../feedback.tsx';
import { BusyButton } from '../forms/busy-button.tsx';
import { Time } from '../time.tsx';

/** The heading of a column of figures, as it is named everywhere. */
export const figureColumn = (figure: FigureName) =>
  ({ name: titleOf(figure), figure, numeric: true }) as const;

export interface Column<Row> {
  name: string;
  /** Its heading says what it counts. */
  figure?: FigureName;
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
  /** On a narrow screen a row is one line, without the headings: its cells say what they are. */
  oneLine?: boolean;
}

export function Table<Row>({ caption, columns, rows, keyOf, ...props }: TableProps<Row>) {
  const { empty, next, oneLine = false } = props;
  if (rows.length === 0 && empty !== undefined) return <Nothing empty={empty} next={next} />;
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table class={oneLine ? 'one-line' : undefined}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, figure, numeric }) => (
              <th key={name} scope="col" class={numeric ? 'numeric' : undefined}>
                {/* Headings are out of sight on a narrow screen, where the focus must not go. */}
                {figure && !isNarrow.value ? <FigureTitle figure={figure} /> : name}
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

/** What a cell shows that has nothing to show. Cards on a narrow screen leave it out. */
const NONE = '–';

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
      {columns.map(({ name, cell, numeric }) => {
        const shown = cell(row);
        const classes = [numeric && 'numeric', shown === NONE && 'none'].filter(Boolean);
        return (
          <td key={name} data-label={name} class={classes.join(' ') || undefined}>
            <div class="cell">{shown}</div>
          </td>
        );
      })}
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
