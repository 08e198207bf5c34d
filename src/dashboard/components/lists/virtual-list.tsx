/** Rows of one height, of which only those in sight are drawn: a list may have a million. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { List } from '../../api/query.ts';
import { Nothing } from './table.tsx';
import { areaPx, scrolledTo, scrollFor, type Scroll } from './scroll-scale.ts';

interface VirtualListProps<Row> {
  label: string;
  count: number;
  /** Undefined: not read yet. */
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string | number;
  rowPx: number;
  heightPx: number;
  renderRow: (row: Row) => ComponentChildren;
  /** For a row that was not read yet. */
  waiting?: (index: number) => ComponentChildren;
  /** Called with the rows in sight, from the first to behind the last. */
  onSight?: (first: number, end: number) => void;
  /** Another object shows this row on top. */
  jump?: { index: number } | undefined;
}

/** Rows above and below the sight, so that a fast wheel shows no gap. */
const EXTRA = 8;

export function VirtualList<Row>({
  label,
  count,
  rowAt,
  keyOf,
  rowPx,
  heightPx,
  renderRow,
  waiting = () => null,
  onSight,
  jump,
}: VirtualListProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const scroll = useRef<Scroll>({ scrollPx: 0, rowsPx: 0 });
  const [sight, setSight] = useState({ firstInSight: 0, shiftPx: 0 });
  const scale = { allPx: count * rowPx, framePx: heightPx };
  const first = Math.max(0, sight.firstInSight - EXTRA);
  const endInSight = Math.min(count, sight.firstInSight + Math.ceil(heightPx / rowPx));
  const end = Math.min(count, endInSight + 1 + EXTRA);
  const show = (known: Scroll) => {
    scroll.current = known;
    const firstInSight = Math.floor(known.rowsPx / rowPx);
    const shiftPx = known.scrollPx - known.rowsPx;
    setSight((last) =>
      last.firstInSight === firstInSight && last.shiftPx === shiftPx
        ? last
        : { firstInSight, shiftPx },
    );
  };
  const standAt = (rowsPx: number) => {
    const wanted = scrollFor(scale, rowsPx);
    show(wanted);
    if (frame.current) frame.current.scrollTop = wanted.scrollPx;
  };
  useLayoutEffect(() => {
    if (jump) standAt(jump.index * rowPx);
  }, [jump]);
  useEffect(() => onSight?.(sight.firstInSight, endInSight), [sight.firstInSight, endInSight]);
  return (
    <div
      ref={frame}
      class="virtual"
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ height: `${heightPx}px` }}
      onScroll={({ currentTarget: { scrollTop } }) =>
        show(scrolledTo(scale, scroll.current, scrollTop))
      }
      onScrollEnd={() => areaPx(scale) < scale.allPx && standAt(scroll.current.rowsPx)}
    >
      <div style={{ height: `${areaPx(scale)}px` }}>
        <div style={{ transform: `translateY(${first * rowPx + sight.shiftPx}px)` }}>
          {indexes(first, end).map((index) => {
            const row = rowAt(index);
            return (
              <div
                key={row === undefined ? `waiting ${index}` : keyOf(row)}
                class="virtual-row"
                role="listitem"
                aria-setsize={count}
                aria-posinset={index + 1}
                style={{ height: `${rowPx}px` }}
              >
                {row === undefined ? waiting(index) : renderRow(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const indexes = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);

/** The next page is read when so few rows are left below the sight. */
const NEAR_END_ROWS = 50;

type LongListProps<Row> = Pick<
  VirtualListProps<Row>,
  'label' | 'keyOf' | 'rowPx' | 'heightPx' | 'renderRow'
> & {
  list: List<Row>;
  /** As of a table. */
  empty: ComponentChildren;
  next?: ComponentChildren;
};

/** A list that is read page by page, by scrolling. */
export function LongList<Row>({
  list: { items, loaded, more },
  empty,
  next,
  ...rows
}: LongListProps<Row>) {
  if (items.length === 0) return loaded ? <Nothing empty={empty} next={next} /> : null;
  return (
    <VirtualList
      {...rows}
      count={items.length}
      rowAt={(index) => items[index]}
      onSight={(_, end) => end >= items.length - NEAR_END_ROWS && void more?.()}
    />
  );
}
