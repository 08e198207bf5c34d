/** The carrier's API, as far as one call needs it. The key goes to the carrier's origin and nowhere else. */
import { Pool, type Dispatcher } from 'undici';
import { isCarrierState, type CarrierState } from '../domain/call-state.ts';
import type { PostObservation } from '../domain/placement.ts';
import type { Timing } from '../domain/timing.ts';
import { CarrierError } from './errors.ts';
import { isObject, parseKeepingCost, textAt, type JsonObject } from './json.ts';
import { placeOnce } from './place.ts';
import type { CarrierProfile } from './profile.ts';
import { isLoopbackHost } from './public-address.ts';
import { readBody, retryAfterMs } from './response.ts';

export interface PlaceRequest {
  /** E.164. */
  destination: string;
  agent: { kind: 'sip' | 'stream'; address: string };
  /** `a_cli` (2.2); null: not sent. */
  agentCallerId: string | null;
  /** Null: no webhooks for this call. */
  callbackUrl: string | null;
}

/** Asked just before the first byte: once it is closed, nothing is sent. */
export interface SendGate {
  deadlineAtMs: number;
  signal: AbortSignal;
}

export type ShownCall =
  | {
      kind: 'call';
      id: string;
      /** Undefined when the status is missing or a word the profile does not know. */
      status: CarrierState | undefined;
      statusText: string;
      /** Decimal text as the carrier wrote it; null until billing has settled. */
      cost: string | null;
      recordingUrl: string | null;
    }
  | { kind: 'not-found' };

export type DestroyAnswer =
  { kind: 'asked' } | { kind: 'not-found' } | { kind: 'refused'; status: number };

export type RecordingLookup =
  | { kind: 'redirect'; url: string }
  | { kind: 'not-found' }
  | { kind: 'over-quota'; retryAfterMs: number | undefined }
  | { kind: 'unreadable'; why: string };

export interface CarrierClient {
  /** Places a call (4.1): one POST at most, on a connection of its own. Never throws for what the network does. */
  place(request: PlaceRequest, gate: SendGate): Promise<PostObservation>;
  /** Reads a call (4.2), the authority on every webhook. @throws CarrierError */
  show(carrierCallId: string): Promise<ShownCall>;
  /** Ends a call (4.2; method and path from the profile). @throws CarrierError */
  destroy(carrierCallId: string): Promise<DestroyAnswer>;
  /** Looks a recording up (4.3). Spends quota, whatever it answers. The redirect is not followed. @throws CarrierError */
  lookUpRecording(callId: string): Promise<RecordingLookup>;
  close(): Promise<void>;
}

export interface CarrierSettings {
  baseUrl: string;
  apiKey: string;
  profile: CarrierProfile;
  timing: Pick<Timing, 'postMs' | 'readMs'>;
}

/** Why a carrier URL is refused; undefined when it may be used. Plain http is for a simulator on loopback. */
export function checkCarrierUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user or password';
  if (url.search !== '' || url.hash !== '') return 'must not carry a query or fragment';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname)) return undefined;
  return 'must be https (http only on loopback)';
}

/** Reads in flight at once; more would only queue at the carrier. */
const READ_CONNECTIONS = 16;

