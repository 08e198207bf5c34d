/** When a recording that could not be fetched is looked up again, and when it is given up. */
import { unreachable } from '../unreachable.ts';

export type LookupMiss =
  /** The carrier searched and found none: its 404. */
  | 'not-found'
  /** The answer did not lead to a whole recording: a dead link, a forbidden address, no mp3. */
  | 'unusable'
  /** Network, carrier, storage or our own disk failed. It shows nothing about the recording. */
  | 'outage';

export interface SearchTiming {
  /** From the first miss to the next lookup. Later pauses are longer. */
  recordingRetryMs: number;
  /** The longest pause after outages. */
  recordingOutageMs: number;
  /** How long after the end of a call its recording may still appear. */
  recordingReadyMs: number;
}

export interface SearchSoFar {
  /** Answered lookups, with this one if it was answered. */
  searches: number;
  /** Lookups without an answer, with this one if it had none. */
  outages: number;
  sinceEndMs: number;
}

/** 3, 9, 27, 81 minutes, then the rest of six hours: six lookups, because all calls share one lookup a minute. */
const SEARCH_GROWTH = 3;
const OUTAGE_GROWTH = 2;
/** Unusable answers before giving up, because a single bad link may be an accident, even a late one. */
const LEAST_UNUSABLE = 5;
/** Share of the requested wait that is added at random, so that calls refused together do not return together. */
const JITTER = 0.1;

/**
 * The pause before the next lookup, in milliseconds; null: give up. Only answers count for giving up, and the last
 * lookup is made when the recording can no longer be late. So even an outage of days loses no recording.
 */
export function pauseBeforeSearchMs(
  miss: LookupMiss,
  { searches, outages, sinceEndMs }: SearchSoFar,
  { recordingRetryMs, recordingOutageMs, recordingReadyMs }: SearchTiming,
): number | null {
  if (miss === 'outage') {
    return Math.min(recordingRetryMs * OUTAGE_GROWTH ** (outages - 1), recordingOutageMs);
  }
  const leftMs = recordingReadyMs - sinceEndMs;
  if (leftMs <= 0 && isEnough(miss, searches)) return null;
  const pauseMs = recordingRetryMs * SEARCH_GROWTH ** (searches - 1);
  return leftMs <= 0 ? pauseMs : Math.min(pauseMs, Math.max(leftMs, recordingRetryMs));
}

function isEnough(miss: Exclude<LookupMiss, 'outage'>, searches: number): boolean {
  switch (miss) {
    case 'not-found':
      return true;
    case 'unusable':
      return searches >= LEAST_UNUSABLE;
    default:
      return unreachable(miss);
  }
}

/** A wait that the carrier asked for, up to a tenth longer. `chance` is in [0, 1). */
export function jittered(waitMs: number, chance: number): number {
  return Math.ceil(waitMs * (1 + JITTER * chance));
}
