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
