/**
 * The pause that the carrier asks for with `Retry-After` in its answer to a POST. No POST of the account leaves before
 * its end. After it, POSTs come back spread over a time, because a burst would be refused again.
 */
import { fnv1a } from '../calls/redial.ts';

export interface RetryAfter {
  untilMs: number;
  /** The first POST of each call comes back within this time after the end. */
  spreadMs: number;
  /** The answer that asked for it, e.g. `429 too_many_requests`. */
  reason: string;
}

/** The spread, as a share of the pause that was asked for, and its limits. */
const SPREAD_SHARE = 1 / 4;
const SHORTEST_SPREAD_MS = 1_000;
const LONGEST_SPREAD_MS = 30_000;
/** A shorter pause is waited for with the agent, as a slot is. A longer one ends the call, and its contact stays due. */
const WAITED_FOR_MS = 60_000;

/** The pause after one more answer that asks for one. An earlier answer that asked for a longer one still counts. */
export function withRetryAfter(
  known: RetryAfter | undefined,
  { askedMs, reason }: { askedMs: number; reason: string },
  nowMs: number,
): RetryAfter | undefined {
  const untilMs = nowMs + askedMs;
  if (askedMs <= 0 || (known !== undefined && known.untilMs >= untilMs)) return known;
  const spreadMs = Math.min(
    Math.max(askedMs * SPREAD_SHARE, SHORTEST_SPREAD_MS),
    LONGEST_SPREAD_MS,
  );
  return { untilMs, spreadMs, reason };
}

/** The pause, while it lasts. */
export const retryAfterAt = (
  asked: RetryAfter | undefined,
  nowMs: number,
): RetryAfter | undefined => (asked !== undefined && asked.untilMs > nowMs ? asked : undefined);

/** Whether a call that comes now ends instead of waiting with its agent. */
export const isTooLongToWait = (asked: RetryAfter | undefined, nowMs: number): boolean =>
  asked !== undefined && asked.untilMs - nowMs > WAITED_FOR_MS;

/**
 * The earliest instant for a POST of the call. It is computed from the call's name, so that every process gets the same
 * one, and a call that asks twice does not go to the end of the line.
 */
export const postAfterMs = ({ untilMs, spreadMs }: RetryAfter, ref: string): number =>
  untilMs + Math.floor(spreadMs * fractionOf(`${ref} ${untilMs}`));

export const retryAfterText = ({ reason }: Pick<RetryAfter, 'reason'>): string =>
  `the carrier asked for a pause (${reason})`;

/** From 0 up to 1, evenly spread over similar texts: FNV-1a, and the last steps of MurmurHash3. */
function fractionOf(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
