/** Operations that the interface document only names (4.7). A user who knows them declares them in the profile. */
import { posix } from 'node:path';
import { CarrierInputError } from '../http/errors.ts';
import { idSegment } from './identifiers.ts';
import { at, isObject, own, type JsonObject } from '../http/json.ts';
import type { CarrierProfile, DeclaredOperation } from '../http/profile.ts';
import { queryOf, type OneRequest } from '../http/send-once.ts';

/** The operations that 4.7 names, and the fields of their answers that Dialwright can use, by the names of `read`. */
export const NAMED_OPERATIONS = {
  balance: { what: 'account balance', reads: ['amount', 'currency'] },
  transactions: { what: 'transaction history', reads: ['items'] },
  'csv-export': { what: 'CSV exports', reads: [] },
  cdr: {
    what: 'call detail records',
    // `items` and `next` are fields of the answer, the others of each item.
    reads: [
      'items',
      'next',
      'id',
      'callbackUrl',
      'number',
      'agent',
      'startedAt',
      'duration',
      'status',
      'cost',
      'agentCost',
      'customerCost',
    ],
  },
  sms: { what: 'standard SMS messages', reads: ['id'] },
  asr: { what: 'answer-seizure ratio', reads: ['ratio', 'percent'] },
  'number-search': { what: 'numbers that can be bought', reads: ['items'] },
  'number-purchase': { what: 'buying a number', reads: ['id'] },
  'risk-check': { what: 'spam and scam flags of a number', reads: ['flags'] },
} as const satisfies Record<string, { what: string; reads: readonly string[] }>;

export interface ListedOperation {
  name: string;
  /** Null: the document does not name it. */
  what: string | null;
  /** The fields of its answer that Dialwright can use. */
  reads: readonly string[];
  declared: DeclaredOperation | null;
}

/** The operations that 4.7 names, and all that the profile declares. */
export function listedOperations({ operations }: CarrierProfile): ListedOperation[] {
  const named: Record<string, { what: string; reads: readonly string[] }> = NAMED_OPERATIONS;
  const names = [...new Set([...Object.keys(named), ...Object.keys(operations)])];
  return names.map((name) => ({
    name,
    what: named[name]?.what ?? null,
    reads: named[name]?.reads ?? [],
    declared: operations[name] ?? null,
  }));
}

export interface OperationInput {
  /** Values for the `{names}` of the declaration. */
  values: Record<string, string>;
  /** Merged over the declared body. */
  body?: JsonObject;
}

/** @throws CarrierInputError if it is not declared, or the input does not fit */
export function operationRequest(
  name: string,
  { values, body }: OperationInput,
  profile: CarrierProfile,
): OneRequest {
  const declared = declaredOperation(name, profile);
  const known = parametersOf(declared);
  for (const given of Object.keys(values)) {
    if (!known.includes(given)) {
      const takes = known.length === 0 ? 'none' : known.join(', ');
      throw new CarrierInputError(given, `is no parameter of ${name}; it takes ${takes}`);
    }
  }
  const path = filled(declared.path, values, idSegment) ?? declared.path;
  refuseGuarded(declared.method, path);
  const query = Object.entries(declared.query).flatMap(([field, text]) => {
    const value = filled(text, values);
    return value === undefined ? [] : [[field, value] as [string, string]];
  });
  const whole = bodyOf(declared, values, body);
  return {
    method: declared.method,
    path: path + queryOf(Object.fromEntries(query)),
    ...(whole === undefined ? {} : { body: whole }),
  };
}

/** @throws CarrierInputError if it is not declared */
export function declaredOperation(name: string, profile: CarrierProfile): DeclaredOperation {
  const declared = own(profile.operations, name) as DeclaredOperation | undefined;
  if (declared) return declared;
  const where = `declare method, path and parameters as operations.${name} of the carrier profile`;
  throw new CarrierInputError(
    name,
    Object.hasOwn(NAMED_OPERATIONS, name)
      ? `is only named in the interface document (4.7), which shows neither method nor path: ${where}`
      : `is not declared, and no area of the interface document: ${where}`,
  );
}

/** The values at the declared pointers of an answer, without missing ones. */
export function declaredFields(body: unknown, { read }: DeclaredOperation): JsonObject {
  const found = Object.entries(read).map(([field, pointer]) => [field, at(body, pointer)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

const PARAMETER = /\{(\w+)(\?)?\}/g;

export function parametersOf({ path, query, body }: DeclaredOperation): string[] {
  const texts = [path, ...Object.values(query), JSON.stringify(body ?? {})];
  const names = texts.flatMap((text) => [...text.matchAll(PARAMETER)].map((match) => match[1]!));
  return [...new Set(names)];
}

/** Undefined: an optional parameter was left out. @throws CarrierInputError if a required one is missing */
function filled(
  text: string,
  values: Record<string, string>,
  encode: (name: string, value: string) => string = (_name, value) => value,
): string | undefined {
  let leftOut = false;
  const whole = text.replaceAll(PARAMETER, (_match, name: string, optional?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return encode(name, value);
    if (optional === undefined) throw new CarrierInputError(name, `is missing: give ${name}=VALUE`);
    leftOut = true;
    return '';
  });
  return leftOut ? undefined : whole;
}

function bodyOf(
  { method, body: declared }: DeclaredOperation,
  values: Record<string, string>,
  given: JsonObject | undefined,
): JsonObject | undefined {
  if (method === 'GET' && given) throw new CarrierInputError('a body', 'goes with no GET');
  if (declared === undefined || method === 'GET') return given;
  return { ...(filledIn(declared, values) as JsonObject), ...given };
}

function filledIn(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string') return filled(value, values);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, filledIn(inner, values)]),
  );
}

/** Compares paths in the form in which a server would read them. */
function refuseGuarded(method: string, path: string): void {
  const sent = new URL(path.replace(/^\/+/, '/'), 'http://carrier').pathname;
  // A value may contain encoded slashes and dots, so the path is decoded first.
  const plain = posix.normalize(decodedWhole(sent)).toLowerCase();
  if (plain.startsWith('/api/v1/calls/recording')) {
    throw new CarrierInputError(
      'the path',
      'is that of recording lookups, which only the recording desk makes: `carrier recording`',
    );
  }
  if (method === 'POST' && /^\/api\/v1\/click2call\/?$/.test(plain)) {
    throw new CarrierInputError(
      'the path',
      'is that of placing calls, which goes through POST /v1/calls of Dialwright only',
    );
  }
}

function decodedWhole(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
