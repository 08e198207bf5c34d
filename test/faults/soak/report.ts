/** Reads the folder of a soak that has ended, and says whether it holds. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../faults.ts';
import { holds, trendsOf, type Trend } from './flatness.ts';
import { KILLS, SAMPLES, VERDICT, type Kill, type SoakVerdict } from './run-soak.ts';
import type { Sample } from './sample.ts';

export interface SoakReport {
  holds: boolean;
  /** Markdown. */
  text: string;
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
  const text = [
    `${total} calls in ${minutes(verdict.dialledMs)} minutes, at rest ${minutes(verdict.restMs)} minutes later;`,
    `kills: ${kills.map(({ who }) => who).join(', ')}.`,
    `The checker: ${verdict.checkerHolds ? 'all checks hold' : 'VIOLATED, see checker.txt'}.`,
    ...verdict.problems,
    '',
    '| What | Seen | At most | Middle third | Last third | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...trends.map(rowOf),
    '',
  ].join('\n');
  return { holds: isRight && trends.every(holds), text, samples, kills };
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

const minutes = (ms: number): string => (ms / 60_000).toFixed(0);
