/** The carrier's API for calls. The key is sent to the carrier's origin only. */
import type { PostObservation } from '../domain/calls/placement.ts';
import type { Timing } from '../domain/timing.ts';
import {
  callPath,
  callResource,
  destroyRequest,
  readCall,
  usableId,
  type ShownCall,
} from './calls/call-resource.ts';
import { openCarrierRequests, readAnswer, statusFault } from './http/carrier-requests.ts';
import { readErrorBody } from './http/error-body.ts';
import { CarrierError } from './http/errors.ts';
import { own, readJson, type JsonObject } from './http/json.ts';
import { placeOnce, type PlaceRequest } from './calls/place.ts';
import type { CarrierProfile } from './http/profile.ts';
import { routeTo } from './http/route.ts';
import { askOnce, readLookup, type RecordingLookup } from './recordings/recording-lookup.ts';
import { ANSWER_LIMITS, type Answer } from './http/response.ts';
import type { SendGate } from './http/send-window.ts';

export type { PlaceRequest, RecordingLookup, SendGate, ShownCall };

export type DestroyAnswer =
  | { kind: 'asked' }
  | { kind: 'not-found' }
  | { kind: 'refused'; status: number; code: string | undefined };

export interface CarrierClient {
  /** Places a call (4.1): at most one POST, on its own connection. Network errors do not throw. */
  place(request: PlaceRequest, gate: SendGate): Promise<PostObservation>;
  /** Reads a call (4.2). GET outweighs webhooks. @throws CarrierError */
  show(carrierCallId: string): Promise<ShownCall>;
  /** Ends a call (4.2; method and path from the profile). @throws CarrierError */
  destroy(carrierCallId: string): Promise<DestroyAnswer>;
  /**
   * Looks up the recording of a call (4.3). It spends quota, whatever the answer. The redirect is not followed.
   * Nothing is sent after the gate's deadline. @throws CarrierError
   */
  lookUpRecording(carrierCallId: string, gate: SendGate): Promise<RecordingLookup>;
  close(): Promise<void>;
}

export interface CarrierSettings {
  baseUrl: string;
  apiKey: string;
  profile: CarrierProfile;
  timing: Pick<Timing, 'postMs' | 'readMs'>;
}

/** @throws RangeError if `checkCarrierUrl` refuses the base URL */
export function createCarrierClient(settings: CarrierSettings): CarrierClient {
  const { profile, timing } = settings;
  const route = routeTo(settings);
  const reads = openCarrierRequests(route, timing.readMs);
  // Hang-ups have their own connections, so that they do not wait behind reads.
  const hangUps = openCarrierRequests(route, timing.readMs);

  async function resource(carrierCallId: string): Promise<JsonObject | undefined> {
    const answer = await reads.ask('GET', callPath(carrierCallId), readAnswer);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw statusFault(answer, profile);
    const call = callResource(readJson(answer.bytes, ANSWER_LIMITS).value);
    if (!call) throw new CarrierError('unreadable', 'the answer is not a JSON object');
    return call;
  }

  // The document does not say whether the lookup's Call ID is the call's `id`.
  async function recordingCallId(carrierCallId: string): Promise<string | undefined> {
    const { callIdField } = profile.recording;
    const id = usableId(carrierCallId);
    if (callIdField === 'id' || id === undefined) return id;
    return usableId(own(await resource(id), callIdField));
  }

  return {
    place: (request, gate) =>
      placeOnce(request, gate, { ...route, profile, postMs: timing.postMs }),

    async show(carrierCallId) {
      if (usableId(carrierCallId) === undefined) return { kind: 'not-found' };
      const call = await resource(carrierCallId);
      return call ? readCall(call, carrierCallId, profile) : { kind: 'not-found' };
    },

    async destroy(carrierCallId) {
      if (usableId(carrierCallId) === undefined) return { kind: 'not-found' };
      const { method, path } = destroyRequest(carrierCallId, profile);
      const answer = await hangUps.ask(method, path, readAnswer);
      return readDestroy(answer, profile);
    },

    async lookUpRecording(carrierCallId, gate) {
      const callId = await recordingCallId(carrierCallId);
      if (callId === undefined) return { kind: 'unreadable', why: 'the call shows no Call ID' };
      const path = `/api/v1/calls/recording/${encodeURIComponent(callId)}`;
      const answer = await askOnce(path, gate, { ...route, readMs: timing.readMs });
      const found = readLookup(answer, new URL(route.basePath + path, route.origin), profile);
      if (!found) throw statusFault(answer, profile);
      return found;
    },

    async close() {
      await Promise.all([reads.close(), hangUps.close()]);
    },
  };
}

function readDestroy(answer: Answer, profile: CarrierProfile): DestroyAnswer {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'asked' };
  if (status === 404) return { kind: 'not-found' };
  const saysNothing = status < 400 || status === 401 || status >= 500;
  if (saysNothing || profile.rateLimitStatuses.includes(status)) throw statusFault(answer, profile);
  const { code } = readErrorBody(readJson(answer.bytes, ANSWER_LIMITS).value, profile);
  return { kind: 'refused', status, code };
}
