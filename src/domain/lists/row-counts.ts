/** What became of the rows of a list. A row with several numbers was judged number by number. */

export type RowResult = 'accepted' | 'duplicate' | 'suppressed' | 'rejected';
export type RowCounts = Record<RowResult, number>;

/** Counts rows: one is accepted if one of its numbers is, else it counts as its first number. Those of a row stand together. */
export function countRows(numbers: readonly { line: number; outcome: RowResult }[]): RowCounts {
  const counts: RowCounts = { accepted: 0, duplicate: 0, suppressed: 0, rejected: 0 };
  const rows = new Map<number, RowResult>();
  for (const { line, outcome } of numbers)
    if (outcome === 'accepted' || !rows.has(line)) rows.set(line, outcome);
  for (const outcome of rows.values()) counts[outcome] += 1;
  return counts;
}
