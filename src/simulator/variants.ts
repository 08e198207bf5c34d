/** The details that the interface document leaves open. Each default is a guess, and tests vary them. */
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
   * A JSON number with exactly the billed digits, a string with the same digits, or always null: then only call
   * records show what was billed.
   */
  costForm: z.enum(['number', 'string', 'null']).default('number'),
  /** `odd`: 200 characters, some of which must be escaped in a path. */
  idForm: z.enum(['uuid', 'odd']).default('uuid'),

  recordingRedirect: status(302),
  /** `network-path`: a relative reference that begins with two slashes. */
  recordingLocation: z.enum(['absolute', 'network-path']).default('absolute'),
  overQuotaStatus: status(429),
  overQuotaRetryAfter: z.enum(['seconds', 'date', 'none']).default('seconds'),
  /** The call's field with the Call ID of lookups and recording webhooks; empty: the Call ID is the call's `id`. */
  callIdField: z.string().default(''),
  /** How the storage marks the end of a recording: by its length, in chunks, or by closing the connection. */
  downloadFraming: z.enum(['length', 'chunked', 'close']).default('length'),
  recordingEvent: name('call_recording.ready'),
  recordingCallField: name('call_id'),
  recordingUrlField: name('recording_url'),
  /** The field of a POST that names the URL for that call's recording webhook; empty: there is no such field. */
  placeRecordingUrlField: z.string().default(''),

  /** How one of the account's resources, and a list of them, is wrapped. `named`: in a field with the resource's name. */
  resourceBody: z.enum(['bare', 'data']).default('bare'),
  listBody: z.enum(['bare', 'data', 'named']).default('bare'),
  resourceIds: z.enum(['number', 'string']).default('number'),
  createStatus: status(201),
  deleteStatus: status(200),
  allowedIpPath: name('/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/{id}'),
  allowedIpField: name('ip'),
  documentMethod: name('GET'),
  /** The path prefix of the operations that the document only names (4.7). */
  operationsRoot: name('/api/v1'),
  /** Call records on one page, if the request asks for pages. */
  cdrPageSize: z.coerce.number().int().min(1).default(100),

  /** The position of `finalized` in `event_seq`: after or before the call's end. */
  finalizedSeq: z.enum(['after', 'before']).default('after'),
  /** Whether `Retry-After` replaces the backoff, or only prolongs it. */
  retryAfter: z.enum(['replaces', 'prolongs']).default('replaces'),
});

export type Variant = z.output<typeof variantSchema>;
