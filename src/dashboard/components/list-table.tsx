/** A list that is read page by page: why it cannot be read, that it is read, that it is empty, or its rows. */
import type { ComponentChildren } from 'preact';
import type { List } from '../api/query.ts';
import { sentence } from '../format/words.ts';
import { Loading, ProblemNote } from './feedback.tsx';
import { More, Table, type Column } from './table.tsx';

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
  list: { items, loaded, problem, more },
  what,
  caption,
  columns,
  keyOf,
  empty,
}: ListTableProps<Row>) {
  return (
    <>
      {problem && <ProblemNote problem={problem} what={`${sentence(what)} cannot be read:`} />}
      {!loaded && !problem && <Loading what={what} />}
      {loaded && items.length === 0 && empty}
      {items.length > 0 && <Table caption={caption} columns={columns} rows={items} keyOf={keyOf} />}
      <More more={more} />
    </>
  );
}
