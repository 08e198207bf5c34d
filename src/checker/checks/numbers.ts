import type { Check, Evidence } from '../check.ts';
import {
  departuresUnderRules,
  isLive,
  nameOf,
  placedUnderRules,
  rangCustomer,
  type Departure,
} from '../limits/departures.ts';
import { localTime } from '../limits/local-time.ts';
import { capFaults, capsReachMs, gapFaults } from '../limits/number-caps.ts';
import { isOpen } from '../limits/open-hours.ts';
import { suppressionsIn, type Suppressed } from '../limits/suppressed.ts';
import type { CarrierCall } from '../records/ledger.ts';

export const suppressionsKept: Check = {
  id: 'I8c',
  rule: 'no POST to a number once its suppression was answered (client’s log)',
  find(evidence) {
    const spans = suppressionsIn(evidence.client);
    const departures = departuresUnderRules(evidence).filter(({ call }) => spans.has(call.number));
    const violations = departures.flatMap((one) => {
      const hit = spans.get(one.call.number)!.find((span) => isSuppressed(span, one, evidence));
      return hit ? [`${nameOf(one)}: ${one.call.number} was on list ${hit.list}`] : [];
    });
    return { cases: [...spans.values()].flat().length, violations };
  },
};

export const numberCaps: Check = {
  id: 'CAPS',
  rule: 'no number is dialled more often, or earlier, than the caps allow (client’s log)',
  find(evidence) {
    const rang = placedUnderRules(evidence).filter(({ carrier }) => rangCustomer(carrier));
    const byNumber = Map.groupBy(rang, ({ call }) => call.number);
    const departures = departuresUnderRules(evidence);
    const violations = departures.flatMap((one) => {
      const before = (byNumber.get(one.call.number) ?? []).filter(
        ({ decidedMs }) => decidedMs < one.decidedMs,
      );
      return faultsOf(one, before, evidence).map((fault) => `${nameOf(one)}: ${fault}`);
    });
    return {
      cases: departures.filter(({ rules }) => capsReachMs(rules.caps) > 0).length,
      violations,
    };
  },
};

export const callingWindows: Check = {
  id: 'WINDOW',
  rule: 'no POST while the contact’s calling window was closed (client’s log)',
  find(evidence) {
    const departures = departuresUnderRules(evidence).filter(
      (one) => one.rules.calling_window !== null && zonesOf(one, evidence) !== undefined,
    );
    const violations = departures.flatMap((one) => {
      const zones = zonesOf(one, evidence)!;
      const openAt = (atMs: number) =>
        zones.every((zone) => isOpen(one.rules.calling_window!, zone, atMs));
      const { atMs } = one.post;
      const inTime = openAt(atMs) || openAt(atMs - evidence.demands.stopGraceMs);
      if (openAt(one.decidedMs) && inTime) return [];
      const when = localTime(zones[0]!, atMs);
      return [`${nameOf(one)}: it is ${when.weekday} ${when.date} ${when.clock} in ${zones[0]}`];
    });
    return { cases: departures.length, violations };
  },
};

function isSuppressed(
  { list, fromMs, toMs }: Suppressed,
  { decidedMs, post, rules }: Departure,
  { demands }: Evidence,
): boolean {
  if (rules.suppression_lists !== null && !rules.suppression_lists.includes(list)) return false;
  const decidedInIt = decidedMs > fromMs && decidedMs < toMs;
  return decidedInIt || (post.atMs > fromMs + demands.stopGraceMs && post.atMs < toMs);
}

const dialOf = ({ call, decidedMs }: Departure) => ({ ref: call.ref, atMs: decidedMs });

/** Decided in time, and come to the carrier in time. */
function faultsOf(one: Departure, before: readonly Departure[], evidence: Evidence): string[] {
  const { caps } = one.rules;
  const zones = zonesOf(one, evidence) ?? [];
  const decided = capFaults(caps, before.map(dialOf), { ...dialOf(one), zones });
  const last = before.at(-1);
  if (decided.length > 0 || !last) return decided;
  return gapFaults(caps, one.post.atMs - last.post.atMs, evidence.demands.stopGraceMs);
}

/** Undefined if its row named none. Then they follow from the number, which the checker cannot resolve. */
function zonesOf({ call }: Departure, { limits }: Evidence): string[] | undefined {
  return limits.zones.get(call.campaign)?.get(call.number);
}

interface PersonCall {
  carrier: CarrierCall;
  campaign: string;
  contact: number;
  disposition: string;
  /** Somebody said that another number is to be called, such as after a wrong one. */
  passedOn: boolean;
}

export const onePersonOnce: Check = {
  id: 'I1d',
  rule: 'nobody is called at two numbers at once in any campaign, or at another one of a campaign after somebody had answered',
  find(evidence) {
    const persons = callsOfPersons(evidence);
    const violations = persons.flatMap(([person, calls]) => personFaults(person, calls));
    return { cases: persons.length, violations };
  },
};

/** Of persons with several numbers, in the order in which the carrier accepted their calls. */
function callsOfPersons({ ledger, store }: Evidence): [string, PersonCall[]][] {
  const persons = new Map(
    store.contacts.flatMap(({ campaign, contact, person }) =>
      person === undefined ? [] : [[`${campaign}.${contact}`, person] as const],
    ),
  );
  const calls = [...ledger.calls.values()].flatMap((carrier) => {
    const { placement } = carrier.post;
    const call = placement === null ? undefined : store.calls.get(placement.ref);
    const person = call && persons.get(`${call.campaign}.${call.contact}`);
    if (!call || person === undefined) return [];
    const { campaign, contact, disposition, outcome } = call;
    const passedOn = outcome?.next === 'next_number';
    return [
      { person, carrier, campaign, contact, disposition: disposition ?? 'unknown', passedOn },
    ];
  });
  return [...Map.groupBy(calls, ({ person }) => person)];
}

const nameOfContact = ({ campaign, contact }: PersonCall) => `${campaign}.${contact}`;

function personFaults(person: string, calls: readonly PersonCall[]): string[] {
  const wasWrong = (call: PersonCall) =>
    calls.some((each) => each.passedOn && nameOfContact(each) === nameOfContact(call));
  return calls.flatMap((earlier, index) =>
    calls
      .slice(index + 1)
      .filter((later) => nameOfContact(later) !== nameOfContact(earlier))
      .flatMap((later) => {
        const which = `contact ${nameOfContact(later)} of person ${person} was called`;
        const from = `contact ${nameOfContact(earlier)}`;
        if (isLive(earlier.carrier, later.carrier, earlier.disposition))
          return [`${which} while a call of ${from} was live`];
        const isSameCampaign = later.campaign === earlier.campaign;
        return isSameCampaign && earlier.carrier.states.includes('bridged') && !wasWrong(earlier)
          ? [`${which} after somebody had answered the call of ${from}`]
          : [];
      }),
  );
}
