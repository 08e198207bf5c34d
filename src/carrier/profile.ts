/**
 * What the interface document does not show and a call touches. Every field has a default and can be
 * changed in one JSON file; docs/carrier-gaps.md names the section of each.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { CarrierTiming } from '../domain/timing.ts';

const pointer = z.string().regex(/^(\/[^/]+)+$/, 'must be a JSON pointer such as /error/code');
const field = z.string().min(1);
const status = z.number().int().min(200).max(599);
const wait = z.number().int().min(1);
const carrierState = z.enum([
  'accepted',
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'completed',
  'failed',
]);

const profileSchema = z.strictObject({
  place: z
    .strictObject({
      /** Request field of the destination number (2.2, 4.1). */
      destinationField: field.default('destination'),
      /** Request field of the agent's SIP account name. */
      sipAgentField: field.default('sip_account'),
      /** Request field of the agent's WebSocket endpoint, with `a_type: stream`. */
      streamAgentField: field.default('stream_url'),
      successStatuses: z.array(status).min(1).default([200, 201, 202]),
    })
    .prefault({}),
  call: z
    .strictObject({
      statusField: field.default('status'),
      /** The carrier's status words, where they differ from the states of section 3. */
      statusWords: z.record(z.string(), carrierState).default({}),
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
        .regex(/^\/.*\{id\}/, 'must start with / and contain {id}')
        .default('/api/v1/click2call/{id}'),
    })
    .prefault({}),
  recording: z
    .strictObject({
      redirectStatuses: z.array(status).min(1).default([301, 302, 303, 307, 308]),
      /** Which field of the call resource is the Call ID of the recording lookup (4.3). */
      callIdField: field.default('id'),
      webhookCallIdPointer: pointer.default('/data/call_id'),
      webhookUrlPointer: pointer.default('/data/recording_url'),
    })
    .prefault({}),
  rateLimitStatuses: z.array(status).min(1).default([429]),
  /** A label for reports; the document names no currency. */
  currency: z.string().min(1).nullable().default(null),
  timing: z
    .strictObject({
      agentRingMs: wait.default(120_000),
      customerRingMs: wait.default(120_000),
      webhookFirstRetryMs: wait.default(30_000),
      webhookRetryFactor: z.number().min(1).max(10).default(2),
      webhookRetries: z.number().int().min(0).max(20).default(5),
      webhookAnswerMs: wait.default(15_000),
      recordingLookupSpacingMs: wait.default(60_000),
    } satisfies Record<keyof CarrierTiming, z.ZodType>)
    .prefault({}),
});

export type CarrierProfile = z.infer<typeof profileSchema>;

export const DEFAULT_CARRIER_PROFILE: CarrierProfile = profileSchema.parse({});

/**
 * Reads the profile's file; without one, the defaults.
 * @throws Error naming every field that is wrong and why
 */
export function loadCarrierProfile(path: string | undefined): CarrierProfile {
  if (path === undefined) return DEFAULT_CARRIER_PROFILE;
  const parsed = profileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(faults.join('; '));
}
