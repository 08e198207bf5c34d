/** Answers to requests, including error bodies. */
import type { SimulatorOptions } from './options.ts';
import type { Refusal } from './calls/refusals.ts';
import type { Violation } from './calls/validation.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How the end of the body is marked; by its length if absent. */
  framing?: 'length' | 'chunked' | 'close';
  /** After so many bytes of the body, the connection breaks or falls silent. */
  cutAfterBytes?: number;
  stalls?: boolean;
}

/** No answer: the connection breaks, or stays open without one. */
export type NoAnswer = 'reset' | 'silent';

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  const typed = { 'content-type': 'application/json; charset=utf-8', ...headers };
  return { status, headers: typed, body: JSON.stringify(value) };
}

/** The v1 envelope (2.4). */
export function v1Error(status: number, message: string, headers?: Record<string, string>): Answer {
  return json(status, { errors: { base: [message] } }, headers);
}

export const notFound = (): Answer => v1Error(404, 'data not found');

export function refusalAnswer(
  { status, code, message }: Refusal,
  violations: Violation[],
  { variant }: SimulatorOptions,
): Answer {
  const details = violations.map(({ field, message }) => ({ field, message }));
  if (variant.errorBody === 'full') return json(status, { error: { code, message, details } });
  if (variant.errorBody === 'no-code') return json(status, { error: { message, details } });
  return json(status, { error: { details } });
}
