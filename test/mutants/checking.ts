/** What the checker finds in the records of a run. */
import { evidenceIn, casesIn, type Evidence } from '../faults/evidence.ts';
import { verdictOn, withRecordings, type Places } from '../faults/verdict.ts';

/** @throws as `verdictOn` */
export async function checked(
  places: Places,
): Promise<{ violations: Evidence; cases: Map<string, number> }> {
  const { said } = await verdictOn(places, ['--finished', ...withRecordings(places.folder)]);
  return { violations: evidenceIn(said), cases: casesIn(said) };
}
