/**
 * The carrier profile: details that the interface document does not show. Every field has a default and can be set in
 * one JSON file; docs/carrier-gaps.md names the section of each.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { CARRIER_STATES } from '../../domain/calls/call-state.ts';
import type { CarrierTiming } from '../../domain/timing.ts';
import { CarrierProfileError } from './errors.ts';
import type * as LineNumbers from './line-numbers.ts';

const pointer = z.string().regex(/^(\/[^/]+)+$/, 'must be a JSON pointer such as /error/code');
const field = z.string().min(1);
const statuses = (least: number, most: number) =>
  z.array(z.number().int().min(least).max(most)).min(1);
const wait = z.number().int().min(1);

/** Request fields that already have a meaning (2.2). */
const TAKEN_FIELDS = ['a_type', 'a_cli', 'b_cli', 'callback_url'];
const placeField = field.refine(
  (name) => !TAKEN_FIELDS.includes(name),
  'is a documented field with another meaning',
);

const operation = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  /** May contain `{name}`, whose value is given in each request. */
  path: z
    .string()
    .regex(/^\/[!-~]*$/, 'must start with / and have no spaces')
    .refine((path) => !/[?#]/.test(path), 'must have no query: that stands in `query`'),
  /** Values may contain `{name}`, or `{name?}` for an optional one. */
  query: z.record(z.string(), z.string()).default({}),
  /** The JSON object to send. Its texts may contain names as in `query`. */
  body: z.record(z.string(), z.json()).optional(),
  /** JSON pointers to the fields of the answer that Dialwright can use. */
  read: z.record(z.string(), pointer).default({}),
});
export type DeclaredOperation = z.infer<typeof operation>;

const profileSchema = z.strictObject({
  place: z
    .strictObject({
      /** Request field of the destination number (2.2, 4.1). */
      destinationField: placeField.default('destination'),
      /** Request field of the agent's SIP account name. */
      sipAgentField: placeField.default('sip_account'),
      /** Request field of the agent's WebSocket endpoint, with `a_type: stream`. */
      streamAgentField: placeField.default('stream_url'),
      /** Request field of a URL for the recording webhook of this call; null: the carrier has none. */
      recordingUrlField: placeField.nullable().default(null),
      successStatuses: statuses(200, 299).default([200, 201, 202]),
      /** Further statuses that, with the carrier's own error envelope, mean that no call was made. */
      refusalStatuses: z.array(z.number().int().min(400).max(499)).default([]),
    })
    .refine(
      (place) => ![place.sipAgentField, place.streamAgentField].includes(place.destinationField),
      {
        path: ['destinationField'],
        message: 'must not be the field of the agent',
      },
    )
    .prefault({}),
  call: z
    .strictObject({
      statusField: field.default('status'),
      /** Maps the carrier's status words to states of section 3, if they differ. */
      statusWords: z.record(z.string(), z.enum(CARRIER_STATES)).default({}),
    })
    .prefault({}),
  webhook: z
    .strictObject({
      /** Pointers to `event_seq`, `event` and `occurred_at` in a click2call webhook (2.3). */
      seqPointer: pointer.default('/event_seq'),
      namePointer: pointer.default('/event'),
      timePointer: pointer.default('/occurred_at'),
    })
    .prefault({}),
  error: z
    .strictObject({
      codePointer: pointer.default('/error/code'),
      messagePointer: pointer.default('/error/message'),
    })
    .prefault({}),
  destroy: z
    .strictObject({
      method: z.enum(['DELETE', 'POST', 'PUT']).default('DELETE'),
      path: z
        .string()
        .regex(/^\/[!-~]*\{id\}[!-~]*$/, 'must start with /, contain {id} and have no spaces')
        .default('/api/v1/click2call/{id}'),
    })
    .prefault({}),
  recording: z
    .strictObject({
      redirectStatuses: statuses(300, 399).default([301, 302, 303, 307, 308]),
      /** Field of the call resource with the Call ID of the recording lookup (4.3). */
      callIdField: field.default('id'),
      webhookCallIdPointer: pointer.default('/data/call_id'),
      webhookUrlPointer: pointer.default('/data/recording_url'),
    })
    .prefault({}),
  allowedIps: z
    .strictObject({
      /** Path of one allowed address of a SIP account (4.5). */
      path: z
        .string()
        .regex(
          /^\/(?=[!-~]*\{sipaccount_id\})(?=[!-~]*\{id\})[!-~]*$/,
          'must start with /, contain {sipaccount_id} and {id}, and have no spaces',
        )
        .default('/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/{id}'),
      /** Field of the address, in requests and in lists (4.5). */
      addressField: field.default('ip'),
    })
    .prefault({}),
  numbers: z
    .strictObject({
      /** Field of the DID number in the list of numbers (4.6). */
      numberField: field.default('number'),
    })
    .prefault({}),
  documents: z
    .strictObject({
      /** Method for reading one document (4.6). */
      method: z.enum(['GET', 'POST', 'PUT']).default('GET'),
      /** From so many digits (up to 15), a text of digits only counts as a number and not as a document's id (4.6). */
      numberFromDigits: z.number().int().min(1).max(16).default(10),
    })
    .prefault({}),
  /** Operations that the document only names (4.7), by name. */
  operations: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a name such as cdr'), operation)
    .default({}),
  rateLimitStatuses: statuses(400, 599).default([429]),
  timing: z
    .strictObject({
      agentRingMs: wait.default(120_000),
      customerRingMs: wait.default(120_000),
      webhookFirstRetryMs: wait.default(30_000),
      webhookRetryFactor: z.number().min(1).max(10).default(2),
      webhookRetries: z.number().int().min(0).max(20).default(5),
      webhookAnswerMs: wait.default(15_000),
      recordingLookupSpacingMs: wait.default(60_000),
      recordingReadyMs: wait.default(6 * 60 * 60_000),
      pollsPerSecond: z.number().min(0.1).max(1_000).default(20),
    } satisfies Record<keyof CarrierTiming, z.ZodType>)
    .prefault({}),
});

export type CarrierProfile = z.infer<typeof profileSchema>;

export const DEFAULT_CARRIER_PROFILE: CarrierProfile = profileSchema.parse({});

/**
 * Reads the profile's file. Without a file, returns the defaults.
 * @throws CarrierProfileError that names every wrong field, its line, and the reason
 */
export function loadCarrierProfile(path: string | undefined): CarrierProfile {
  if (path === undefined) return DEFAULT_CARRIER_PROFILE;
  const text = readText(path);
  const parsed = profileSchema.safeParse(readJson(path, text));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap(faultsOf);
  const { lineOf } = lineNumbers().readWritten(text);
  throw new CarrierProfileError(
    faults.map((fault) => `${path}:${lineOf(fault.path) ?? 1}: ${fault.text}`).join('; '),
  );
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const line = lineNumbers().lineOfFault(text);
    throw new CarrierProfileError(`${path}:${line}: ${message}`, { cause: error });
  }
}

/** At a fault only: every process reads a profile, and the parser of YAML takes 9 MB. */
const lineNumbers = () => createRequire(import.meta.url)('./line-numbers.ts') as typeof LineNumbers;

/** Removes a byte order mark, which some editors write. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CarrierProfileError(`the file cannot be read: ${why}`, { cause: error });
  }
}

function faultsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; text: string }[] {
  const nameOf = (path: PropertyKey[]) => path.map(String).join('.') || 'the profile';
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: issue.path, text: `${nameOf(issue.path)}: ${issue.message}` }];
  }
  return issue.keys.map((key) => {
    const path = [...issue.path, key];
    return { path, text: `${nameOf(path)}: no such field` };
  });
}
