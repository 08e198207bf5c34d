/** Tables in Markdown: medians over the rounds, with the least and the most. */
import { cpus, totalmem } from 'node:os';
import { table } from '../../../src/terminal/table.ts';
import { systemCpuMs, type Figures } from './measure.ts';
import { percentile } from './process-cost.ts';
import type { Load } from './system.ts';

export interface Row {
  round: number;
  system: string;
  /** The floor that it is compared with: on the same Temporal server. */
  floor: string;
  figures: Figures;
}

type Measure = [name: string, of: (figures: Figures) => number, digits: number];

const ofPostgres = (name: string, key: string): Measure[] => [
  [`${name}, statements/call`, ({ postgres }) => postgres[key]?.['statements'] ?? Number.NaN, 1],
  [`${name}, commits/call`, ({ postgres }) => postgres[key]?.['commits'] ?? Number.NaN, 1],
  [
    `${name}, writing transactions/call`,
    ({ postgres }) => postgres[key]?.['writes'] ?? Number.NaN,
    1,
  ],
  [
    `${name}, transactions taken back/call`,
    ({ postgres }) => postgres[key]?.['rollbacks'] ?? Number.NaN,
    3,
  ],
  [
    `${name}, Postgres log flushes/call`,
    ({ postgres }) => postgres[key]?.['flushes'] ?? Number.NaN,
    1,
  ],
  [
    `${name}, Postgres log bytes/call`,
    ({ postgres }) => postgres[key]?.['walBytes'] ?? Number.NaN,
    0,
  ],
];

const MEASURES: Measure[] = [
  ['calls/s', ({ perSecond }) => perSecond, 1],
  ['calls/s, whole run', ({ wholePerSecond }) => wholePerSecond, 1],
  ['CPU ms/call', systemCpuMs, 1],
  ['… worker', ({ cpuMs }) => cpuMs['worker'] ?? Number.NaN, 1],
  ['… server or ingress', ({ cpuMs }) => cpuMs['server'] ?? Number.NaN, 1],
  ['… Temporal', ({ cpuMs }) => cpuMs['temporal'] ?? Number.NaN, 1],
  ['… Temporal’s Postgres', ({ cpuMs }) => cpuMs['temporalStore'] ?? Number.NaN, 1],
  ['… Postgres, Restate, Redis', ({ cpuMs }) => cpuMs['store'] ?? Number.NaN, 1],
  ['… stub (not counted)', ({ cpuMs }) => cpuMs['stub'] ?? Number.NaN, 1],
  ['ack p50 ms', ({ ackMs }) => ackMs.p50, 1],
  ['ack p99 ms', ({ ackMs }) => ackMs.p99, 1],
  ['webhooks sent again', ({ retries }) => retries, 0],
  ['events', ({ history }) => history?.events ?? Number.NaN, 1],
  ['Actions', ({ history }) => history?.actions ?? Number.NaN, 1],
  ['workflow tasks', ({ history }) => history?.workflowTasks ?? Number.NaN, 1],
  ['state transitions', ({ history }) => history?.stateTransitions ?? Number.NaN, 1],
  ['history bytes', ({ history }) => history?.bytes ?? Number.NaN, 0],
  ['Temporal bytes/call', ({ bytesPerCall }) => bytesPerCall['temporal'] ?? Number.NaN, 0],
  ['store bytes/call', ({ bytesPerCall }) => bytesPerCall['store'] ?? Number.NaN, 0],
  ...ofPostgres('store', 'store'),
  ['store, waits for locks ms/call', ({ lockWaitMs }) => lockWaitMs, 1],
  ...ofPostgres('Temporal', 'temporal'),
  ['RSS worker MB', ({ peakRssMb }) => peakRssMb['worker'] ?? Number.NaN, 0],
  ['RSS server MB', ({ peakRssMb }) => peakRssMb['server'] ?? Number.NaN, 0],
  ['RSS Temporal MB', ({ peakRssMb }) => peakRssMb['temporal'] ?? Number.NaN, 0],
  ['RSS Temporal’s Postgres MB', ({ peakRssMb }) => peakRssMb['temporalStore'] ?? Number.NaN, 0],
  ['RSS Postgres, Restate, Redis MB', ({ peakRssMb }) => peakRssMb['store'] ?? Number.NaN, 0],
  ['agent idle p50 ms', ({ agentIdleMs }) => agentIdleMs.p50, 0],
  ['agent idle p99 ms', ({ agentIdleMs }) => agentIdleMs.p99, 0],
];

/** What the others are compared with, where it is among them. */
const BASES: [name: string, of: (row: Row) => string][] = [
  ['floor', ({ floor }) => floor],
  ['DBOS', () => 'dbos'],
];

export function report(
  rows: readonly Row[],
  asked: { load: Load; temporal: readonly string[]; versions: readonly string[] },
): string {
  const { load, temporal, versions } = asked;
  const systems = [...new Set(rows.map(({ system }) => system))];
  const head = ['', ...systems];
  const body = MEASURES.map(([name, of, digits]) => [
    name,
    ...systems.map((system) => spread(valuesOf(rows, system, of), digits)),
  ]);
  const ratios = BASES.filter(([, of]) => rows.some((row) => systems.includes(of(row)))).map(
    ([name, of]) => [
      `× ${name}`,
      ...systems.map((system) => spread(ratiosTo(of, rows, system), 2)),
    ],
  );
  const pace = load.perSecond > 0 ? `${load.perSecond} calls a second` : 'as fast as they go';
  return [
    `${load.calls} calls, ${load.inFlight} in flight, ${pace}`,
    ...temporal,
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}`,
    ...versions,
    '',
    table([head, ...body, ...ratios]),
  ].join('\n');
}

const valuesOf = (rows: readonly Row[], system: string, of: (figures: Figures) => number) =>
  rows.filter((row) => row.system === system).map(({ figures }) => of(figures));

/** Each to that one of its own round. */
function ratiosTo(of: (row: Row) => string, rows: readonly Row[], system: string): number[] {
  return rows
    .filter((row) => row.system === system)
    .flatMap((row) => {
      const other = rows.find(({ system, round }) => system === of(row) && round === row.round);
      return other ? [row.figures.perSecond / other.figures.perSecond] : [];
    });
}

function spread(values: readonly number[], digits: number): string {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return '–';
  const middle = percentile(known, 0.5).toFixed(digits);
  if (known.length === 1) return middle;
  return `${middle} (${Math.min(...known).toFixed(digits)}–${Math.max(...known).toFixed(digits)})`;
}
