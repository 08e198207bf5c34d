import type { Check } from '../check.ts';
import { nameOf, placedUnderRules, rangCustomer } from '../limits/departures.ts';
import { durationMs } from '../limits/duration.ts';
import type { RedialRules } from '../limits/limits.ts';

export const attemptsBounded: Check = {
  id: 'I11d',
  rule: 'no contact is called more often, or earlier, than its redial rules allow (client’s log)',
  find(evidence) {
    const earlyMs = evidence.client?.clockErrorMs ?? 0;
    const placed = placedUnderRules(evidence).filter(({ call }) => call.contact !== undefined);
    const byContact = Map.groupBy(placed, ({ call }) => `${call.campaign}.${call.contact}`);
    const violations = [...byContact.values()].flatMap((calls) =>
      calls.flatMap((one, index) => faultsOf(one, calls.slice(0, index), earlyMs)),
    );
    return { cases: placed.length, violations };
  },
};

type Placed = ReturnType<typeof placedUnderRules>[number];

/** `earlyMs`: a redial may come this much too early, because a clock may have stepped ahead. */
function faultsOf(one: Placed, before: Placed[], earlyMs: number): string[] {
  const { max_attempts: attempts, max_calls: most } = one.rules.redial;
  const rang = before.filter(({ carrier }) => rangCustomer(carrier)).length;
  const faults: string[] = [];
  if (before.length >= most)
    faults.push(`call ${before.length + 1} of its contact, at most ${most}`);
  if (rang >= attempts) faults.push(`attempt ${rang + 1} of its contact, at most ${attempts}`);
  const last = before.at(-1);
  if (last) faults.push(...tooSoon(one, last, earlyMs));
  return faults.map((fault) => `${nameOf(one)}: ${fault}`);
}

/** A reached contact is not called again. Otherwise the delay of some rule must have passed since the end. */
function tooSoon(one: Placed, { carrier, rules }: Placed, earlyMs: number): string[] {
  if (carrier.states.at(-1) === 'completed') return ['its contact was reached before'];
  if (carrier.endedAtMs === null) return [];
  const delays = delaysOf(rules.redial, carrier.states.includes('bridged'));
  const waitedMs = one.post.atMs - carrier.endedAtMs;
  const least = Math.min(...delays);
  return waitedMs >= least - earlyMs
    ? []
    : [`${waitedMs} ms after the last call, redialled after ${least} ms`];
}

/** The rule for agents who did not answer never applies to a contact who talked. */
function delaysOf(
  { customer_unreached, agent_unreached, dropped }: RedialRules,
  talked: boolean,
): number[] {
  const ofCustomer = [customer_unreached, dropped];
  const rules = [...ofCustomer, ...(talked ? [] : [agent_unreached])].filter(
    (rule) => rule !== null,
  );
  return rules.map(({ after }) => durationMs(after));
}
