/**
 * What a POST's answer may be taken for, written again from the table and not from the product: the run would
 * prove nothing if both shared their mistakes.
 */
import { BROKEN_HEADS, bytesOf, isWhole, type Said } from './odd-answers.ts';

export type Class = 'accepted' | 'refused' | 'unknown' | 'not-sent';

const SUCCESS = [200, 201, 202];
const DOCUMENTED = [402, 403, 409, 422];
const WITH_ENVELOPE = [400, 401, 404, 405, 406, 411, 413, 415, 429];
const MOST_BYTES = 256 * 1024;
const DEEPEST = 64;
const MOST_VALUES = 20_000;

/** All classes that hold; more than one where the answer itself can be read in two ways. */
export function classesOf(said: Said): Class[] {
  const broken = (BROKEN_HEADS as readonly string[]).includes(said.head);
  // Below HTTP it is the library's to say whether that was an answer; never that nothing was sent.
  if (broken) return ['unknown', ...wholeClasses(said)];
  if (!isWhole(said)) return ['unknown', ...cutClasses(said)];
  // A reset can overtake what was sent before it.
  return said.after === 'reset' ? ['unknown', ...wholeClasses(said)] : wholeClasses(said);
}

function wholeClasses({ status, body, headers }: Said): Class[] {
  const value = valueOf(body);
  // A status without a body by definition: what follows it belongs to nobody.
  const bodiless = status === 204 || status === 205 || status === 304 || status < 200;
  if (bodiless) return ['unknown'];
  if (DOCUMENTED.includes(status)) {
    return body.length > MOST_BYTES ? ['refused', 'unknown'] : ['refused'];
  }
  const encoded = headers.some((line) => /^content-encoding/i.test(line));
  if (SUCCESS.includes(status)) {
    if (usableId(value) === undefined || body.length > MOST_BYTES) return ['unknown'];
    // A number counts by its digits, and those a float does not keep.
    const vague = encoded || typeof idOf(value) === 'number';
    return vague ? ['accepted', 'unknown'] : ['accepted'];
  }
  if (WITH_ENVELOPE.includes(status) && hasEnvelope(value) && body.length <= MOST_BYTES)
    return ['refused'];
  return ['unknown'];
}

/**
 * Where the connection's end is the body's, a cut cannot be told from an end. What came is then read for what it
 * is: a JSON text that is cut is none, and a documented refusal is one by its status.
 */
function cutClasses(said: Said): Class[] {
  const missing = lengthOf(said) - bytesOf(said).length;
  if (said.framing !== 'close' || missing > said.body.length) return [];
  return wholeClasses({ ...said, body: said.body.subarray(0, said.body.length - missing) });
}

const lengthOf = (said: Said) => bytesOf({ ...said, sent: 1_000 }).length;

function valueOf(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value = JSON.parse(text) as unknown;
    return isTooMuch(value, text) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isTooMuch(value: unknown, text: string): boolean {
  if ((text.match(/[[{,]/g)?.length ?? 0) + 1 > MOST_VALUES) return true;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= DEEPEST) return true;
    level = level
      .flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
      .filter((each) => typeof each === 'object' && each !== null);
  }
  return false;
}

function idOf(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const data = value['data'];
  const call = isObject(data) && Object.hasOwn(data, 'id') ? data : value;
  return Object.hasOwn(call, 'id') ? call['id'] : undefined;
}

function usableId(value: unknown): string | undefined {
  const id = idOf(value);
  if (typeof id === 'number') return String(id);
  if (typeof id !== 'string' || id === '' || id.length > 512) return undefined;
  return id.isWellFormed() && id !== '.' && id !== '..' ? id : undefined;
}

const hasEnvelope = (value: unknown) =>
  isObject(value) &&
  ['error', 'errors'].some((name) => Object.hasOwn(value, name) && isObject(value[name]));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
