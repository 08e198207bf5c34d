/** What the carrier answers about the account's resources, whose bodies the document does not show: kept as they are. */
import { statusFault, type Answer } from '../http/carrier-requests.ts';
import { readErrorBody } from '../http/error-body.ts';
import { CarrierError } from '../http/errors.ts';
import { at, isObject, own, readJson, type JsonLimits, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';
import type { OneRequest } from '../http/send-once.ts';

/** What the carrier said. That it could not be asked, or said nothing, is a `CarrierError`. */
export type Answered<Value> = { kind: 'done'; value: Value } | NotFound | Refusal;

export interface NotFound {
  kind: 'not-found';
  /** Whether it came in the carrier's envelope (2.4); else the path itself may be wrong. */
  ownEnvelope: boolean;
}

/** The carrier said no; nothing was changed. */
export interface Refusal {
  kind: 'refused';
  status: number;
  code: string | undefined;
  message: string | undefined;
  /** `errors` of the generic envelope (2.4): messages by field, those of no field under `base`. */
  errors: Record<string, string[]>;
  /** `error.details` (7.1) as found. */
  details: unknown;
}

export interface CarrierList {
  items: JsonObject[];
  /** Whatever stands beside them, such as counts of pages. */
  beside: JsonObject;
}

/** For whole lists; still bounded, for the carrier is not trusted with our memory. */
export const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
const LIMITS: JsonLimits = { depth: 64, nodes: 500_000 };

/**
 * Reads an answer; `read` turns a 2xx into a value, or gives undefined where it cannot.
 * @throws CarrierError for what says nothing: 3xx, 5xx, a rate limit, a 2xx that cannot be read
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
  // A 5xx may come after the deed, even where it is the profile's word for a limit.
  if (status < 400 || status >= 500) {
    const { code, message, retryAfterMs } = statusFault(answer, profile);
    throw new CarrierError(code, message, { status, retryAfterMs, mayHaveHappened });
  }
  if (profile.rateLimitStatuses.includes(status)) throw statusFault(answer, profile);
  const body = readValue(answer);
  if (status !== 404) return refusal(status, body, profile);
  return { kind: 'not-found', ownEnvelope: readErrorBody(body, profile).ownEnvelope };
}

/** The JSON of an answer, its numbers exact; undefined for anything else. */
export const readValue = ({ bytes }: Answer): unknown => readJson(bytes, LIMITS, 'inexact').value;

/** One resource, bare or under `data`; an empty body is an empty resource. */
export function readRecord(answer: Answer): JsonObject | undefined {
  if (answer.bytes.length === 0) return {};
  const body = readValue(answer);
  const data = own(body, 'data');
  if (isObject(data)) return data;
  return isObject(body) ? body : undefined;
}

/** A list: bare, under `data`, or the one array of an object. */
export const readList = (answer: Answer): CarrierList | undefined => listOf(readValue(answer));

/** The list of a body; undefined where there is none, or more than one. */
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
