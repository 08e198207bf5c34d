/** What the model knows: only input of people, agents and the carrier, never what the store concluded from it. */
import type { Disposition } from '../../../src/domain/calls/disposition.ts';
import type { CampaignState } from '../../../src/domain/campaigns/campaign-state.ts';
import type { Policy } from '../../../src/domain/campaigns/policy.ts';
import type { OutcomeCode } from '../../../src/domain/outcomes/outcome.ts';
import type { Said } from './rules-of-time.ts';
import { HoldModel } from './hold-model.ts';
import { wallClock } from './local-time.ts';
import { answeredByAgent, redialAfter, type Next } from './rules-of-redial.ts';
import { allowsCall, type ConsentNote } from './rules-of-consent.ts';

export interface CampaignNote {
  id: string;
  /** Of the newest version. */
  policy: Policy;
  state: CampaignState;
  /** When it was moved there, as far as it may dial in it. */
  stateSinceMs: number;
  startsAtMs: number | null;
  deadlineAtMs: number | null;
  drained: boolean;
  contacts: ContactNote[];
  /** Of paced calls. */
  lastPostMs: number;
}

export interface ContactNote {
  campaign: CampaignNote;
  position: number;
  number: string;
  zones: readonly string[] | null;
  /** The only agent who may take its calls. */
  agentId: string | null;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  calls: CallNote[];
  next: Next;
  /** Of a person with several numbers in the campaign. */
  person: string | null;
  /** The store showed it as final. */
  final: boolean;
  /** The store showed that another number of the person is called, or was reached. */
  outOfTurn: boolean;
}

export interface AgentNote {
  id: string;
  pools: readonly string[];
  capacity: number;
  state: 'ready' | 'paused';
  wrapUpUntilMs: number;
  misses: number;
  on: Set<CallNote>;
}

export interface CallNote {
  ref: string;
  contact: ContactNote;
  /** The version it was claimed under. */
  policy: Policy;
  state: 'claimed' | 'waiting' | 'posted' | 'live' | 'unknown' | 'ended';
  /** The last it had, and whether it still has them. */
  agent: AgentNote;
  postedAtMs: number | null;
  /** Against the caps of its number. */
  counts: boolean;
  spendsAttempt: boolean;
  disposition: Disposition | null;
  endedAtMs: number | null;
  hangupAsked: boolean;
  /** What a person said of it. */
  said: OutcomeCode | null;
  /** Of its agent, after it; null: there was none. */
  wrapUpUntilMs: number | null;
  /** Tenths of a unit of money. */
  reserved: number;
  cost: number;
  day: string | null;
}

export interface EndNote {
  disposition: Disposition;
  spendsAttempt: boolean;
  atMs: number;
}

/** A conversation needs its outcome, where the policy says so. */
function wrapUpAfter({ agents }: Policy, disposition: Disposition): number {
  const talked = disposition === 'completed' || disposition === 'dropped';
  return Math.max(agents.wrapUpMs, talked ? (agents.outcomeWithinMs ?? 0) : 0);
}

export const tenths = (amount: string): number => Math.round(Number(amount) * 10);

/** What a pause that nobody asked for makes of it. */
export const pausedFrom = <State extends string>(state: State): State | 'paused' =>
  state === 'running' || state === 'draining' ? 'paused' : state;

const mayBeLive = ({ state, disposition }: CallNote): boolean =>
  state !== 'ended' || disposition === 'unknown';

export class Book {
  readonly campaigns: CampaignNote[] = [];
  readonly agents = new Map<string, AgentNote>();
  readonly calls = new Map<string, CallNote>();
  readonly hold = new HoldModel(() => {
    for (const campaign of this.campaigns) campaign.state = pausedFrom(campaign.state);
  });
  readonly suppressed = new Map<string, Map<string, number | null>>();
  /** Until when a list that is a copy of a registry is good. */
  readonly copies = new Map<string, number>();
  readonly consents = new Map<string, ConsentNote[]>();
  limits: { callsPerSecond: number | null; maxLiveCalls: number | null } = {
    callsPerSecond: null,
    maxLiveCalls: null,
  };
  stopped = false;
  lastPostMs = 0;

