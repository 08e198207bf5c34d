/** Whether a contact may be dialled at an instant, and when next: everything about it that time alone changes. */
import { askWindow, type CallingWindow } from './calling-window.ts';
import { askCaps, type NumberCaps } from './number-caps.ts';

export interface DialTimeFacts {
  /** Null: at any time. */
  window: CallingWindow | null;
  /** IANA zones the contact may be in; at least one. */
  zones: readonly string[];
  caps: NumberCaps;
  /** When the number was dialled, in any campaign. */
  dialsMs: readonly number[];
  /** Earliest and latest instant asked for; null: none. */
  notBeforeMs: number | null;
  notAfterMs: number | null;
}

/** A contact, as far as time alone decides when it may be dialled. */
export interface DialTimeContact {
  /** IANA zones it may be in; null: not known, so the campaign's. */
  zones: readonly string[] | null;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  /** When its number was dialled, in any campaign, as far back as the caps reach. */
  dialsMs: readonly number[];
}

/** Its campaign, as far as time alone decides. */
export interface DialTimeCampaign {
  policy: { window: CallingWindow | null; zone: string; caps: NumberCaps };
  /** From then on no call is placed; null: none. */
  deadlineAtMs: number | null;
}

/** The one place where the facts of a contact and of its campaign become those of `askDialTime`. */
export function dialFactsOf(
  contact: DialTimeContact,
  { policy, deadlineAtMs }: DialTimeCampaign,
): DialTimeFacts {
  const lastMs = deadlineAtMs === null ? null : deadlineAtMs - 1;
  const latest = [contact.notAfterMs, lastMs].filter((ms) => ms !== null);
  return {
    window: policy.window,
    zones: contact.zones ?? [policy.zone],
    caps: policy.caps,
    dialsMs: contact.dialsMs,
    notBeforeMs: contact.notBeforeMs,
    notAfterMs: latest.length === 0 ? null : Math.min(...latest),
  };
}

export const TIME_REASONS = {
  'not-before': 'it is not to be dialled yet',
  window: 'the calling window is closed',
  'per-day': 'the number was dialled as often as a day allows',
  rolling: 'the number was dialled as often as these days allow',
  gap: 'the number was dialled too short a time ago',
  'too-late': 'the time to dial it has passed',
} as const;
export type TimeReason = keyof typeof TIME_REASONS;

export type DialTime =
  | { kind: 'now' }
  /** `atMs`: the first instant at which every rule lets it pass, as things stand now. */
  | { kind: 'later'; reason: TimeReason; atMs: number }
  | { kind: 'never'; reason: TimeReason };

interface Block {
  reason: TimeReason;
  untilMs: number | null;
}

/** Each round moves to a later opening of some rule; a contact that needs more is as good as never. */
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
  const caps = askCaps(facts.caps, facts.dialsMs, zones, atMs);
  if (caps.kind === 'closed') return { reason: caps.cap, untilMs: caps.untilMs };
  if (window === null) return undefined;
  const hours = askWindow(window, zones, atMs);
  return hours.kind === 'open' ? undefined : { reason: 'window', untilMs: hours.opensAtMs };
}
