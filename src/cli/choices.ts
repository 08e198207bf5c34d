/** Options that take one of several words, and words of the API that they take. The compiler sees that each list is complete. */
import { Option } from 'commander';
import type { Schemas } from '../client/client.ts';
import type { RequestOf } from '../client/requests.ts';
import { EXCEL_NAMES } from '../domain/spreadsheets/excel-forms.ts';
import { DUE_REASON_LABELS } from '../domain/rules/due-reasons.ts';

type ContactQuery = NonNullable<RequestOf<'/v1/campaigns/{campaignId}/contacts', 'get'>['query']>;

export const oneOf = (flags: string, description: string, words: readonly string[]): Option =>
  new Option(flags, description).choices(words);

export const excelOption = (flags: string, description: string): Option =>
  oneOf(flags, description, EXCEL_NAMES);

/** Takes every word of the union, and no other. */
const every =
  <Union extends string>() =>
  <const Words extends readonly Union[]>(
    words: [Union] extends [Words[number]] ? Words : never,
  ): Words =>
    words;

export const CALL_STATES = every<Schemas['Call']['state']>()([
  'claimed',
  'waiting',
  'queued',
  'placing',
  'accepted',
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'ended',
  'unknown',
]);

export const CONTACT_STATES = every<NonNullable<ContactQuery['state']>>()([
  'due',
  'claimed',
  'final',
  'locked',
]);

export const DUE_REASONS = Object.keys(DUE_REASON_LABELS) as (keyof typeof DUE_REASON_LABELS)[];

/** An option that may be repeated. */
export const repeated = (value: string, others: string[] = []): string[] => [...others, value];
