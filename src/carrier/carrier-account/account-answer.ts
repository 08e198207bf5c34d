/** Reads the carrier's answers about the account's resources. The document does not show their bodies, so they are kept unchanged. */
import { statusFault } from '../http/carrier-requests.ts';
import { readErrorBody } from '../http/error-body.ts';
import { CarrierError } from '../http/errors.ts';
import { at, isObject, own, readJson, type JsonLimits, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';
import type { OneRequest } from '../http/send-once.ts';
import type { Answer } from '../http/response.ts';

/** An answer of the carrier. A request that failed or got no usable answer is a `CarrierError`. */
export type Answered<Value> = { kind: 'done'; value: Value } | NotFound | Refusal;

export interface NotFound {
  kind: 'not-found';
  /** Whether the body was the carrier's envelope (2.4). If not, the path itself may be wrong. */
  ownEnvelope: boolean;
}

/** The carrier refused, and nothing was changed. */
export interface Refusal {
  kind: 'refused';
  status: number;
  code: string | undefined;
  message: string | undefined;
  /** `errors` of the generic envelope (2.4): messages by field, and general ones under `base`. */
  errors: Record<string, string[]>;
  /** `error.details` (7.1), unchanged. */
  details: unknown;
}

export interface CarrierList {
  items: JsonObject[];
  /** The other fields of the body, such as the number of pages. */
  beside: JsonObject;
}

/** Large enough for whole lists. It protects our memory. */
export const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
const LIMITS: JsonLimits = { depth: 64, nodes: 500_000 };

/**
 * Reads an answer. `read` turns a 2xx into a value, or returns undefined if it cannot.
 * @throws CarrierError for 3xx, 5xx, a rate limit, and a 2xx that cannot be read
 */
export function readAnswered<Value>(
  { method }: OneRequest,
  answer: Answer,
  profile: CarrierProfile,
  read: (answer: Answer) => Value | undefined,
): Answered<Value> {
  const { status } = answer;
  const mayHaveHappened = method !== 'GET';
  if (status >= 200 && status < 300) {
    const value = read(answer);
    if (value !== undefined) return { kind: 'done', value };
    const why = `HTTP ${status} with a body of another kind than asked for`;
    throw new CarrierError('unreadable', why, { status, mayHaveHappened });
  }
  // With a 5xx the change may have been made, even if the profile uses that status for a rate limit.
  if (status < 400 || status >= 500) {
    const { code, message, retryAfterMs } = statusFault(answer, profile);
    throw new CarrierError(code, message, { status, retryAfterMs, mayHaveHappened });
  }
  if (profile.rateLimitStatuses.includes(status)) throw statusFault(answer, profile);
  const body = readValue(answer);
  if (status !== 404) return refusal(status, body, profile);
  return { kind: 'not-found', ownEnvelope: readErrorBody(body, profile).ownEnvelope };
}

/** The JSON of an answer, with exact numbers; undefined: it is not JSON. */
export const readValue = ({ bytes }: Answer): unknown => readJson(bytes, LIMITS, 'inexact').value;

/** One resource: the body itself or its `data`. An empty body is an empty resource. */
export function readRecord(answer: Answer): JsonObject | undefined {
  if (answer.bytes.length === 0) return {};
  const body = readValue(answer);
  const data = own(body, 'data');
  if (isObject(data)) return data;
  return isObject(body) ? body : undefined;
}

/** A list: the body itself, its `data`, or the only array in it. */
export const readList = (answer: Answer): CarrierList | undefined => listOf(readValue(answer));

/** The list in a body; undefined: there is none, or more than one. */
export function listOf(body: unknown): CarrierList | undefined {
  const field = isObject(body) ? fieldOfList(body) : undefined;
  const items = Array.isArray(body) ? (body as unknown[]) : own(body, field ?? '');
  if (!Array.isArray(items) || !items.every(isObject)) return undefined;
  const beside = isObject(body) ? Object.entries(body).filter(([name]) => name !== field) : [];
  return { items, beside: Object.fromEntries(beside) };
}

function fieldOfList(body: JsonObject): string | undefined {
  if (Array.isArray(own(body, 'data'))) return 'data';
  const arrays = Object.keys(body).filter((name) => Array.isArray(body[name]));
  return arrays.length === 1 ? arrays[0] : undefined;
}

function refusal(status: number, body: unknown, profile: CarrierProfile): Refusal {
  const message = at(body, profile.error.messagePointer);
  return {
    kind: 'refused',
    status,
    code: readErrorBody(body, profile).code,
    message: typeof message === 'string' ? message : undefined,
    errors: messagesByField(own(body, 'errors')),
    details: own(own(body, 'error'), 'details'),
  };
}

function messagesByField(errors: unknown): Record<string, string[]> {
  if (!isObject(errors)) return {};
  const texts = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map((one) =>
      typeof one === 'string' ? one : JSON.stringify(one),
    );
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [field, texts(messages)]),
  );
}
