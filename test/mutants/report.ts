/** The table of mutants, as Markdown. */
import type { Mutant } from './mutant.ts';
import type { Baseline, Tried } from './trying.ts';

export interface Row {
  mutant: Mutant;
  tried: Tried;
}

const LONGEST_EVIDENCE = 110;

export function table(
  rows: Row[],
  { baselines, tookMs }: { baselines: Baseline[]; tookMs: number },
): string {
  const caught = rows.filter(({ tried }) => tried.caught);
  const byTests = caught.filter(({ mutant }) => mutant.caught.by === 'tests').length;
  const held = baselines.filter(({ why }) => why === undefined).length;
  return [
    `${caught.length} of ${rows.length} mutants caught, ${caught.length - byTests} by the checker and ${byTests} by tests; ` +
      `${held} of ${baselines.length} scenarios hold without a mutant; ${(tookMs / 60_000).toFixed(1)} minutes.`,
    '',
    '| Mutant | Promise | Scenario | Caught by | Seconds |',
    '| ------ | ------- | -------- | --------- | ------: |',
    ...rows.map(rowOf),
    '',
  ].join('\n');
}

function rowOf({ mutant: { name, does, breaks, caught }, tried }: Row): string {
  const scenario = caught.by === 'checker' ? caught.scenario : 'tests';
  const said = tried.caught ? short(tried.evidence) : `**survived**: ${short(tried.evidence)}`;
  const seconds = (tried.tookMs / 1_000).toFixed(1);
  return `| \`${name}\`: ${does} | ${breaks} | ${scenario} | ${cell(said)} | ${seconds} |`;
}

const short = (text: string): string =>
  text.length > LONGEST_EVIDENCE ? `${text.slice(0, LONGEST_EVIDENCE)} …` : text;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
