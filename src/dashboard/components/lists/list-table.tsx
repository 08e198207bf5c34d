/** A list that is read page by page: why it cannot be read, that it is read, that it is empty, or its rows. */
import type { ComponentChildren } from 'preact';
import type { List } from '../../api/query.ts';
import { sentence } from '../../format/words.ts';
import { AsOf, Loading, ProblemNote } from '../feedback.tsx';
import { More, Table, type Column } from './table.tsx';
import { Time } from '../time.tsx';

interface ListTableProps<Row> {
  list: List<Row>;
  /** What the rows are: "the changes". */
  what: string;
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Shown while there is no row. */
  empty: ComponentChildren;
}

export function ListTable<Row>({
  list,
  what,
  caption,
  columns,
  keyOf,
  empty,
}: ListTableProps<Row>) {
  const { items, loaded, problem, more } = list;
  return (
    <>
      <ReadOnce list={list} />
      {problem && <ProblemNote problem={problem} what={`${sentence(what)} cannot be read:`} />}
      {!loaded && !problem && <Loading what={what} />}
      {loaded && items.length === 0 && empty}
      {items.length > 0 && <Table caption={caption} columns={columns} rows={items} keyOf={keyOf} />}
      <More more={more} />
    </>
  );
}

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