  get live(): CallNote[] {
    return [...this.calls.values()].filter(({ state }) => state !== 'ended');
  }

  /** The call that keeps a number: a live one, or one that nobody knows the end of. */
  callOn(number: string): CallNote | undefined {
    return [...this.calls.values()].find(
      (call) => call.contact.number === number && mayBeLive(call),
    );
  }

  /** The live or unknown call of the person, in any campaign. */
  callOnPerson(person: string | null): CallNote | undefined {
    return [...this.calls.values()].find(
      (call) => person !== null && call.contact.person === person && mayBeLive(call),
    );
  }

  /** Whose dials the caps of a contact count. */
  countedNumbers({ number, person }: ContactNote, { caps }: Policy): Set<string> {
    const ofPerson = this.campaigns
      .flatMap(({ contacts }) => contacts)
      .filter((each) => person !== null && each.person === person)
      .map((each) => each.number);
    return new Set(caps.countBy === 'person' ? [number, ...ofPerson] : [number]);
  }

  saidOf(numbers: Set<string>): Said[] {
    return [...this.calls.values()].flatMap(({ contact, said, endedAtMs }) =>
      numbers.has(contact.number) && said !== null ? [{ group: said.group, endedAtMs }] : [],
    );
  }

  dialsOf(numbers: Set<string>): number[] {
    return [...this.calls.values()]
      .filter(({ contact, counts }) => numbers.has(contact.number) && counts)
      .map(({ postedAtMs }) => postedAtMs!);
  }

  isSuppressed(number: string, { suppressionLists }: Policy, atMs: number): boolean {
    return [...this.suppressed].some(([list, entries]) => {
      if (suppressionLists !== null && !suppressionLists.includes(list)) return false;
      const untilMs = entries.get(number);
      return untilMs === null || (untilMs !== undefined && untilMs > atMs);
    });
  }

  /** A copy that counts is too old. */
  hasOldList({ suppressionLists }: Policy, atMs: number): boolean {
    return [...this.copies].some(
      ([list, goodUntilMs]) =>
        goodUntilMs < atMs && (suppressionLists === null || suppressionLists.includes(list)),
    );
  }

  /** Of the same person in the same campaign. */
  othersOf(contact: ContactNote): ContactNote[] {
    const { person, campaign } = contact;
    if (person === null) return [];
    return campaign.contacts.filter((other) => other !== contact && other.person === person);
  }

  lacksConsent(number: string, { consent = null }: Policy, atMs: number): boolean {
    return consent !== null && !allowsCall(consent, this.consents.get(number) ?? [], atMs);
  }

  claim(ref: string, contact: ContactNote, agent: AgentNote): CallNote {
    const call: CallNote = {
      ref,
      contact,
      policy: contact.campaign.policy,
      state: 'claimed',
      agent,
      postedAtMs: null,
      counts: false,
      spendsAttempt: false,
      disposition: null,
      endedAtMs: null,
      hangupAsked: false,
      said: null,
      wrapUpUntilMs: null,
      reserved: 0,
      cost: 0,
      day: null,
    };
    this.calls.set(ref, call);
    contact.calls.push(call);
    agent.on.add(call);
    return call;
  }

  post(call: CallNote, agent: AgentNote, atMs: number): void {
    call.agent.on.delete(call);
    call.agent = agent;
    agent.on.add(call);
    call.state = 'posted';
    call.postedAtMs = atMs;
    call.counts = true;
    call.reserved = call.policy.budget === null ? 0 : tenths(call.policy.budget.reservePerCall);
    call.day = wallClock(call.policy.zone, atMs).date;
    // A call that was claimed before its campaign got a pace is not paced, and comes between slots that are given already.
    if (call.policy.callsPerSecond !== null) call.contact.campaign.lastPostMs = atMs;
    this.lastPostMs = atMs;
    this.hold.probe(call.ref, atMs);
  }

  /** An answer may come after its call was given up: then the call lives again. */
  accepted(call: CallNote, atMs: number): void {
    call.state = 'live';
    call.disposition = null;
    call.spendsAttempt = false;
    call.endedAtMs = null;
    this.hold.accepted(call.postedAtMs!, atMs);
  }

