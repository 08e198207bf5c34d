/** How long a number rests after what people said of its calls. */
import { outcomeFaults, outcomesReachMs, type SaidOutcome } from '../../limits/number-caps.ts';
import type { FileLine } from '../decision-lines.ts';
import { PersonNumbers } from '../person-numbers.ts';
import { millis, type Graces, type Judged, type Rule } from '../rule.ts';

interface Said extends SaidOutcome {
  saidMs: number;
}

export class Outcomes implements Rule {
  readonly id = 'OUTCOMES';
  readonly rule =
    'no number is dialled too soon after a conversation, a refusal, or a machine or a silent call';
  /** By number. They stand before the placements that they may forbid. */
  readonly #said = new Map<string, Map<string, Said>>();
  readonly #persons = new PersonNumbers();
  readonly #graceMs: number;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  take(line: FileLine): void {
    this.#persons.take(line);
    if (line.type !== 'outcome' || line.number === null) return;
    const ofNumber = this.#said.get(line.number) ?? new Map<string, Said>();
    this.#said.set(line.number, ofNumber);
    const { ref, group, ended_at: ended, said_at: said } = line;
    ofNumber.set(ref, { group, endedMs: millis(ended), saidMs: millis(said) });
  }

  judge(judged: Judged): string[] | undefined {
    const { line, policy, decidedMs, ref } = judged;
    if (line.number === null || outcomesReachMs(policy.caps) === 0) return undefined;
    const ofNumbers = this.#persons.countedFor(judged).map((each) => this.#said.get(each) ?? []);
    const said = ofNumbers
      .flatMap((of) => [...of])
      .flatMap(([of, each]) =>
        of !== ref && each.saidMs < decidedMs - this.#graceMs ? [each] : [],
      );
    return outcomeFaults(policy.caps, said, decidedMs);
  }
}
