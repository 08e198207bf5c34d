import type { Check } from '../check.ts';
import { nameOf, placedUnderRules, rangCustomer } from '../departures.ts';
import { durationMs, type RedialRules } from '../limits.ts';

export const attemptsBounded: Check = {
  id: 'I11d',
  says: 'no contact is called more often, or sooner again, than its redial rules allow (client’s log)',
  find(evidence) {
    const placed = placedUnderRules(evidence).filter(({ call }) => call.contact !== undefined);
    const byContact = Map.groupBy(placed, ({ call }) => `${call.campaign}.${call.contact}`);
    const violations = [...byContact.values()].flatMap((calls) => calls.flatMap(faultsOf));
    return { looked: placed.length, violations };
  },
};

type Placed = ReturnType<typeof placedUnderRules>[number];

function faultsOf(one: Placed, index: number, calls: Placed[]): string[] {
  const { max_attempts: attempts, max_calls: most } = one.rules.redial;
  const before = calls.slice(0, index);
  const rang = before.filter(({ carrier }) => rangCustomer(carrier)).length;
  const faults: string[] = [];
  if (index >= most) faults.push(`call ${index + 1} of its contact, at most ${most}`);
  if (rang >= attempts) faults.push(`attempt ${rang + 1} of its contact, at most ${attempts}`);
  const last = before.at(-1);
  if (last) faults.push(...tooSoon(one, last));
  return faults.map((fault) => `${nameOf(one)}: ${fault}`);
}

/** Who was reached is not called again; else some rule's delay must have passed since the end. */
function tooSoon(one: Placed, { carrier, rules }: Placed): string[] {
  if (carrier.states.at(-1) === 'completed') return ['its contact was reached before'];
  if (carrier.endedAtMs === null) return [];
  const delays = delaysOf(rules.redial);
  const waitedMs = one.post.atMs - carrier.endedAtMs;
  const least = Math.min(...delays);
  return waitedMs >= least
    ? []
    : [`${waitedMs} ms after the last call, redialled after ${least} ms`];
}

function delaysOf({ customer_unreached, agent_unreached, dropped }: RedialRules): number[] {
  const rules = [customer_unreached, agent_unreached, dropped].filter((rule) => rule !== null);
  return rules.map(({ after }) => durationMs(after));
}
