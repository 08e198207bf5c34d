/** Reads the call resource (interface document 2.1). */
import { isCarrierState, type CarrierState } from '../../domain/calls/call-state.ts';
import { parseMoney } from '../../domain/money.ts';
import { CarrierError } from '../http/errors.ts';
import { isObject, own, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';

export type ShownCall =
  | {
      kind: 'call';
      id: string;
      /** Undefined: the status is missing, or the profile does not know it. */
      status: CarrierState | undefined;
      statusText: string;
      /** Decimal text as the carrier wrote it; null: not billed yet, or not an amount. */
      cost: string | null;
      /** The start of a cost that is not an amount, as JSON. */
      unreadableCost: string | null;
      recordingUrl: string | null;
    }
  | { kind: 'not-found' };

const MAX_ID_LENGTH = 512;
const MAX_STATUS_LENGTH = 64;
const MAX_COST_LENGTH = 64;

/**
 * An id as text that is safe in a path. `.` and `..` would lead to another resource, and half a surrogate pair cannot be
 * encoded. Ids in webhooks may be forged.
 */
export function usableId(value: unknown): string | undefined {
  const text = idText(value);
  return typeof text === 'string' && whyUnusableId(text) === undefined ? text : undefined;
}

/** Why an id cannot be used, as a clause after "that"; undefined: it can be used, or there is none. */
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

/** The path for reading a call (4.2). */
export const callPath = (id: string): string => `/api/v1/click2call/${encodeURIComponent(id)}`;

/** The request that ends a call (4.2; method and path from the profile). */
export function destroyRequest(id: string, { destroy: { method, path } }: CarrierProfile) {
  return { method, path: path.replaceAll('{id}', () => encodeURIComponent(id)) };
}

/** The body is the resource itself, or holds it under `data` as in webhooks (2.3). */
export function callResource(body: unknown): JsonObject | undefined {
  const data = own(body, 'data');
  if (isObject(data) && Object.hasOwn(data, 'id')) return data;
  return isObject(body) ? body : undefined;
}

/** @throws CarrierError `mismatch` if the resource is another call, `unreadable` if it has no usable id */
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

// A cost that is not an amount counts as not known yet. The call then ends unsettled, which people see; a wrong sum they would not.
function readCost(cost: unknown): { cost: string | null; unreadableCost: string | null } {
  if (cost === undefined || cost === null) return { cost: null, unreadableCost: null };
  if (typeof cost === 'string' && parseMoney(cost) !== undefined) {
    return { cost, unreadableCost: null };
  }
  const start = JSON.stringify(cost).slice(0, MAX_COST_LENGTH).toWellFormed();
  return { cost: null, unreadableCost: start };
}