export function createCarrierClient(settings: CarrierSettings): CarrierClient {
  const { profile, timing } = settings;
  const base = new URL(settings.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, { connections: READ_CONNECTIONS, allowH2: false });
  const authorization = `Bearer ${settings.apiKey}`;

  async function read(method: Dispatcher.HttpMethod, path: string): Promise<Answer> {
    try {
      const response = await pool.request({
        method,
        path: basePath + path,
        headers: { authorization, accept: 'application/json' },
        signal: AbortSignal.timeout(timing.readMs),
      });
      const text = await readBody(response.body);
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw readFault(error);
    }
  }

  return {
    place: (request, gate) =>
      placeOnce(request, gate, { base, basePath, authorization, profile, postMs: timing.postMs }),

    async show(carrierCallId) {
      const answer = await read('GET', `/api/v1/click2call/${encodeURIComponent(carrierCallId)}`);
      if (answer.status === 404) return { kind: 'not-found' };
      if (answer.status !== 200) throw statusFault(answer, profile);
      return readCall(callResource(answer), carrierCallId, profile);
    },

    async destroy(carrierCallId) {
      const { method, path } = profile.destroy;
      const answer = await read(method, path.replace('{id}', encodeURIComponent(carrierCallId)));
      if (answer.status >= 200 && answer.status < 300) return { kind: 'asked' };
      if (answer.status === 404) return { kind: 'not-found' };
      if (answer.status >= 500 || answer.status === 401) throw statusFault(answer, profile);
      return { kind: 'refused', status: answer.status };
    },

    async lookUpRecording(callId) {
      const answer = await read('GET', `/api/v1/calls/recording/${encodeURIComponent(callId)}`);
      return readLookup(answer, base, profile);
    },

    close: () => pool.close(),
  };
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** The call resource stands bare in the body, or under `data` as in webhooks (2.3). */
function callResource({ text }: Answer): JsonObject {
  try {
    const body = parseKeepingCost(text);
    if (isObject(body)) return isObject(body['data']) ? body['data'] : body;
  } catch (error) {
    throw new CarrierError('unreadable', 'the answer is not JSON', { cause: error });
  }
  throw new CarrierError('unreadable', 'the answer is not an object');
}

function readCall(call: JsonObject, asked: string, profile: CarrierProfile): ShownCall {
  const { id, cost, recording_url: recordingUrl } = call;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new CarrierError('unreadable', 'the call has no id');
  }
  if (String(id) !== asked) throw new CarrierError('mismatch', 'the carrier shows another call');
  const word = call[profile.call.statusField];
  const statusText = typeof word === 'string' ? word : '';
  const status = profile.call.statusWords[statusText] ?? statusText;
  return {
    kind: 'call',
    id: asked,
    status: isCarrierState(status) ? status : undefined,
    statusText,
    cost: typeof cost === 'string' && cost !== '' ? cost : null,
    recordingUrl: typeof recordingUrl === 'string' ? recordingUrl : null,
  };
}

function readLookup(answer: Answer, base: URL, profile: CarrierProfile): RecordingLookup {
  const { status, headers } = answer;
  if (status === 404) return { kind: 'not-found' };
  if (profile.rateLimitStatuses.includes(status)) {
    return { kind: 'over-quota', retryAfterMs: retryAfterMs(headers) };
  }
  if (!profile.recording.redirectStatuses.includes(status)) {
    if (status === 401 || status >= 500) throw statusFault(answer, profile);
    return { kind: 'unreadable', why: `HTTP ${status} instead of a redirect` };
  }
  const { location } = headers;
  const url = typeof location === 'string' ? URL.parse(location, base.href) : null;
  return url
    ? { kind: 'redirect', url: url.href }
    : { kind: 'unreadable', why: 'a redirect without a usable Location' };
}

function statusFault({ status, headers, text }: Answer, profile: CarrierProfile): CarrierError {
  const more = { status, retryAfterMs: retryAfterMs(headers) };
  if (profile.rateLimitStatuses.includes(status)) {
    return new CarrierError('rate-limited', 'too many requests', more);
  }
  if (status === 401 || status === 403) {
    return new CarrierError('unauthorized', `HTTP ${status}${codeIn(text, profile)}`, more);
  }
  return new CarrierError(status >= 500 ? 'server' : 'unreadable', `HTTP ${status}`, more);
}

function codeIn(text: string, profile: CarrierProfile): string {
  try {
    const code = textAt(parseKeepingCost(text), profile.error.codePointer);
    return code === undefined ? '' : ` ${code.slice(0, 64)}`;
  } catch {
    return '';
  }
}

function readFault(error: unknown): CarrierError {
  if (error instanceof CarrierError) return error;
  const timedOut = error instanceof Error && /timeout/i.test(error.name + error.message);
  return timedOut
    ? new CarrierError('timeout', 'no answer in time', { cause: error })
    : new CarrierError('unreachable', 'the carrier cannot be reached', { cause: error });
}
