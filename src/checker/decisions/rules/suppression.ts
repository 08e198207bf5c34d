/** Suppression lists: which were asked, in which version, and what they held. */
import type { FileLine } from '../decision-lines.ts';
import { millisOr, type Judged, type Rule } from '../rule.ts';

interface Entry {
  list: string;
  version: number;
  untilMs: number;
}

export class Suppression implements Rule {
  readonly id = 'LISTS';
  readonly rule =
    'no POST to a number on a list that counts, no old version of a list, and no copy of a registry that is too old';
  readonly #entries = new Map<string, Entry[]>();
  #newest = 0;

  take(line: FileLine): void {
    if (line.type !== 'suppressed' || line.number === null) return;
    const { list, version } = line;
    const others = (this.#entries.get(line.number) ?? []).filter((entry) => entry.list !== list);
    const untilMs = millisOr(line.until, Infinity);
    this.#entries.set(line.number, [...others, { list, version, untilMs }]);
  }

  judge({ line, record, inForce, decidedMs }: Judged): string[] {
    const { suppression } = record;
    const named = inForce.suppression_lists;
    const asks = (list: string) => named === null || named.includes(list);
    const faults = this.#askedFaults(record, named);
    for (const { list, good_until: until } of suppression.lists)
      if (asks(list) && until !== undefined && Date.parse(until) < decidedMs)
        faults.push(`list ${list} was a copy of a registry that was good until ${until}`);
    for (const list of suppression.found_on.filter(asks))
      faults.push(`the number was found on list ${list}, which the policy asks`);
    const entries = line.number === null ? [] : (this.#entries.get(line.number) ?? []);
    for (const { list, version, untilMs } of entries) {
      if (!asks(list) || version > suppression.version || untilMs <= decidedMs) continue;
      if (!suppression.found_on.includes(list))
        faults.push(
          `the number was on list ${list} since version ${version}, and version ${suppression.version} was asked`,
        );
    }
    return faults;
  }

  #askedFaults({ suppression }: Judged['record'], named: string[] | null): string[] {
    const faults: string[] = [];
    // A change of a list has the database for itself, so no later decision asks an older version.
    if (suppression.version < this.#newest)
      faults.push(
        `version ${suppression.version} of the lists was asked, after version ${this.#newest}`,
      );
    this.#newest = Math.max(this.#newest, suppression.version);
    const asked = suppression.every_list
      ? 'every list'
      : suppression.lists
          .map(({ list }) => list)
          .toSorted()
          .join();
    const expected = named === null ? 'every list' : [...new Set(named)].toSorted().join();
    if (asked !== expected)
      faults.push(`it asked ${asked || 'no list'}, and the policy names ${expected || 'no list'}`);
    return faults;
  }
}
