/** Whether a contact may be dialled at an instant, and when next, by all rules that depend on time only. */
import { askWindow, type CallingWindow } from './calling-window.ts';
import { windowIn, type Whereabouts } from './closed-dates.ts';
import { TIME_REASON_TEXTS, type TimeReason } from '../rules/due-reasons.ts';
import { askCaps, type CapFacts, type LastSaid, type NumberCaps } from './number-caps.ts';

export interface DialTimeFacts extends CapFacts {
  /** Null: at any time. */
  window: CallingWindow | null;
  /** The earliest and the latest instant that were asked for; null: none. */
  notBeforeMs: number | null;
  notAfterMs: number | null;
}

/** What the rules of time need to know about a contact. */
export interface DialTimeContact {
  /** IANA zones it may be in; null: not known, so the campaign's zone counts. */
  zones: readonly string[] | null;
  /** For the dates on which areas are closed. */
  area: Whereabouts;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  /** When its number was dialled, in any campaign, as far back as the caps reach. */
  dialsMs: readonly number[];
  /** What people said of its number's last calls, in any campaign, as far back as the caps reach. */
  said: LastSaid;
}

/** What the rules of time need to know about its campaign. */
export interface DialTimeCampaign {
  policy: { window: CallingWindow | null; zone: string; caps: NumberCaps };
  /** No call is placed after this; null: no deadline. */
  deadlineAtMs: number | null;
}

/** Combines a contact and its campaign into the facts of `askDialTime`. */
export function dialFactsOf(
  contact: DialTimeContact,
  { policy, deadlineAtMs }: DialTimeCampaign,
): DialTimeFacts {
  const lastMs = deadlineAtMs === null ? null : deadlineAtMs - 1;
  const latest = [contact.notAfterMs, lastMs].filter((ms) => ms !== null);
  return {
    window: policy.window && windowIn(policy.window, contact.area),
    zones: contact.zones ?? [policy.zone],
    caps: policy.caps,
    dialsMs: contact.dialsMs,
    said: contact.said,
    notBeforeMs: contact.notBeforeMs,
    notAfterMs: latest.length === 0 ? null : Math.min(...latest),
  };
}

export type { TimeReason };
export const TIME_REASONS = Object.fromEntries(
  Object.entries(TIME_REASON_TEXTS).map(([reason, { text }]) => [reason, text]),
) as Readonly<Record<TimeReason, string>>;

export type DialTime =
  | { kind: 'now' }
  /** `atMs`: the first instant at which all rules allow the call, by the current facts. */
  | { kind: 'later'; reason: TimeReason; atMs: number }
  | { kind: 'never'; reason: TimeReason };

interface Block {
  reason: TimeReason;
  untilMs: number | null;
}

/** Each round moves on to the next opening of one rule. A contact that needs more rounds is never dialled. */
const MOST_ROUNDS = 1_000;

export function askDialTime(facts: DialTimeFacts, nowMs: number): DialTime {
  const first = blockAt(facts, nowMs);
  if (!first) return { kind: 'now' };
  const { reason } = first;
  let block: Block | undefined = first;
  let atMs = nowMs;
  for (let round = 0; block && round < MOST_ROUNDS; round++) {
    if (block.untilMs === null) return { kind: 'never', reason: block.reason };
    atMs = block.untilMs;
    block = blockAt(facts, atMs);
  }
  return block ? { kind: 'never', reason } : { kind: 'later', reason, atMs };
}

function blockAt(facts: DialTimeFacts, atMs: number): Block | undefined {
  const { notBeforeMs, notAfterMs, window, zones } = facts;
  if (notAfterMs !== null && atMs > notAfterMs) return { reason: 'too-late', untilMs: null };
  if (notBeforeMs !== null && atMs < notBeforeMs) {
    return { reason: 'not-before', untilMs: notBeforeMs };
  }
  const caps = askCaps(facts, atMs);
  if (caps.kind === 'closed') return { reason: caps.cap, untilMs: caps.untilMs };
  if (window === null) return undefined;
  const hours = askWindow(window, zones, atMs);
  return hours.kind === 'open' ? undefined : { reason: 'window', untilMs: hours.opensAtMs };
}
