import { shown } from './terminal-text.ts';

/** Pads columns to their widest cell. The columns in `right` are aligned right. Each cell is one line. */
export function table(cells: readonly string[][], right: number[] = []): string {
  const rows = cells.map((row) => row.map(shown));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          right.includes(column)
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
