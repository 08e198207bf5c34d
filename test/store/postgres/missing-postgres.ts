/** Where no Postgres is installed, a run in CI fails, and one on a laptop says at its end what it left out. */
import { postgresPrograms } from './postgres-server.ts';

const MISSING =
  'no Postgres is installed here: apt-get install postgresql, or put initdb on the PATH';

export function setup(): (() => void) | undefined {
  if (postgresPrograms() !== undefined) return undefined;
  if (process.env['CI']) throw new Error(MISSING);
  return () => console.warn(`The tests on Postgres were skipped, because ${MISSING}.`);
}
