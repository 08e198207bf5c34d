import { screenWidth } from './screen.ts';
import { shown } from './terminal-text.ts';

const GAP = '  ';
/** Columns with text are not made narrower than this. */
const NARROWEST = 16;

/** Null: it stays empty. */
export type Cell = string | number | null | undefined;

/**
 * Pads columns to their widest cell. The columns in `right` are aligned right. Each cell is one line, but where the table
 * is wider than the screen: there the text of the widest columns is wrapped at its spaces.
 */
export function table(
  cells: readonly (readonly Cell[])[],
  right: number[] = [],
  width = screenWidth(),
): string {
  const rows = cells.map((row) => row.map((cell) => shown(String(cell ?? ''))));
  const widths = fittedWidths(rows, width);
  const align = (text: string, column: number) =>
    right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows
    .flatMap((row) => linesOf(row, widths))
    .map((line) => line.map(align).join(GAP).trimEnd())
    .join('\n');
}

/** The widest column that has spaces is made narrower until the table fits. */
function fittedWidths(rows: readonly string[][], width: number): number[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const wraps = widths.map((_, column) => rows.some((row) => row[column]?.includes(' ')));
  let excess = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
  while (excess > 0) {
    const widest = Math.max(...widths.filter((_, column) => wraps[column]));
    if (!(widest > NARROWEST)) break;
    widths[widths.findIndex((each, column) => each === widest && wraps[column])]! -= 1;
    excess -= 1;
  }
  return widths;
}

function linesOf(row: readonly string[], widths: readonly number[]): string[][] {
  const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? cell.length));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => wrapped.map((lines) => lines[line] ?? ''));
}

/** A word that is too long stays whole, so that ids and addresses can be copied. */
function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
