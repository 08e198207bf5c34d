/** What the interface document does not show. Each default is a guess; a suite varies it. */
import { z } from 'zod';

const name = (value: string) => z.string().min(1).default(value);
const status = (value: number) => z.coerce.number().int().min(100).max(599).default(value);

export const variantSchema = z.strictObject({
  /** Request and resource fields. */
  destinationField: name('destination'),
  sipAccountField: name('sip_account'),
  streamField: name('stream_url'),
  statusField: name('status'),

  successStatus: status(201),
  destroyMethod: name('DELETE'),
  /** `{id}` stands for the call. */
  destroyPath: name('/api/v1/click2call/{id}'),
  destroyStatus: status(200),

  /** `full`: code, message, details; `no-code`: without the code; `flat`: without the message too. */
  errorBody: z.enum(['full', 'no-code', 'flat']).default('full'),
  callbackUrlCode: name('invalid_callback_url'),

  /**
   * A JSON number with exactly the billed digits, the same digits in a string, or null for ever: then call
   * records alone tell what was billed.
   */
  costForm: z.enum(['number', 'string', 'null']).default('number'),
  /** `odd`: 200 characters, some of which must be escaped in a path. */
  idForm: z.enum(['uuid', 'odd']).default('uuid'),

  recordingRedirect: status(302),
  /** `network-path`: a relative reference that begins with two slashes. */
  recordingLocation: z.enum(['absolute', 'network-path']).default('absolute'),
  overQuotaStatus: status(429),
  overQuotaRetryAfter: z.enum(['seconds', 'date', 'none']).default('seconds'),
  /** Where the resource shows the Call ID of lookups and recording webhooks; empty: it is the call's `id`. */
  callIdField: z.string().default(''),
  /** How the storage marks the end of a recording: by its length, in chunks, or by closing the connection. */
  downloadFraming: z.enum(['length', 'chunked', 'close']).default('length'),
  recordingEvent: name('call_recording.ready'),
  recordingCallField: name('call_id'),
  recordingUrlField: name('recording_url'),
  /** Of a POST: where the call-recording webhook of that call goes. Empty: no field does. */
  placeRecordingUrlField: z.string().default(''),

  /** One of the account's resources, and a list of them. `named`: under the name of the area. */
  resourceBody: z.enum(['bare', 'data']).default('bare'),
  listBody: z.enum(['bare', 'data', 'named']).default('bare'),
  resourceIds: z.enum(['number', 'string']).default('number'),
  createStatus: status(201),
  deleteStatus: status(200),
  allowedIpPath: name('/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/{id}'),
  allowedIpField: name('ip'),
  documentMethod: name('GET'),
  /** Under which path the areas stand that the document only names (4.7). */
  operationsRoot: name('/api/v1'),
  /** Call records on one page, where pages are asked for. */
  cdrPageSize: z.coerce.number().int().min(1).default(100),

  /** Where `finalized` stands in `event_seq`: billing may be committed before the call's end is. */
  finalizedSeq: z.enum(['after', 'before']).default('after'),
  /** What `Retry-After` does to the backoff: takes its place, or can only prolong it. */
  retryAfter: z.enum(['replaces', 'prolongs']).default('replaces'),
});

export type Variant = z.output<typeof variantSchema>;
