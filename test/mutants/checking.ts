/** What the checker finds in the records of a mutant's run. */
import { evidenceIn, type Evidence } from '../faults/evidence.ts';
import { verdictOn, withRecordings, type Places } from '../faults/verdict.ts';

/** @throws as `verdictOn` */
export async function violationsIn(places: Places): Promise<Evidence> {
  const { said } = await verdictOn(places, withRecordings(places.folder));
  return evidenceIn(said);
}
