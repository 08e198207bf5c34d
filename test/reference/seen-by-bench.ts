/** What calls cost at Temporal and in Postgres, from the file of `npm run bench -- --json`. */
import { readFileSync } from 'node:fs';
import type { Row } from '../bench/calls/report.ts';
import { percentile } from '../bench/calls/process-cost.ts';
import type { Seen } from './counts.ts';

export function seenByBench(file: string): Record<string, Seen> {
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] };
  const systems = [...new Set(rows.map(({ system }) => system))];
  return Object.fromEntries(
    systems.map((system) => [
      `a call of the bench (${system})`,
      countsOf(rows.filter((row) => row.system === system)),
    ]),
  );
}

function countsOf(rows: readonly Row[]): Seen {
  const median = (of: (row: Row) => number | undefined) =>
    Number(
      percentile(
        rows.map((row) => of(row) ?? Number.NaN),
        0.5,
      ).toFixed(1),
    );
  const figures = {
    events: median(({ figures: { history } }) => history?.events),
    Actions: median(({ figures: { history } }) => history?.actions),
    'state transitions': median(({ figures: { history } }) => history?.stateTransitions),
    statements: median(({ figures: { postgres } }) => postgres['store']?.['statements']),
  };
  const seen = Object.entries(figures).filter(([, value]) => !Number.isNaN(value));
  return { from: `npm run bench, ${today()}`, ...Object.fromEntries(seen) };
}

export const today = (): string => new Date().toISOString().slice(0, 10);
