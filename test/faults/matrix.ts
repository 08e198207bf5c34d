/** What was reached, as a table. */
import type { Moment } from './faults.ts';
import type { Outcome } from './run-schedule.ts';
import type { Struck } from './strike.ts';

/** Of docs/evidence/fault-matrix.md. */
const ROWS_OF_THE_MATRIX = [...Array.from({ length: 37 }, (_, index) => index + 1), 38, 40, 41, 42];

/** `repeated`: how often a schedule was run again, since too little happened in it. */
export function table(outcomes: Outcome[], repeated: number): string {
  const struck = outcomes.flatMap((outcome) => outcome.struck);
  const fired = struck.filter(({ hit }) => hit !== undefined);
  const total = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
  const broken = outcomes.filter(({ violations }) => violations.length > 0);
  const longestMs = Math.max(0, ...outcomes.map(({ restMs }) => restMs));
  const figures: [string, string | number][] = [
    ['Schedules', outcomes.length],
    ['Schedules with violations', broken.length],
    ['Schedules run again, since too little happened', repeated],
    ['Faults drawn', struck.length],
    ['Faults that hit something', fired.length],
    ['Calls accepted', total(({ accepted }) => accepted)],
    ['Calls that ended unknown', total(({ unknown }) => unknown)],
    ['A schedule took, on average', seconds(total(({ tookMs }) => tookMs) / outcomes.length)],
    ['Longest way from the last fault to rest', seconds(longestMs)],
    ['Bounds judged', boundsJudged(outcomes)],
    ['Rows of the matrix not reached', notReached(fired).join(', ')],
  ];
  return [
    '| Figure | Value |',
    '| ------ | ----: |',
    ...figures.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    '| Row | Fault | Moment | Drawn | Hit |',
    '| --- | ----- | ------ | ----: | --: |',
    ...rows(struck),
    '',
  ].join('\n');
}

function boundsJudged(outcomes: Outcome[]): string {
  const sums = new Map<string, number>();
  for (const [bound, cases] of outcomes.flatMap(({ judged }) => Object.entries(judged)))
    sums.set(bound, (sums.get(bound) ?? 0) + cases);
  return [...sums].map(([bound, cases]) => `${bound}: ${cases}`).join('; ');
}

function notReached(fired: Struck[]): string[] {
  const reached = new Set(fired.map(({ fault }) => fault.cell));
  const all = ROWS_OF_THE_MATRIX.map((row) => `F${row}`);
  return all.filter((cell) => !reached.has(cell));
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function rows(struck: Struck[]): string[] {
  const groups = Map.groupBy(struck, ({ fault }) =>
    [
      fault.cell,
      fault.name,
      fault.do === 'carrier' ? 'whole campaign' : momentOf(fault.moment),
    ].join(' | '),
  );
  return [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right, 'en', { numeric: true }))
    .map(([key, group]) => {
      const fired = group.filter(({ hit }) => hit !== undefined).length;
      return `| ${key} | ${group.length} | ${fired} |`;
    });
}

function momentOf(moment: Moment): string {
  if (moment.on === 'clock' || moment.afterMs !== undefined) return 'any time';
  return `${moment.on} ${moment.phase}`;
}
