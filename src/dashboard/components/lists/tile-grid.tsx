/** Tiles in rows, of which only those near the sight are drawn: an account may have thousands of agents. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { columnsOf, gridWindow } from './grid-window.ts';

interface TileGridProps<Item> {
  items: readonly Item[];
  renderTile: (item: Item) => ComponentChildren;
}

/** The same figures are in `.agents` and `.agent`. */
const LEAST_TILE_REM = 10.5;
const TILE_REM = 4.25;
const GAP_REM = 0.5;
/** Fewer are all drawn, so that the browser's own search finds them. */
const DRAWN_AT_ONCE = 200;

interface Sight {
  columns: number;
  rowPx: number;
  topPx: number;
  heightPx: number;
}

export function TileGrid<Item>({ items, renderTile }: TileGridProps<Item>) {
  const frame = useRef<HTMLDivElement>(null);
  const isLong = items.length > DRAWN_AT_ONCE;
  const sight = useSight(frame, isLong);
  const { first, end, abovePx, belowPx } = sight
    ? gridWindow({ count: items.length, ...sight }, sight.topPx, sight.heightPx)
    : { first: 0, end: Math.min(items.length, DRAWN_AT_ONCE), abovePx: 0, belowPx: 0 };
  return (
    <div ref={frame}>
      <div style={{ height: `${abovePx}px` }} />
      <div class="agents">{items.slice(first, end).map(renderTile)}</div>
      <div style={{ height: `${belowPx}px` }} />
    </div>
  );
}

/** Undefined: not measured, or not needed. */
function useSight(frame: { current: HTMLDivElement | null }, isLong: boolean): Sight | undefined {
  const [sight, setSight] = useState<Sight>();
  useEffect(() => {
    const element = frame.current;
    if (!isLong || !element) {
      setSight(undefined);
      return undefined;
    }
    const measure = () => {
      const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { top, width } = element.getBoundingClientRect();
      const rowPx = (TILE_REM + GAP_REM) * remPx;
      const columns = columnsOf(width, LEAST_TILE_REM * remPx, GAP_REM * remPx);
      // By rows, so that few scroll events draw the grid again.
      const topPx = Math.floor(-top / rowPx) * rowPx;
      const heightPx = Math.ceil(innerHeight / rowPx + 1) * rowPx;
      setSight((known) =>
        known?.columns === columns &&
        known.rowPx === rowPx &&
        known.topPx === topPx &&
        known.heightPx === heightPx
          ? known
          : { columns, rowPx, topPx, heightPx },
      );
    };
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    resize.observe(document.body);
    addEventListener('scroll', measure, { passive: true });
    return () => {
      resize.disconnect();
      removeEventListener('scroll', measure);
    };
  }, [isLong]);
  return sight;
}
