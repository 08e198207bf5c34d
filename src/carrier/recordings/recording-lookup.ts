/** The recording download operation (interface document 4.3): asking once, and what it answers. */
import { readFault, readHead, type Answer, type CarrierRoute } from '../http/carrier-requests.ts';
import { LONGEST_CONNECT_MS } from '../http/gated-client.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { retryAfterMs, type Headers } from '../http/response.ts';
import { sendOnce } from '../http/send-once.ts';
import { openSendWindow, type SendGate } from '../http/send-window.ts';

export type RecordingLookup =
  /** Absolute http or https URL; not fetched and not judged. */
  | { kind: 'redirect'; url: string }
  | { kind: 'not-found' }
  | { kind: 'over-quota'; retryAfterMs: number | null }
  | { kind: 'unreadable'; why: string };

/**
 * One request, never repeated: each spends the quota. On a connection of its own, because a kept one may
 * have been closed by the peer; and none after the gate's deadline, for a process that was stopped and goes
 * on would otherwise ask within another's minute.
 * @throws CarrierError
 */
export async function askOnce(
  path: string,
  gate: SendGate,
  route: CarrierRoute & { readMs: number },
): Promise<Answer> {
  const window = openSendWindow(gate, { connectMs: LONGEST_CONNECT_MS, answerMs: route.readMs });
  try {
    return await sendOnce({ method: 'GET', path }, window, route, readHead);
  } catch (error) {
    throw readFault(error);
  } finally {
    window.close();
  }
}

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
