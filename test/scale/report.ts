/** What a run has shown, as Markdown. */
import { loadavg } from 'node:os';
import type { DatabaseFigures } from '../faults/database-server.ts';
import type { ScaleOptions, ScaleRun } from './run-scale.ts';

export function reportOf(options: ScaleOptions, run: ScaleRun): string {
  const { engine, contacts, servers, workers, seed, timeFactor } = options;
  const load = loadavg().map((value) => value.toFixed(1));
  const people = Object.entries(run.contacts).map(([what, count]) => `${what} ${count}`);
  return [
    `\`npm run scale -- --engine ${engine} --contacts ${contacts} --workers ${workers} --servers ${servers} --seed ${seed} --time-factor ${timeFactor}\``,
    '',
    `${run.holds ? 'Every check holds.' : 'VIOLATED.'} ${(run.dialledMs / 1_000).toFixed(0)} s from the start of the campaigns to the end of the last; Node ${process.versions.node}, ${run.cpus}, load at the end ${load.join(', ')}.`,
    `${run.calls} calls. Contacts: ${people.join(', ')}. Meanwhile: ${run.done.join('; ')}.`,
    ...(run.database ? [ofPostgres(run.database, run.calls)] : []),
    '',
  ].join('\n');
}

function ofPostgres(
  { deadlocks, commits, writes, rollbacks, retries, walBytes, bytes }: DatabaseFigures,
  calls: number,
): string {
  const perCall = (value: number) => (value / calls).toFixed(1);
  return (
    `Postgres: ${deadlocks} deadlocks, ${retries} units of work run again; a call: ${perCall(commits)} transactions, ${perCall(writes)} of them wrote, ` +
    `${perCall(rollbacks)} rolled back, ${perCall(walBytes / 1_024)} KiB of WAL. ` +
    `The database has ${(bytes / 2 ** 20).toFixed(0)} MiB.`
  );
}
