/** The refusals that options can ask for, and the syntax of `--refuse`. */
import { parseDurationMs } from '../durations.ts';
import { happens, type Draw } from '../seeded.ts';

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** Section 7.1. The last three belong to the whole v1 API and use its error envelope. */
const REFUSALS = {
  click2call_api_disabled: [403, 'the account may not use this endpoint'],
  account_not_verified: [403, 'the account is not verified'],
  account_suspended: [409, 'the account is suspended'],
  insufficient_funds: [402, 'the call cannot be paid for'],
  invalid_a_cli: [422, 'a_cli must be an E.164 number of at most 15 digits'],
  caller_id_unsupported: [422, 'b_cli is not supported'],
  invalid_destination: [422, 'the destination cannot be dialled'],
  bad_request: [400, 'bad request'],
  unauthorized: [401, 'unauthorized'],
  too_many_requests: [429, 'too many requests'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** One `--refuse`: all of its conditions must hold. */
export interface RefusalRule {
  code: RefusalCode;
  ratio: number;
  /** From here to `toMs`, counted from the first start on this ledger, in the carrier's time. */
  fromMs: number;
  toMs: number;
  /** A destination with at most one `*` at its beginning or end. */
  number: string;
}

export interface RefusalQuestion {
  destination: string;
  /** In the carrier's time. */
  elapsedMs: number;
  draw: Draw;
}

const RULE =
  /^([a-z0-9_]+)(?::(0|1|0?\.\d+|1\.0+))?(?:@([0-9.a-z]+)-([0-9.a-z]*))?(?:=([+\d*]+))?$/;

/** `CODE[:RATIO][@FROM-[TO]][=NUMBER]`, where CODE is an error code or its HTTP status. */
export function parseRefusalRule(text: string): RefusalRule | undefined {
  const match = RULE.exec(text);
  if (!match) return undefined;
  const code = codeOf(match[1]!);
  const fromMs = match[3] === undefined ? 0 : parseDurationMs(match[3]);
  const toMs = match[4] ? parseDurationMs(match[4]) : Infinity;
  if (!code || fromMs === undefined || toMs === undefined) return undefined;
  return { code, ratio: Number(match[2] ?? 1), fromMs, toMs, number: match[5] ?? '*' };
}

export function refusalOf(code: RefusalCode): Refusal {
  const [status, message] = REFUSALS[code];
  return { status, code, message };
}

export function asksForRefusal(rule: RefusalRule, question: RefusalQuestion): boolean {
  return (
    question.elapsedMs >= rule.fromMs &&
    question.elapsedMs < rule.toMs &&
    numberMatches(rule.number, question.destination) &&
    (rule.ratio === 1 || happens(rule.ratio, question.draw, `refuse ${rule.code}`))
  );
}

function codeOf(word: string): RefusalCode | undefined {
  const codes = Object.keys(REFUSALS) as RefusalCode[];
  return codes.find((code) => code === word || String(REFUSALS[code][0]) === word);
}

function numberMatches(pattern: string, destination: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*')) return destination.endsWith(pattern.slice(1));
  if (pattern.endsWith('*')) return destination.startsWith(pattern.slice(0, -1));
  return destination === pattern;
}
