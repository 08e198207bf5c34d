/** Sends the POST that places a call. The result depends on whether any byte of it was sent. */
import type { Dial, PostObservation } from '../../domain/calls/placement.ts';
import { callResource, usableId, whyUnusableId } from './call-resource.ts';
import { readAnswer } from '../http/carrier-requests.ts';
import { readErrorBody } from '../http/error-body.ts';
import { connectionFault } from '../http/connection-fault.ts';
import { own, readJson, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { ANSWER_LIMITS, retryAfterMs, type Answer } from '../http/response.ts';
import { LONGEST_CONNECT_MS, sendOnce } from '../http/send-once.ts';
import { openSendWindow, type SendGate } from '../http/send-window.ts';
import type { CarrierRoute } from '../http/route.ts';

const CALLS = '/api/v1/click2call';

export interface PlaceRequest extends Dial {
  /** Null: no webhooks for this call. */
  callbackUrl: string | null;
  /** Sent if the profile names the field. */
  recordingUrl: string | null;
}

export interface PlaceRoute extends CarrierRoute {
  profile: CarrierProfile;
  /** From the first byte sent to the last byte of the answer. */
  postMs: number;
}

/**
 * Sends the POST on a new connection: the peer may have closed a kept one, which would leave the outcome unknown. No
 * retry, no redirect. Never rejects.
 */
export async function placeOnce(
  request: PlaceRequest,
  gate: SendGate,
  route: PlaceRoute,
): Promise<PostObservation> {
  const window = openSendWindow(gate, { connectMs: LONGEST_CONNECT_MS, answerMs: route.postMs });
  try {
    const post = { method: 'POST', path: CALLS, body: placeBody(request, route.profile) } as const;
    return observe(await sendOnce(post, window, route, readAnswer), route.profile);
  } catch (error) {
    return { kind: window.sent() ? 'no-answer' : 'not-sent', why: connectionFault(error) };
  } finally {
    window.close();
  }
}

function placeBody(request: PlaceRequest, { place }: CarrierProfile): JsonObject {
  const { agent } = request;
  return {
    [place.destinationField]: request.destination,
    ...(agent.kind === 'stream'
      ? { a_type: 'stream', [place.streamAgentField]: agent.address }
      : { [place.sipAgentField]: agent.address }),
    ...(request.agentCallerId === null ? {} : { a_cli: request.agentCallerId }),
    ...(request.callbackUrl === null ? {} : { callback_url: request.callbackUrl }),
    ...(request.recordingUrl === null || place.recordingUrlField === null
      ? {}
      : { [place.recordingUrlField]: request.recordingUrl }),
  };
}

function observe({ status, headers, bytes }: Answer, profile: CarrierProfile): PostObservation {
  const { value: body } = readJson(bytes, ANSWER_LIMITS);
  const id = own(callResource(body), 'id');
  return {
    kind: 'answer',
    status,
    success: profile.place.successStatuses.includes(status),
    carrierCallId: usableId(id),
    idFault: whyUnusableId(id),
    retryAfterMs: retryAfterMs(headers),
    ...readErrorBody(body, profile),
  };
}
