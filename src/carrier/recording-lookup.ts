/** What the recording download operation answers (interface document 4.3). */
import type { CarrierProfile } from './profile.ts';
import { retryAfterMs, type Headers } from './response.ts';

export type RecordingLookup =
  /** Absolute http or https URL; not fetched and not judged. */
  | { kind: 'redirect'; url: string }
  | { kind: 'not-found' }
  | { kind: 'over-quota'; retryAfterMs: number | null }
  | { kind: 'unreadable'; why: string };

/** Undefined for a status that says nothing of the recording. */
export function readLookup(
  { status, headers }: { status: number; headers: Headers },
  asked: URL,
  profile: CarrierProfile,
): RecordingLookup | undefined {
  if (profile.rateLimitStatuses.includes(status)) {
    return { kind: 'over-quota', retryAfterMs: retryAfterMs(headers) ?? null };
  }
  if (status === 404) return { kind: 'not-found' };
  if (profile.recording.redirectStatuses.includes(status)) return readLocation(headers, asked);
  if (status === 401 || status >= 500) return undefined;
  return { kind: 'unreadable', why: `HTTP ${status} instead of a redirect` };
}

function readLocation({ location }: Headers, asked: URL): RecordingLookup {
  const url =
    typeof location === 'string' && location !== '' ? URL.parse(location, asked.href) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? { kind: 'redirect', url: url.href }
    : { kind: 'unreadable', why: 'a redirect without a usable Location' };
}
