/** When a recording that could not be fetched is looked up again, and when the search is over. */
import { unreachable } from '../unreachable.ts';

export type LookupMiss =
  /** The carrier searched and found none: its 404. */
  | 'not-found'
  /** The carrier had an answer, but it led to no whole recording: a dead link, a forbidden address, no mp3. */
  | 'unusable'
  /** Network, carrier, storage or our own disk failed. It shows nothing about the recording. */
  | 'outage';

export interface SearchTiming {
  /** From the first miss to the next lookup; it grows from there. */
  recordingRetryMs: number;
  /** The longest pause that outages may grow to. */
  recordingOutageMs: number;
  /** How long after the end of a call its recording may still appear. */
  recordingReadyMs: number;
}

export interface SearchSoFar {
  /** Lookups that were answered, this one included where it was. */
  searches: number;
  /** Lookups that were not, this one included where it was not. */
  outages: number;
  sinceEndMs: number;
}

/** 3, 9, 27, 81 minutes, and the rest of six hours: six lookups, which share one a minute with all other calls. */
const SEARCH_GROWTH = 3;
const OUTAGE_GROWTH = 2;
/** A link may be odd by chance, even when it is asked for late. */
const LEAST_UNUSABLE = 5;
/** Of the wait asked for; a crowd that was turned away together must not come back together. */
const JITTER = 0.1;

/**
 * The pause before the next lookup in milliseconds; null: nothing more will come. Only answers end a search,
 * and the last lookup comes when a recording can no longer be late. An outage of days loses none.
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

/** A wait the carrier asked for, up to a tenth longer. `chance` lies in [0, 1). */
export function jittered(waitMs: number, chance: number): number {
  return Math.ceil(waitMs * (1 + JITTER * chance));
}
