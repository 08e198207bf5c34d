/** Errors of the API are RFC 9457 problems: what is wrong, where, and a code for programs. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RequestValidationError } from 'fastify-zod-openapi';
import * as z from 'zod';
import { REMEDIES, type ProblemCode } from '../../domain/problem-codes.ts';
import { clientAddress } from './client-address.ts';
import { ArchiveFault } from '../../recordings-archive/recording-archive.ts';
import { StoreRefusal, type StoreRefusalCode } from '../../store/requests.ts';
import { StoreUnavailable, type StoreFault } from '../../store/faults.ts';

export interface FieldError {
  /** JSON pointer into the body, as a URI fragment: `#/redial/max_calls`. */
  pointer?: string;
  /** Name of a query parameter, path parameter or header. */
  parameter?: string;
  /** Of CSV, from 1. */
  line?: number;
  detail: string;
}

export const ProblemBody = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'Stable, for programs.' }),
    remedy: z
      .string()
      .meta({ description: 'What to do about it, for people. Each code has its own.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional(),
          parameter: z.string().optional(),
          line: z.int().optional().meta({ description: 'Of CSV, from 1.' }),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' });

export interface ProblemInput {
  status: number;
  code: ProblemCode;
  detail: string;
  errors?: FieldError[];
  /** Further members of the answer. */
  more?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly input: ProblemInput;

  constructor(input: ProblemInput, options?: ErrorOptions) {
    super(input.detail, options);
    this.input = input;
  }
}

export function problemJson({ status, code, detail, errors, more }: ProblemInput) {
  return {
    type: `urn:dialwright:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    remedy: REMEDIES[code],
    ...(errors ? { errors } : {}),
    ...more,
  };
}

export function sendProblem(reply: FastifyReply, input: ProblemInput): FastifyReply {
  // Sent as text, because the route's response schemas do not describe problems.
  return reply
    .code(input.status)
    .headers(input.headers ?? {})
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemJson(input));
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request);
  // The stack is logged only for unexpected errors.
  const unforeseen = error instanceof Problem ? error.cause : error;
  if (problem.input.status >= 500 && unforeseen !== undefined) {
    request.log.error({ err: unforeseen, client: clientAddress(request) }, 'request failed');
  }
  return sendProblem(reply, problem.input);
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreRefusal) return refused(error);
  if (error instanceof StoreUnavailable) return storeUnavailable(error);
  if (error instanceof ArchiveFault) return recordingsUnavailable(error);
  if (!isFastifyError(error)) return internalError(error);
  if (error.validation) return invalid(error);
  return frameworkProblem(error, request) ?? internalError(error);
}

/** After these nobody knows whether the database has done it. */
const UNSURE: readonly StoreFault[] = ['unreachable', 'timeout'];

/** A lock is released soon, so its `Retry-After` is short. Other faults need a person. */
const storeUnavailable = (error: StoreUnavailable) =>
  new Problem(
    {
      status: 503,
      code: 'store_unavailable',
      detail: UNSURE.includes(error.fault)
        ? `${sentence(error.message)} Retry the request with the same \`Idempotency-Key\`: it may have been done.`
        : `${sentence(error.message)} Nothing was changed; the request can be retried.`,
      more: { reason: error.fault },
      headers: { 'retry-after': error.fault === 'locked' ? '1' : '10' },
    },
    { cause: error },
  );

const recordingsUnavailable = (error: ArchiveFault) =>
  new Problem(
    {
      status: 503,
      code: 'recordings_unavailable',
      detail: `${sentence(error.message)} The request can be retried.`,
      headers: { 'retry-after': '10' },
    },
    { cause: error },
  );

// An unexpected error must not show internals to the client.
const internalError = (cause: unknown) =>
  new Problem(
    {
      status: 500,
      code: 'internal_error',
      detail: 'An internal error occurred. The request can be retried.',
    },
    { cause },
  );

const REFUSALS: Record<StoreRefusalCode, { status: number; code: ProblemCode }> = {
  'not-found': { status: 404, code: 'not_found' },
  'illegal-move': { status: 409, code: 'illegal_move' },
  'already-exists': { status: 409, code: 'already_exists' },
  'bad-cursor': { status: 422, code: 'invalid_request' },
  'agent-busy': { status: 409, code: 'agent_busy' },
  'agent-in-use': { status: 409, code: 'agent_in_use' },
  'deletion-stopped': { status: 409, code: 'deletion_stopped' },
  'bad-agents': { status: 422, code: 'invalid_agents' },
  'unknown-agent': { status: 422, code: 'unknown_agent' },
  'key-reused': { status: 422, code: 'idempotency_key_reused' },
  'not-accepting-contacts': { status: 409, code: 'not_accepting_contacts' },
  'being-copied': { status: 409, code: 'contacts_being_copied' },
  'wrong-time': { status: 422, code: 'wrong_time' },
  'unknown-list': { status: 422, code: 'unknown_list' },
  'unknown-code': { status: 422, code: 'unknown_code' },
  'list-in-use': { status: 409, code: 'list_in_use' },
  'import-runs': { status: 409, code: 'import_runs' },
  'import-not-undoable': { status: 409, code: 'import_not_undoable' },
  'never-over': { status: 422, code: 'standing_campaign' },
  'campaign-paused': { status: 409, code: 'campaign_paused' },
  'too-many-consents': { status: 409, code: 'too_many_consents' },
  'number-erased': { status: 409, code: 'number_erased' },
  'too-many-users': { status: 409, code: 'too_many_users' },
  'too-many-keys': { status: 409, code: 'too_many_keys' },
  'too-many-endpoints': { status: 409, code: 'too_many_endpoints' },
  'being-replayed': { status: 409, code: 'being_replayed' },
  'events-lost': { status: 410, code: 'events_lost' },
};

const placeOf = ({ field, parameter }: { field: unknown; parameter: unknown }) =>
  typeof parameter === 'string' ? { parameter } : { pointer: `#/${String(field)}` };

/** Refusals whose fact `field` is a JSON pointer into the body, or whose fact `parameter` names a parameter of the query. */
const OF_A_FIELD: ReadonlySet<StoreRefusalCode> = new Set([
  'bad-cursor',
  'wrong-time',
  'unknown-list',
  'unknown-code',
  'unknown-agent',
  'never-over',
]);

function refused({ code, message, facts }: StoreRefusal): Problem {
  // The path names what was not found; the answer does not quote it, because it may hold anything.
  const { allowed, field, parameter, ...others } = code === 'not-found' ? {} : facts;
  const errors = OF_A_FIELD.has(code)
    ? [{ ...placeOf({ field, parameter }), detail: message }]
    : [];
  const more = {
    ...others,
    ...(field === undefined || errors.length > 0 ? {} : { field }),
    ...(allowed === undefined ? {} : { allowed_moves: allowed }),
  };
  const named = errors.length > 0 ? { errors } : {};
  return new Problem({ ...REFUSALS[code], detail: sentence(message), ...named, more });
}

/** A problem with one field of the body. */
export function invalidField(pointer: string, detail: string): Problem {
  const errors = [{ pointer, detail }];
  return new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `${pointer}: ${detail}.`,
    errors,
  });
}

