/** Reads the folder of a soak that has ended, and says whether it holds. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../faults.ts';
import { holds, trendsOf, type Trend } from './flatness.ts';
import { KILLS, SAMPLES, VERDICT, type Kill, type SoakVerdict } from './run-soak.ts';
import type { Sample } from './sample.ts';

export interface SoakReport {
  holds: boolean;
  /** Markdown. */
  text: string;
  /** How long it dialled. */
  minutes: number;
  endedAt: Date;
  samples: Sample[];
  kills: Kill[];
}

/** @throws where the run has not ended, so that there is no verdict */
export function reportOf(folder: string, engine: Engine): SoakReport {
  const verdict = JSON.parse(readFileSync(join(folder, VERDICT), 'utf8')) as SoakVerdict;
  const samples = linesOf<Sample>(join(folder, SAMPLES));
  const kills = linesOf<Kill>(join(folder, KILLS));
  const trends = trendsOf(samples, engine);
  const isRight = verdict.checkerHolds && verdict.problems.length === 0;
  const { total } = samples.findLast(({ calls }) => calls !== null)?.calls ?? { total: 0 };
  const dialled = inMinutes(verdict.dialledMs);
  const text = [
    `${total} calls in ${dialled} minutes, all at rest ${inMinutes(verdict.restMs)} minutes later. Killed: ${kills.map(({ who }) => who).join(', ')}.`,
    `The checker: ${verdict.checkerHolds ? 'every check holds (no second POST, no lost call, every cost)' : '**violated**, see checker.txt'}.`,
    ...verdict.problems.map((problem) => `- ${problem}`),
    '',
    '| What | Seen | At most | Middle third | Last third | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...trends.map(rowOf),
    '',
  ].join('\n');
  return {
    holds: isRight && trends.every(holds),
    text,
    minutes: dialled,
    endedAt: statSync(join(folder, VERDICT)).mtime,
    samples,
    kills,
  };
}

function rowOf(trend: Trend): string {
  const { what, unit, seen, most, middle, last, measured } = trend;
  const cells = [
    what,
    seen === null ? 'too few samples' : shown(seen, unit),
    shown(most, unit),
    shown(middle, measured),
    shown(last, measured),
    holds(trend) ? 'holds' : '**does not hold**',
  ];
  return `| ${cells.join(' | ')} |`;
}

const shown = (value: number, unit: string): string =>
  `${Number(value.toPrecision(3))} ${unit}`.trim();

function linesOf<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

const inMinutes = (ms: number): number => Math.round(ms / 60_000);
