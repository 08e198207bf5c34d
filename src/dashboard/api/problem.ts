/** Why a request was not done. */
import type { Schemas } from '../../client/client.ts';

/** One field of a request, by JSON pointer (`/name`) or parameter, and what is wrong with it. */
export interface FieldFault {
  field: string;
  detail: string;
}

export class ApiProblem extends Error {
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly code: string;
  /** What to do about it; undefined: the answer is none of our server. */
  readonly remedy: string | undefined;
  readonly fields: readonly FieldFault[];
  /** Members that only some problems have. */
  readonly more: Readonly<Record<string, unknown>>;
  /** How often the page repeats the request by itself; undefined: it does not. */
  repeatMs: number | undefined;

  constructor(status: number, answer: Partial<Schemas['Problem']>) {
    const { detail, code = 'unknown', remedy, errors = [], ...more } = answer;
    super(detail ?? `The server answered ${status} without a reason.`);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.fields = errors.map(({ pointer, parameter, detail }) => ({
      // A pointer to a column or line of CSV is only its number, and the text names it.
      field: (pointer ?? parameter ?? '').replace(/^#(?:\/\d+$)?/, ''),
      detail,
    }));
    this.more = more;
  }
}

/** For people: `redial/most`, or `line 7, address` for a column of a CSV line. */
export const fieldText = (field: string): string =>
  field.replace(/^\/(?:(\d+)\/)?/, (_text, line?: string) => (line ? `line ${line}, ` : ''));

export const noAnswer = (): ApiProblem =>
  new ApiProblem(0, { code: 'no_answer', detail: 'The server does not answer.' });

/** @param answer the parsed body of a refusal: a problem, or any text of a proxy between */
export function problemOf(status: number, answer: unknown): ApiProblem {
  if (typeof answer === 'object' && answer !== null) return new ApiProblem(status, answer);
  const text = typeof answer === 'string' && !answer.startsWith('<') ? answer.slice(0, 300) : '';
  return new ApiProblem(status, text ? { detail: text } : {});
}

export const asProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem
    ? error
    : new ApiProblem(0, { code: 'page_fault', detail: `The page has a fault: ${String(error)}` });
