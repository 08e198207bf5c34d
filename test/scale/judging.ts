/** The checker's verdict, from the carrier's ledger, the store's export and the client's log. */
import { verdictOn, withRecordings, type Verdict } from '../faults/verdict.ts';

/** So many of the contacts must have been called: the rest is shut, suppressed, or beyond the budget. */
const LEAST_CALLED = 0.7;

/** A POST that was decided on leaves within three seconds or not at all; see docs/reliability.md. */
const GRACE = ['--stop-grace-ms', '3000'];

/** @throws as `verdictOn` */
export function judge(
  folder: string,
  root: string,
  { contacts, database }: { contacts: number; database: string | undefined },
): Promise<Verdict> {
  const floors = ['--at-least-calls', String(Math.floor(contacts * LEAST_CALLED))];
  return verdictOn({ base: root, root, folder, ...(database ? { database } : {}) }, [
    '--finished',
    ...withRecordings(folder),
    ...floors,
    ...GRACE,
  ]);
}
