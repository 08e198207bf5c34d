/** While the account is on hold, only its probes may be placed: as many, and as far apart, as the hold's rule allows. */
import { Changes } from '../changes.ts';
import type { AccountLine, DecisionLine, FileLine, ProbeRecord } from '../decision-lines.ts';
import { expectedRule, ruleOf } from './hold-rules.ts';
import { millis, millisOr, show, type Graces, type Judged, type Rule } from '../rule.ts';

interface Probe {
  id: number;
  ref: string;
  intentMs: number;
  leaseUntilMs: number;
  outcome: DecisionLine['outcome'];
  /** Infinity: not answered. */
  answeredMs: number;
}

type Hold = NonNullable<AccountLine['hold']>;

/** The carrier refuses the account, and not the call. */
const OF_THE_ACCOUNT = [402, 403, 409];

export class Holds implements Rule {
  readonly id = 'HOLD';
  readonly rule = 'no POST during a hold of the account, except the probes that its rule allows';
  readonly #account = new Changes<AccountLine>();
  /** By the instant at which their hold was opened. */
  readonly #probes = new Map<string, Probe[]>();
  readonly #graceMs: number;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  take(line: FileLine): void {
    if (line.type === 'account') this.#account.lines.push(line);
    if (line.type === 'probe' || line.type === 'decision') this.#noteProbe(line);
  }

  #noteProbe({ sealed, outcome }: Pick<DecisionLine, 'sealed' | 'outcome'>): void {
    const hold = sealed.decision?.hold;
    if (hold?.state !== 'probe') return;
    const others = this.#probes.get(hold.opened_at) ?? [];
    const probe = {
      id: sealed.id,
      ref: sealed.ref,
      intentMs: millis(sealed.intent_at),
      leaseUntilMs: millis(hold.lease_until),
      outcome,
      answeredMs: millisOr(outcome.at, Infinity),
    };
    this.#probes.set(hold.opened_at, [...others, probe]);
  }

  judge({ line, ref, record, decidedMs }: Judged): string[] | undefined {
    const { id } = line.sealed;
    const account = this.#account.before(id);
    const hold = account?.hold ?? null;
    if (record.hold.state !== 'probe') {
      if (hold === null) return undefined;
      return [
        `decided at ${show(decidedMs)}, not as the probe of the hold (${hold.reason}) that was opened at ${hold.opened_at}`,
      ];
    }
    if (hold === null || record.hold.opened_at !== hold.opened_at)
      return [
        `it is said to be the probe of a hold of ${record.hold.opened_at}, and there was none`,
      ];
    const before = (this.#probes.get(hold.opened_at) ?? []).filter((probe) => probe.id < id);
    return [
      ...expectedRule(record.hold, hold, account!.hold_rules),
      ...this.#faults(record.hold, { hold, before, ref, decidedMs }),
    ];
  }

  #faults(
    said: ProbeRecord,
    facts: { hold: Hold; before: readonly Probe[]; ref: string; decidedMs: number },
  ): string[] {
    const { hold, before, ref, decidedMs } = facts;
    const rule = ruleOf(said);
    if (rule === undefined) return ['a person lifts this hold, and no probe is allowed'];
    const openedMs = millis(hold.opened_at);
    const known = this.#refusedBefore(before, openedMs, decidedMs);
    const refused = Math.max(known.refused, said.refused_probes);
    const faults: string[] = [];
    if (said.refused_probes < known.refused)
      faults.push(
        `${said.refused_probes} refused probes are said before it, and the file has ${known.refused}`,
      );
    if (rule.mostProbes !== null && refused >= rule.mostProbes)
      faults.push(
        `${refused} probes were refused before it, and the rule allows ${rule.mostProbes}`,
      );
    if (decidedMs >= openedMs + rule.longestTimeMs)
      faults.push(
        `decided after the longest time of the hold that was opened at ${hold.opened_at}`,
      );
    const fromMs = Math.max(known.waitFromMs, millis(said.wait_from));
    const waitMs = rule.waitMs(refused);
    if (decidedMs < fromMs + waitMs)
      faults.push(
        `decided ${decidedMs - fromMs} ms after ${show(fromMs)}, and the probe after ${refused} refused ones waits ${waitMs} ms`,
      );
    const other = before.find(
      (probe) =>
        probe.ref !== ref &&
        probe.answeredMs > decidedMs + this.#graceMs &&
        probe.leaseUntilMs > decidedMs,
    );
    if (other) faults.push(`decided while call ${other.ref} was the probe, and had no answer yet`);
    return faults;
  }

  /** By the answers in the file that were surely known then. A refusal of a POST from before another one does not count. */
  #refusedBefore(before: readonly Probe[], openedMs: number, decidedMs: number) {
    const last = before.at(-1);
    const answered = before
      .filter(({ answeredMs }) => answeredMs < decidedMs - this.#graceMs)
      .toSorted((one, other) => one.answeredMs - other.answeredMs);
    let refused = 0;
    let waitFromMs = openedMs;
    let changedMs = openedMs;
    for (const probe of answered) {
      const { state, status } = probe.outcome;
      const isRefused = state === 'refused' && OF_THE_ACCOUNT.includes(status ?? 0);
      if (isRefused && probe.intentMs >= changedMs) {
        refused += 1;
        waitFromMs = changedMs = probe.answeredMs;
      }
      // The wait starts again where the last probe had no clear answer.
      if (!isRefused && state !== 'accepted' && probe === last)
        waitFromMs = Math.max(waitFromMs, probe.answeredMs);
    }
    return { refused, waitFromMs };
  }
}
