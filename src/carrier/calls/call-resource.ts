/** The call resource (interface document 2.1), as far as it can be relied on. */
import { isCarrierState, type CarrierState } from '../../domain/calls/call-state.ts';
import { parseMoney } from '../../domain/money.ts';
import { CarrierError } from '../http/errors.ts';
import { isObject, own, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';

export type ShownCall =
  | {
      kind: 'call';
      id: string;
      /** Undefined when the status is missing or a word the profile does not know. */
      status: CarrierState | undefined;
      statusText: string;
      /** Decimal text as the carrier wrote it; null until billing has settled, and when it is no amount. */
      cost: string | null;
      /** The beginning of a cost that is there and is no amount, as JSON. */
      unreadableCost: string | null;
      recordingUrl: string | null;
    }
  | { kind: 'not-found' };

const MAX_ID_LENGTH = 512;
const MAX_STATUS_LENGTH = 64;
const MAX_COST_LENGTH = 64;

/**
 * An id as text that can stand in a path: `.` and `..` would lead to another resource, and half a
 * surrogate pair cannot be encoded. Webhooks bring ids that nobody has vouched for.
 */
export function usableId(value: unknown): string | undefined {
  const text = idText(value);
  return typeof text === 'string' && whyUnusableId(text) === undefined ? text : undefined;
}

/** Why an id that is there cannot be used, to follow on "that"; undefined where it can be, or none is there. */
export function whyUnusableId(value: unknown): string | undefined {
  const text = idText(value);
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string') return 'is no text';
  if (text === '') return 'is empty';
  if (text.length > MAX_ID_LENGTH) return `is longer than ${MAX_ID_LENGTH} characters`;
  if (!text.isWellFormed() || text === '.' || text === '..') return 'cannot stand in a path';
  return undefined;
}

const idText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;

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
  if (id === undefined) {
    const why = whyUnusableId(own(call, 'id'));
    const message = why === undefined ? 'the call has no id' : `the call has an id that ${why}`;
    throw new CarrierError('unreadable', message);
  }
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
    ...readCost(own(call, 'cost')),
    recordingUrl: typeof recordingUrl === 'string' && recordingUrl !== '' ? recordingUrl : null,
  };
}

// What is no amount counts as "no cost yet": the call then ends unsettled and is listed, which a wrong sum is not.
function readCost(cost: unknown): { cost: string | null; unreadableCost: string | null } {
  if (cost === undefined || cost === null) return { cost: null, unreadableCost: null };
  if (typeof cost === 'string' && parseMoney(cost) !== undefined) {
    return { cost, unreadableCost: null };
  }
  const start = JSON.stringify(cost).slice(0, MAX_COST_LENGTH).toWellFormed();
  return { cost: null, unreadableCost: start };
}
