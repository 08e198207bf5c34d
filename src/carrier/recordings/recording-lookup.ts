/** The recording download operation (interface document 4.3): sends one request and reads its answer. */
import { readFault, readHead } from '../http/carrier-requests.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { retryAfterMs, type Headers, type Answer } from '../http/response.ts';
import { LONGEST_CONNECT_MS, sendOnce } from '../http/send-once.ts';
import { openSendWindow, type SendGate } from '../http/send-window.ts';
import type { CarrierRoute } from '../http/route.ts';

export type RecordingLookup =
  /** Absolute http or https URL. It is neither fetched nor checked here. */
  | { kind: 'redirect'; url: string }
  | { kind: 'not-found' }
  | { kind: 'over-quota'; retryAfterMs: number | null }
  | { kind: 'unreadable'; why: string };

/**
 * Sends one request and does not repeat it, because each spends quota. It uses its own connection, because the peer may
 * have closed a kept one. Nothing is sent after the gate's deadline: a process that was suspended could otherwise use
 * the quota of another process.
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

/** Undefined: the status gives no information about the recording. */
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