  /** No call, no charge. */
  notTaken(call: CallNote): void {
    call.counts = false;
    call.reserved = 0;
    if (call.state !== 'ended') call.state = 'waiting';
  }

  unknown(call: CallNote, atMs: number): void {
    call.state = 'unknown';
    this.hold.silent(call.ref, atMs);
  }

  release(call: CallNote): void {
    call.agent.on.delete(call);
  }

  end(call: CallNote, end: EndNote): void {
    if (call.state !== 'ended') this.#freeAgent(call, end);
    call.endedAtMs ??= end.atMs;
    call.state = 'ended';
    call.disposition = end.disposition;
    call.spendsAttempt = end.spendsAttempt;
    const taken = end.disposition !== 'refused' && end.disposition !== 'not-dialled';
    call.counts = taken && end.spendsAttempt;
    if (!taken) call.reserved = 0;
    this.#moveOn(call);
  }

  #freeAgent(call: CallNote, { disposition, atMs }: EndNote): void {
    const { agent, policy } = call;
    const { pauseAfterMisses } = policy.agents;
    const wrapUpMs = call.said ? 0 : wrapUpAfter(policy, disposition);
    if (!agent.on.delete(call)) return;
    if (answeredByAgent(disposition)) {
      agent.misses = 0;
      if (wrapUpMs > 0) {
        call.wrapUpUntilMs = atMs + wrapUpMs;
        agent.wrapUpUntilMs = Math.max(agent.wrapUpUntilMs, call.wrapUpUntilMs);
      }
    } else if (disposition === 'agent-unreached') {
      agent.misses += 1;
      if (pauseAfterMisses !== null && agent.misses >= pauseAfterMisses) agent.state = 'paused';
    }
  }

  /** A contact that has been claimed again, or is final, stays as it is. */
  #moveOn(call: CallNote): void {
    const { contact } = call;
    if (contact.calls.at(-1) !== call || contact.next.kind === 'final') return;
    // A call that nobody knew the end of may outlive its campaign.
    if (contact.campaign.state === 'completed' || contact.campaign.state === 'cancelled') {
      contact.next = { kind: 'final' };
      return;
    }
    if (call.disposition === 'not-dialled') {
      if (contact.next.kind === 'locked') contact.next = { kind: 'due', earliestMs: 0 };
      return;
    }
    contact.next = redialAfter(call);
  }

  /** @param moved the store says that it moved the contact. Returns what is wrong with that. */
  say(call: CallNote, code: OutcomeCode, { moved, atMs }: { moved: boolean; atMs: number }) {
    call.said = code;
    const { agent, contact } = call;
    if (call.state !== 'ended') return [];
    if (agent.wrapUpUntilMs === call.wrapUpUntilMs)
      agent.wrapUpUntilMs = Math.min(agent.wrapUpUntilMs, atMs);
    if (!moved) return [];
    const later = contact.calls.slice(contact.calls.indexOf(call) + 1);
    const faults = later
      .filter(({ disposition }) => disposition !== 'not-dialled' && disposition !== 'refused')
      .map(({ ref }) => `the outcome of ${call.ref} moved its contact, which had ${ref} since`);
    if (contact.next.kind === 'locked') faults.push('an outcome moved a locked contact');
    contact.next = redialAfter(call);
    contact.final = false;
    return faults;
  }

  billed(call: CallNote, cost: string): void {
    call.cost = tenths(cost);
    call.reserved = 0;
  }

  /** By a person; what was set aside for it is free again. */
  resolved(
    call: CallNote,
    by: { disposition: Disposition; redial: boolean; cost: string | null; atMs: number },
  ): void {
    const spendsAttempt = by.disposition !== 'not-dialled' && by.disposition !== 'agent-unreached';
    this.end(call, { disposition: by.disposition, spendsAttempt, atMs: by.atMs });
    this.billed(call, by.cost ?? '0');
    if (!by.redial && call.contact.calls.at(-1) === call) call.contact.next = { kind: 'final' };
  }

  readied(agent: AgentNote): void {
    Object.assign(agent, { state: 'ready', wrapUpUntilMs: 0, misses: 0 });
  }
}
