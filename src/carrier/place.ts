/** The one POST that can ring a phone. Whether a byte of it left is what everything after depends on. */
import { buildConnector, Client } from 'undici';
import type { PostObservation } from '../domain/placement.ts';
import type { PlaceRequest, SendGate } from './client.ts';
import { isObject, parseKeepingCost, textAt, type JsonObject } from './json.ts';
import type { CarrierProfile } from './profile.ts';
import { readBody } from './response.ts';

export interface PlaceRoute {
  base: URL;
  basePath: string;
  authorization: string;
  profile: CarrierProfile;
  postMs: number;
}

const MAX_DETAILS_LENGTH = 500;
const MAX_CODE_LENGTH = 64;

class GateClosed extends Error {
  override readonly name = 'GateClosed';
}

/**
 * Sends the POST on a fresh HTTP/1.1 connection, because a kept one may have been closed by the peer and
 * would leave the outcome unknown for nothing. No retry, no redirect.
 */
export async function placeOnce(
  request: PlaceRequest,
  gate: SendGate,
  route: PlaceRoute,
): Promise<PostObservation> {
  const connection = { open: false };
  const client = new Client(route.base.origin, {
    allowH2: false,
    pipelining: 1,
    connect: gatedConnector(gate, connection, route.postMs),
  });
  const leftMs = Math.max(1, gate.deadlineAtMs - Date.now());
  try {
    const response = await client.request({
      method: 'POST',
      path: `${route.basePath}/api/v1/click2call`,
      headers: {
        authorization: route.authorization,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(placeBody(request, route.profile)),
      signal: AbortSignal.any([gate.signal, AbortSignal.timeout(leftMs)]),
    });
    return readAnswer(response.statusCode, await readBody(response.body), route.profile);
  } catch (error) {
    return { kind: connection.open ? 'no-answer' : 'not-sent', why: describe(error) };
  } finally {
    await client.destroy();
  }
}

/** Opens the connection, then asks the gate: the last moment before the first byte. */
function gatedConnector(
  gate: SendGate,
  connection: { open: boolean },
  timeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (gate.signal.aborted || Date.now() >= gate.deadlineAtMs) {
        socket.destroy();
        return callback(new GateClosed('too late to send'), null);
      }
      connection.open = true;
      return callback(null, socket);
    });
  };
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
  };
}

function readAnswer(status: number, text: string, profile: CarrierProfile): PostObservation {
  const body = parsed(text);
  const error = isObject(body?.['error']) ? body['error'] : undefined;
  const resource = isObject(body?.['data']) ? body['data'] : body;
  const id = resource?.['id'];
  const details = error?.['details'];
  return {
    kind: 'answer',
    status,
    success: profile.place.successStatuses.includes(status),
    carrierCallId: typeof id === 'string' && id !== '' ? id : numberText(id),
    ownEnvelope: error !== undefined || isObject(body?.['errors']),
    code: textAt(body, profile.error.codePointer)?.slice(0, MAX_CODE_LENGTH),
    details:
      details === undefined ? undefined : JSON.stringify(details).slice(0, MAX_DETAILS_LENGTH),
  };
}

const numberText = (id: unknown): string | undefined =>
  typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined;

function parsed(text: string): JsonObject | undefined {
  try {
    const body = parseKeepingCost(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

// Codes only: messages of the network layer may quote addresses, never numbers or keys, but stay short.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : error.name;
}
