/** Which Temporal server the processes of a schedule use, and what of our own environment they get. */
import { findTemporal } from '../../src/dev/temporal/find-temporal.ts';
import { reportTo } from '../../src/terminal/progress-reporter.ts';

export async function findTemporalProgram(): Promise<string> {
  const source = await findTemporal({ env: ownEnvironment(), reporter: reportTo(process.stderr) });
  if (source.kind === 'binary') return source.path;
  throw new Error('no program of a Temporal server was found');
}

/** Settings for another server, or of the person who runs this, must not leak in. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEMPORAL|DIALWRIGHT)_/.test(name),
  );
  return Object.fromEntries(kept);
}
