/** Rows of one height, of which only those in sight are drawn: a list may have a million. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps<Row> {
  label: string;
  rows: readonly Row[];
  rowPx: number;
  heightPx: number;
  keyOf: (row: Row) => string | number;
  renderRow: (row: Row) => ComponentChildren;
  /** Called near the end, for more rows. */
  onEnd?: (() => void) | undefined;
}

/** Rows above and below the sight, so that a fast wheel shows no gap. */
const EXTRA = 8;

export function VirtualList<Row>({
  label,
  rows,
  rowPx,
  heightPx,
  keyOf,
  renderRow,
  onEnd,
}: VirtualListProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowPx) - EXTRA);
  const end = Math.min(rows.length, Math.ceil((top + heightPx) / rowPx) + EXTRA);
  useEffect(() => {
    if (end >= rows.length - EXTRA) onEnd?.();
  }, [end, rows.length]);
  return (
    <div
      ref={frame}
      class="virtual"
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ height: `${heightPx}px` }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: `${rows.length * rowPx}px` }}>
        <div style={{ transform: `translateY(${first * rowPx}px)` }}>
          {rows.slice(first, end).map((each, index) => (
            <div
              key={keyOf(each)}
              class="virtual-row"
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={first + index + 1}
              style={{ height: `${rowPx}px` }}
            >
              {renderRow(each)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
