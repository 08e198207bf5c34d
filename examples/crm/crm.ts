/** What the bridge needs of a CRM. Each of the three files beside this one is one. */
import { timingSafeEqual } from 'node:crypto';
import type { Schemas } from 'dialwright/client';

export interface Notice {
  method: string;
  /** As the CRM wrote it. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** Somebody who is to be called. Country and state or postal code give the hours. */
export interface Person {
  numbers: string[];
  name: string | null;
  company?: string | null;
  country?: string | null;
  region?: string | null;
  postal_code?: string | null;
}

/** A call as the person's timeline shows it. */
export interface CallRecord {
  ref: string;
  /** In the CRM. */
  personId: string;
  call: Schemas['Call'];
  /** Null: nobody has said what the call led to. */
  outcome: Schemas['Outcome'] | null;
  /** The page of the call, with its recording. Who opens it signs in there. */
  link: string;
}

export interface Crm {
  /** Before the ids in row keys, so that each CRM has its own. */
  name: string;
  /** Ids of the persons that the notice is about. Undefined: it is not of this CRM. */
  personsIn(notice: Notice): string[] | undefined;
  /** Null: the CRM has no such person. */
  person(id: string): Promise<Person | null>;
  /** Writes the call, or what has become of it since. The same ref is the same call. */
  write(record: CallRecord): Promise<void>;
}

/** An answer of the CRM that is none of 2xx. The notice or event is sent again later, unless the person `isGone`. */
export class CrmRefusal extends Error {
  readonly isGone: boolean;

  constructor(text: string, isGone = false) {
    super(text);
    this.isGone = isGone;
  }
}

/** Salesforce's codes for a task of a deleted contact, which it refuses with 400. */
const GONE = /"(ENTITY_IS_DELETED|INVALID_CROSS_REFERENCE_KEY)"/;

export async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  const text = await answer.text();
  if (!answer.ok) {
    const isGone = answer.status === 404 || answer.status === 410 || GONE.test(text);
    throw new CrmRefusal(`${init.method ?? 'GET'} ${url}: ${answer.status} ${text}`, isGone);
  }
  return text === '' ? null : (JSON.parse(text) as unknown);
}

/** Takes the same time wherever they differ, so that nobody finds a secret by trying. */
export function isSame(given: Buffer | string, expected: Buffer | string): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(expected as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** In one line, for a title or a text field. */
export function titleOf({ call, outcome }: CallRecord): string {
  return `Call: ${outcome?.code ?? call.disposition ?? call.state}`;
}

export function textOf({ ref, call, outcome, link }: CallRecord): string {
  const lines = [`Dialwright call ${ref}: ${call.disposition ?? call.state}`];
  if (outcome) lines.push(`Outcome: ${outcome.code}`);
  if (outcome?.note) lines.push(outcome.note);
  lines.push(call.recording === 'stored' ? `Recording: ${link}` : link);
  return lines.join('\n');
}

export function setting(name: string, otherwise?: string): string {
  const value = process.env[name] ?? otherwise;
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}
