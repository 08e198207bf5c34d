/** The call resource (interface document 2.1), as far as it can be relied on. */
import { isCarrierState, type CarrierState } from '../domain/call-state.ts';
import { parseMoney } from '../domain/money.ts';
import { CarrierError } from './errors.ts';
import { isObject, own, type JsonObject } from './json.ts';
import type { CarrierProfile } from './profile.ts';

export type ShownCall =
  | {
      kind: 'call';
      id: string;
      /** Undefined when the status is missing or a word the profile does not know. */
      status: CarrierState | undefined;
      statusText: string;
      /** Decimal text as the carrier wrote it; null until billing has settled, and when it is no amount. */
      cost: string | null;
      recordingUrl: string | null;
    }
  | { kind: 'not-found' };

const MAX_ID_LENGTH = 512;
const MAX_STATUS_LENGTH = 64;

/**
 * An id as text that can stand in a path: `.` and `..` would lead to another resource, and half a
 * surrogate pair cannot be encoded. Webhooks bring ids that nobody has vouched for.
 */
export function usableId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > MAX_ID_LENGTH) return undefined;
  return text.isWellFormed() && text !== '.' && text !== '..' ? text : undefined;
}

/** Where a call is read (4.2). */
export const callPath = (id: string): string => `/api/v1/click2call/${encodeURIComponent(id)}`;

/** How a call is ended (4.2; method and path from the profile). */
export function destroyRequest(id: string, { destroy: { method, path } }: CarrierProfile) {
  return { method, path: path.replaceAll('{id}', () => encodeURIComponent(id)) };
}

/** The resource stands bare in a body, or under `data` as in webhooks (2.3). */
export function callResource(body: unknown): JsonObject | undefined {
  const data = own(body, 'data');
  if (isObject(data) && Object.hasOwn(data, 'id')) return data;
  return isObject(body) ? body : undefined;
}

/** @throws CarrierError mismatch when the resource is another call's, unreadable when it has no id */
export function readCall(
  call: JsonObject,
  asked: string,
  profile: CarrierProfile,
): ShownCall & { kind: 'call' } {
  const id = usableId(own(call, 'id'));
  if (id === undefined) throw new CarrierError('unreadable', 'the call has no usable id');
  if (id !== asked) throw new CarrierError('mismatch', 'the carrier shows another call');
  const word = own(call, profile.call.statusField);
  const statusText = typeof word === 'string' ? word.slice(0, MAX_STATUS_LENGTH) : '';
  const status = own(profile.call.statusWords, statusText) ?? statusText;
  const recordingUrl = own(call, 'recording_url');
  return {
    kind: 'call',
    id,
    status: typeof status === 'string' && isCarrierState(status) ? status : undefined,
    statusText,
    cost: readCost(own(call, 'cost')),
    recordingUrl: typeof recordingUrl === 'string' && recordingUrl !== '' ? recordingUrl : null,
  };
}

// What is no amount counts as "no cost yet": the call then ends unsettled and is listed, which a wrong sum is not.
function readCost(cost: unknown): string | null {
  return typeof cost === 'string' && parseMoney(cost) !== undefined ? cost : null;
}
