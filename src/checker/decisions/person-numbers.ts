/** Which numbers the caps of a decision count: its own, and with `count_by: person` all of the person. */
import type { DecisionLine, FileLine } from './decision-lines.ts';
import { millis, type Judged } from './rule.ts';

export class PersonNumbers {
  /** By person: each number, and since when it is known as theirs. */
  readonly #numbers = new Map<string, Map<string, number>>();

  take(line: FileLine): void {
    if (line.type !== 'person' || line.number === null) return;
    const numbers = this.#numbers.get(line.person) ?? new Map<string, number>();
    this.#numbers.set(line.person, numbers.set(line.number, millis(line.since)));
  }

  countedFor({ line, policy, decidedMs }: Judged): string[] {
    const { person = null } = line.contact;
    if (policy.caps.count_by !== 'person' || person === null) return numberOf(line);
    const theirs = [...(this.#numbers.get(person) ?? [])];
    const known = theirs.filter(([, sinceMs]) => sinceMs < decidedMs).map(([number]) => number);
    return [...new Set([...numberOf(line), ...known])];
  }
}

const numberOf = ({ number }: DecisionLine): string[] => (number === null ? [] : [number]);
