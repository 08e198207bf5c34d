/** What a run shows: a line for each step. */
import { table } from '../../../src/terminal/table.ts';
import type { ProcessCost, StepCost } from './step-cost.ts';

const HEAD = [
  'step',
  'seconds',
  ...['server', 'worker'].flatMap((name) => [
    `${name} RSS MB`,
    'halt ms',
    'CPU ms',
    'over 50',
    'CPU s',
  ]),
  'log MB',
  'logged MB',
  'store MB',
  'outcome',
];
const FIGURES = HEAD.map((_, column) => column).slice(1, -1);

/** "halt" is the longest of the process's event loop, "CPU ms" the most that it used at a stretch, "over 50" how many were longer than 50 ms. */
export const stepTable = (steps: readonly StepCost[]): string =>
  table([HEAD, ...steps.map(rowOf)], FIGURES);

/** What is printed when a step is over: the table comes last. */
export function stepLine({ step, seconds, outcome, hasFailed, server, worker }: StepCost): string {
  const cost = (name: string, seen: ProcessCost | undefined) =>
    seen === undefined
      ? `${name} ended`
      : `${name} ${seen.peakRssMb.toFixed(0)} MB, halt ${seen.longestMs.toFixed(0)} ms`;
  const seen = [cost('server', server), cost('worker', worker)].join('; ');
  return `${step}: ${seconds.toFixed(1)} s; ${seen}; ${hasFailed ? 'failed: ' : ''}${outcome}`;
}

const rowOf = (cost: StepCost): string[] => [
  cost.step,
  cost.seconds.toFixed(1),
  ...processCells(cost.server),
  ...processCells(cost.worker),
  cost.largestLogMb.toFixed(0),
  cost.loggedMb === undefined ? '–' : cost.loggedMb.toFixed(0),
  cost.storedMb.toFixed(0),
  cost.hasFailed ? `failed: ${cost.outcome}` : cost.outcome,
];

function processCells(cost: ProcessCost | undefined): string[] {
  if (cost === undefined) return ['ended', '–', '–', '–', '–'];
  return [
    cost.peakRssMb.toFixed(0),
    cost.longestMs.toFixed(0),
    cost.mostCpuMs.toFixed(0),
    String(cost.overGoal),
    cost.cpuSeconds.toFixed(1),
  ];
}

/** Calls a second, in the first minute, the whole time and the last minute: what grows with the calls that were made shows here. */
export function callRates(endedEachSecond: readonly number[]): string {
  const all = endedEachSecond.length - 1;
  if (all < 1) return '–';
  const rate = (from: number, to: number) =>
    ((endedEachSecond[to]! - endedEachSecond[from]!) / Math.max(1, to - from)).toFixed(1);
  const minute = Math.min(60, all);
  return `${rate(0, all)} calls/s (first minute ${rate(0, minute)}, last ${rate(all - minute, all)})`;
}
