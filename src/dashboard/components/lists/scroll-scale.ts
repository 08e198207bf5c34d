/**
 * Browsers limit the height of an element to some ten million pixels, which a million rows exceed. So a very long list has a
 * shorter scroll area: small movements move the rows pixel by pixel, and the scrollbar's thumb moves through all of them.
 */

/** Below the limit of every browser. */
const MOST_PX = 8_000_000;

export interface Scroll {
  /** Of the scroll area, as the browser has it. */
  scrollPx: number;
  /** Of all rows. */
  rowsPx: number;
}

export interface Scale {
  /** Height of all rows. */
  allPx: number;
  /** Height of the frame in which they are seen. */
  framePx: number;
}

export const areaPx = ({ allPx }: Scale): number => Math.min(allPx, MOST_PX);

/** At both ends of the area one pixel is one pixel, so that nobody is stopped before the first or the last row. */
const EDGE_PX = 100_000;

const between = (px: number, mostPx: number): number => Math.min(mostPx, Math.max(0, px));

/** Maps a way onto a longer or shorter one: its ends pixel by pixel, and its middle in proportion. */
function mapped(px: number, fromPx: number, toPx: number): number {
  const inside = between(px, fromPx);
  if (fromPx === toPx || inside <= EDGE_PX) return Math.min(inside, toPx);
  if (inside >= fromPx - EDGE_PX) return toPx - (fromPx - inside);
  const ratio = (toPx - 2 * EDGE_PX) / (fromPx - 2 * EDGE_PX);
  return EDGE_PX + (inside - EDGE_PX) * ratio;
}

const mostScrollPx = (scale: Scale): number => Math.max(0, areaPx(scale) - scale.framePx);
const mostRowsPx = ({ allPx, framePx }: Scale): number => Math.max(0, allPx - framePx);

/** Where the rows are after the browser has scrolled to `scrollPx`. */
export function scrolledTo(scale: Scale, known: Scroll, scrollPx: number): Scroll {
  const [mostPx, mostInRowsPx] = [mostScrollPx(scale), mostRowsPx(scale)];
  const byPx = scrollPx - known.scrollPx;
  const isSmall = Math.abs(byPx) <= scale.framePx && scrollPx > 0 && scrollPx < mostPx;
  if (byPx === 0) return { scrollPx, rowsPx: between(known.rowsPx, mostInRowsPx) };
  const rowsPx = isSmall ? known.rowsPx + byPx : mapped(scrollPx, mostPx, mostInRowsPx);
  return { scrollPx, rowsPx: between(rowsPx, mostInRowsPx) };
}

/** Where the browser must stand to show the rows from `rowsPx`. */
export function scrollFor(scale: Scale, rowsPx: number): Scroll {
  const inRows = between(rowsPx, mostRowsPx(scale));
  return {
    scrollPx: Math.round(mapped(inRows, mostRowsPx(scale), mostScrollPx(scale))),
    rowsPx: inRows,
  };
}
