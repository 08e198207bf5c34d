/**
 * What many calls a day need, computed from what one call costs. Measures nothing itself.
 *
 *   npm run bench -- --no-floor --store postgres --json calls.json
 *   npm run bench -- scaling --from calls.json --statements 60 --cell 150
 *   … --per-day 1000000       may be given several times; by default 1 and 10 million
 *   … --hours 10              of the day in which the calls are made
 *   … --peak 1.8              how much more than the mean the busiest minutes have
 *
 * `--statements` is what `test/store/statement-count.test.ts` prints for a call, `--cell` the calls a second that one
 * database takes (`npm run bench -- claims --store postgres --processes 4`), of which a cell is given half.
 */
import { readFileSync } from 'node:fs';
import { amount, readOptions, refuse, whole } from '../command-options.ts';
import type { Figures } from './calls/measure.ts';
import { percentile } from './calls/process-cost.ts';
import type { Row } from './calls/report.ts';

const SYSTEM = 'plain, on Postgres';
/** Of a call that is bridged and billed: what the carrier's stub sends. */
const WEBHOOKS = 6;
/** A machine is planned to be busy for this share of its time at the peak. */
const BUSY = 0.6;
/** What a cell is planned to take of what its database can. */
const OF_CELL = 0.5;
const GB = 1e9;

const values = readOptions(import.meta.filename, {
  from: { type: 'string' },
  statements: { type: 'string' },
  cell: { type: 'string' },
  'per-day': { type: 'string', multiple: true, default: ['1000000', '10000000'] },
  hours: { type: 'string', default: '10' },
  peak: { type: 'string', default: '1.8' },
});
const given = (name: 'from' | 'statements' | 'cell'): string =>
  values[name] ?? refuse(`--${name} is needed; --help tells where it comes from`);
const figures = figuresIn(given('from'));
const statements = whole('statements', given('statements'));
const cell = amount('cell', given('cell'));
const hours = amount('hours', values.hours);
const peak = amount('peak', values.peak);
const days = values['per-day'].map((text) => whole('per-day', text));

const median = (of: (figures: Figures) => number): number =>
  percentile(
    figures.map((one) => of(one)),
    0.5,
  );
const cpu = (name: string) => median(({ cpuMs }) => cpuMs[name] ?? 0);
const bytes = (name: string) => median(({ bytesPerCall }) => bytesPerCall[name] ?? 0);
const transitions = median(({ history }) => history?.stateTransitions ?? 0);
const ofStore = (name: string) => median(({ postgres }) => postgres['store']?.[name] ?? 0);

const calls = (perDay: number) => perDay / (hours * 3_600);
const atPeak = (perDay: number) => calls(perDay) * peak;
const cores = (name: string) => (perDay: number) =>
  ((atPeak(perDay) * cpu(name)) / 1_000 / BUSY).toFixed(1);
const daily = (each: number) => (perDay: number) => ((perDay * each) / GB).toFixed(1);
const rate = (each: number) => (perDay: number) => (atPeak(perDay) * each).toFixed(0);

const lines: [string, (perDay: number) => string][] = [
  ['calls a second, mean', (perDay) => calls(perDay).toFixed(0)],
  ['… at the peak', (perDay) => atPeak(perDay).toFixed(0)],
  ['webhooks a second at the peak', rate(WEBHOOKS)],
  ['state transitions of Temporal a second', rate(transitions)],
  ['statements a second', rate(statements)],
  ['transactions that write, a second', rate(ofStore('writes'))],
  ['Postgres’s log, MB/s', (perDay) => ((atPeak(perDay) * ofStore('walBytes')) / 1e6).toFixed(1)],
  ['cores: workers', cores('worker')],
  ['cores: servers', cores('server')],
  ['cores: Temporal', cores('temporal')],
  ['cores: Postgres', cores('store')],
  ['the store grows, GB a day', daily(bytes('store'))],
  ['Temporal keeps, GB for a day of retention', daily(bytes('temporal'))],
  ['Postgres’s log, GB a day', daily(ofStore('walBytes'))],
  ['cells', (perDay) => Math.ceil(atPeak(perDay) / (cell * OF_CELL)).toFixed(0)],
];
const head = ['', ...days.map((perDay) => `${perDay.toLocaleString('en')} a day`)];
const rows = [
  head,
  head.map((_, column) => (column === 0 ? '---' : '--:')),
  ...lines.map(([what, of]) => [what, ...days.map((perDay) => of(perDay))]),
];
console.log(rows.map((row) => `| ${row.join(' | ')} |`).join('\n'));

function figuresIn(file: string): Figures[] {
  const { rows: measured } = JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] };
  const found = measured.filter(({ system }) => system === SYSTEM);
  return found.length > 0
    ? found.map(({ figures: one }) => one)
    : refuse(
        `${file} has no run of "${SYSTEM}"; npm run bench -- --store postgres --json makes one`,
      );
}
