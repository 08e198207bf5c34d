/** What a run has shown, as Markdown. */
import { loadavg } from 'node:os';
import type { ScaleOptions, ScaleRun } from './run-scale.ts';

export function reportOf(options: ScaleOptions, run: ScaleRun): string {
  const { contacts, workers, seed, timeFactor } = options;
  const load = loadavg().map((value) => value.toFixed(1));
  const people = Object.entries(run.contacts).map(([what, count]) => `${what} ${count}`);
  return [
    `\`npm run scale -- --contacts ${contacts} --workers ${workers} --seed ${seed} --time-factor ${timeFactor}\``,
    '',
    `${run.holds ? 'Every check holds.' : 'VIOLATED.'} ${(run.dialledMs / 1_000).toFixed(0)} s from the start of the campaigns to the end of the last; Node ${process.versions.node}, ${run.cpus}, load at the end ${load.join(', ')}.`,
    `Contacts: ${people.join(', ')}. Meanwhile: ${run.done.join('; ')}.`,
    '',
  ].join('\n');
}
