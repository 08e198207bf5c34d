/** Which rows of a long grid are in sight. */

export interface Grid {
  count: number;
  columns: number;
  rowPx: number;
}

export interface GridWindow {
  /** Index of the first tile that is drawn. */
  first: number;
  /** Behind the last one. */
  end: number;
  abovePx: number;
  belowPx: number;
}

/** Rows above and below the sight that are drawn too, so that fast scrolling shows no gap. */
const EXTRA_ROWS = 6;

export const columnsOf = (widthPx: number, leastPx: number, gapPx: number): number =>
  Math.max(1, Math.floor((widthPx + gapPx) / (leastPx + gapPx)));

/** @param topPx how far the top of the sight is below the top of the grid */
export function gridWindow(
  { count, columns, rowPx }: Grid,
  topPx: number,
  heightPx: number,
): GridWindow {
  const rows = Math.ceil(count / columns);
  const inside = (row: number) => Math.min(rows, Math.max(0, row));
  const firstRow = inside(Math.floor(topPx / rowPx) - EXTRA_ROWS);
  const endRow = Math.max(firstRow, inside(Math.ceil((topPx + heightPx) / rowPx) + EXTRA_ROWS));
  return {
    first: firstRow * columns,
    end: Math.min(count, endRow * columns),
    abovePx: firstRow * rowPx,
    belowPx: (rows - endRow) * rowPx,
  };
}