/** By the names of the parameters: what is wrong with each. */
export function invalidParameters(faults: Record<string, string>): Problem {
  const errors = Object.entries(faults).map(([parameter, detail]) => ({ parameter, detail }));
  const detail = errors.map((fault) => `\`${fault.parameter}\`: ${fault.detail}`).join('; ');
  return new Problem({ status: 422, code: 'invalid_request', detail: `${detail}.`, errors });
}

function invalid(error: FastifyError): Problem {
  const issues = (error.validation ?? []).filter(
    (fault) => fault instanceof RequestValidationError,
  );
  return invalidFields(
    issues.map((fault) => fault.params.issue),
    error.validationContext,
  );
}

export function invalidFields(issues: readonly z.core.$ZodIssue[], where?: string): Problem {
  const errors = issues.flatMap((issue) => fieldErrors(issue, where));
  const detail = errors.map(errorText).join('; ');
  return new Problem({ status: 422, code: 'invalid_request', detail: sentence(detail), errors });
}

/** For an unknown field or parameter, its name comes last; for all other faults it comes first. */
function errorText({ pointer, parameter, detail }: FieldError): string {
  const name = pointer ?? `\`${parameter}\``;
  const isUnknown = detail === UNKNOWN.field || detail === UNKNOWN.parameter;
  return isUnknown ? `${detail} ${name}` : `${name}: ${detail}`;
}

const UNKNOWN = { field: 'unknown field', parameter: 'unknown parameter' };

/** A key that is not a plausible field name may be a person's number and must not be quoted. */
const FIELD_NAME = /^(?!(?:\D*\d){7})[A-Za-z_][\w-]{0,63}$/;

/** One entry per field of a zod issue; for an unknown field it points to the field itself and not to its parent. */
export function fieldErrors(issue: z.core.$ZodIssue, where = 'body'): FieldError[] {
  const place = (path: readonly PropertyKey[]) =>
    where === 'body'
      ? { pointer: `#${path.map((part) => `/${escapePointer(String(part))}`).join('')}` }
      : { parameter: path.map(String).join('.') };
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...place(FIELD_NAME.test(key) ? [...issue.path, key] : issue.path),
      detail: where === 'body' ? UNKNOWN.field : UNKNOWN.parameter,
    }));
  }
  // The message of such an issue says only that the key is wrong; its inner ones say why.
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ ...place(issue.path), detail: message }));
  }
  return [{ ...place(issue.path), detail: issue.message }];
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

const FRAMEWORK: Record<string, { status: number; code: ProblemCode; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: 'body_too_large',
    detail: 'The body is larger than this route accepts.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'malformed_json',
    detail: 'The body is not valid JSON.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'malformed_request',
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    code: 'path_too_long',
    detail: 'A part of the path is longer than any id.',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'malformed_url', detail: 'The path cannot be decoded.' },
};

function frameworkProblem(error: FastifyError, request: FastifyRequest): Problem | undefined {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(request);
  const known = FRAMEWORK[error.code];
  if (known) return new Problem(known);
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return undefined;
  // Fastify's message is not used, because it may quote the request.
  return new Problem({ status, code: 'malformed_request', detail: 'The request cannot be read.' });
}

function wrongMediaType({ method, routeOptions }: FastifyRequest): Problem {
  const { content } = (routeOptions.schema?.body ?? {}) as { content?: object };
  const merges = method === 'PATCH' ? ['application/merge-patch+json'] : [];
  const taken = Object.keys(content ?? { 'application/json': true });
  return new Problem({
    status: 415,
    code: 'unsupported_media_type',
    detail: `This route does not accept that content type. Send the header \`Content-Type\` with ${[...taken, ...merges].join(', or ')}.`,
  });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
