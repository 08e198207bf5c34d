/** Predicts, before a campaign dials, which of its contacts will be dialled, from when, and which will not. */
import type { ZoneSource } from '../../contacts/contact-zones.ts';
import {
  askDialTime,
  dialFactsOf,
  TIME_REASONS,
  type DialTime,
  type TimeReason,
} from '../../contacts/dial-time.ts';
import { NOT_DIALLED_REASONS } from '../../campaigns/admission.ts';
import { heldBackAt, type CampaignPlan, type PlannedContact } from '../planned-contact.ts';
import { isSpent } from '../../calls/redial.ts';
import { lastOpenUpTo } from './last-open.ts';

export const SKIP_REASONS = {
  ...TIME_REASONS,
  final: 'nothing more is to do: it was called to its end, or left out, before',
  locked: 'a call whose end is unknown waits for a person',
  'number-held': 'an unknown call keeps the number until it is resolved',
  suppressed: 'the number is on a suppression list',
  'no-consent': NOT_DIALLED_REASONS['no-consent'],
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

export interface PreflightTally {
  contacts: number;
  /** May be dialled as soon as it is their turn. */
  now: number;
  /** Will be dialled later, by the first rule that delays them. `redial`: no rule, only its due time. */
  later: Partial<Record<TimeReason | 'redial', number>>;
  onCall: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** The first few positions for each reason. */
  examples: Partial<Record<SkipReason, number[]>>;
  /** Number of contacts by zones: IANA names, joined by ` or `. */
  zones: Map<string, number>;
  zoneSources: Partial<Record<ZoneSource, number>>;
  /** Number of contacts by area: ISO 3166-2, joined by ` or `; those without an area are left out. */
  areas: Map<string, number>;
  /** Contacts whose address and number are in different places. */
  areaMismatches: number;
  /** The earliest and the latest first dial of a contact. */
  firstDialAtMs: number | null;
  lastFirstDialAtMs: number | null;
  /** Nobody can be dialled after this; null: there is no end. */
  lastDialAtMs: number | null;
  endless: boolean;
  /** Attempts that the rules still allow for the contacts that will be dialled. */
  attempts: number;
  /** Contacts whose own agent does not exist, or is paused. */
  ownAgentAway: number;
  /** The contacts' own agents that exist. */
  ownAgents: Set<string>;
}

const MOST_EXAMPLES = 5;

/** Takes contacts one by one, so that a list of any length needs memory only for the counts. */
export class Preflight {
  readonly #plan: CampaignPlan;
  readonly #startMs: number;
  /** A cache: contacts with the same facts of time share one answer. */
  readonly #times = new Map<string, DialTime>();
  readonly #lastDials = new Map<string, number | null>();
  readonly #agents: ReadonlySet<string>;
  readonly #readyAgents: ReadonlySet<string>;
  readonly tally: PreflightTally = {
    contacts: 0,
    now: 0,
    later: {},
    onCall: 0,
    skipped: {},
    examples: {},
    zones: new Map(),
    zoneSources: {},
    areas: new Map(),
    areaMismatches: 0,
    firstDialAtMs: null,
    lastFirstDialAtMs: null,
    lastDialAtMs: null,
    endless: false,
    attempts: 0,
    ownAgentAway: 0,
    ownAgents: new Set(),
  };

  /** @param startMs when the campaign would start or resume */
  constructor(plan: CampaignPlan, startMs: number) {
    this.#plan = plan;
    this.#startMs = startMs;
    this.#agents = new Set(plan.agents.map(({ id }) => id));
    const ready = plan.agents.filter(({ state }) => state === 'ready');
    this.#readyAgents = new Set(ready.map(({ id }) => id));
  }

  add(contact: PlannedContact): void {
    const { tally } = this;
    tally.contacts += 1;
    if (contact.state === 'claimed') {
      tally.onCall += 1;
      return;
    }
    const atMs = Math.max(this.#startMs, contact.dueAtMs);
    const skipped = skipReason(contact, this.#plan, atMs);
    if (skipped) return this.#skip(contact, skipped);
    const time = this.#askTime(contact, atMs);
    if (time.kind === 'never') return this.#skip(contact, time.reason);
    this.#countDial(contact, time, atMs);
  }

  #skip({ position }: PlannedContact, reason: SkipReason): void {
    const { skipped, examples } = this.tally;
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    const some = (examples[reason] ??= []);
    if (some.length < MOST_EXAMPLES) some.push(position);
  }

  #countDial(
    contact: PlannedContact,
    time: Exclude<DialTime, { kind: 'never' }>,
    askedAtMs: number,
  ): void {
    const { tally } = this;
    const dialAtMs = time.kind === 'now' ? askedAtMs : time.atMs;
    if (dialAtMs === this.#startMs) tally.now += 1;
    else {
      const reason = time.kind === 'later' ? time.reason : 'redial';
      tally.later[reason] = (tally.later[reason] ?? 0) + 1;
    }
    tally.firstDialAtMs = Math.min(tally.firstDialAtMs ?? Infinity, dialAtMs);
    tally.lastFirstDialAtMs = Math.max(tally.lastFirstDialAtMs ?? 0, dialAtMs);
    this.#countZone(contact);
    this.#countLast(contact);
    const { redial } = this.#plan.policy;
    const { attempts, calls } = contact.past;
    tally.attempts += Math.min(redial.maxAttempts - attempts, redial.maxCalls - calls);
    const { agentId, agentAloneUntilMs: untilMs } = contact;
    if (agentId !== null && this.#agents.has(agentId)) tally.ownAgents.add(agentId);
    if (agentId !== null && untilMs === null && !this.#readyAgents.has(agentId)) {
      tally.ownAgentAway += 1;
    }
  }

  #countZone({ zones, zoneSource, area }: PlannedContact): void {
    const { tally } = this;
    const name = (zones ?? [this.#plan.policy.zone]).join(' or ');
    tally.zones.set(name, (tally.zones.get(name) ?? 0) + 1);
    tally.zoneSources[zoneSource] = (tally.zoneSources[zoneSource] ?? 0) + 1;
    if (area === null) return;
    const where = area.areas.join(' or ');
    tally.areas.set(where, (tally.areas.get(where) ?? 0) + 1);
    if (area.mismatch) tally.areaMismatches += 1;
  }

  #countLast(contact: PlannedContact): void {
    const { tally } = this;
    const { notAfterMs, zones, window } = dialFactsOf(contact, this.#plan);
    if (notAfterMs === null) {
      tally.endless = true;
      tally.lastDialAtMs = null;
    }
    if (tally.endless || notAfterMs === null) return;
    const like = `${zones.join()}/${notAfterMs}`;
    let lastMs = this.#lastDials.get(like);
    if (lastMs === undefined) {
      lastMs = lastOpenUpTo(window, zones, notAfterMs);
      keep(this.#lastDials, like, lastMs);
    }
    if (lastMs !== null) tally.lastDialAtMs = Math.max(tally.lastDialAtMs ?? 0, lastMs);
  }

  #askTime(contact: PlannedContact, atMs: number): DialTime {
    const ask = () => askDialTime(dialFactsOf(contact, this.#plan), atMs);
    if (contact.dialsMs.length > 0 || Object.keys(contact.said).length > 0) return ask();
    const like = [contact.zones?.join(), contact.notBeforeMs, contact.notAfterMs, atMs].join('/');
    const known = this.#times.get(like);
    if (known) return known;
    const time = ask();
    keep(this.#times, like, time);
    return time;
  }
}

/** Why a contact is never dialled, at any time. */
function skipReason(
  contact: PlannedContact,
  { policy }: CampaignPlan,
  atMs: number,
): SkipReason | undefined {
  if (contact.state === 'final') return 'final';
  if (contact.state === 'locked') return 'locked';
  if (isSpent(contact.past, policy.redial)) return 'final';
  if (contact.numberHeld) return 'number-held';
  return heldBackAt(contact, { policy }, atMs);
}

/** Bounds the cache if all contacts are different. */
const MOST_KEPT = 10_000;

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MOST_KEPT) map.clear();
  map.set(key, value);
}
