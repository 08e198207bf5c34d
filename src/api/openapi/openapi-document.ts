/** Additions to the generated document: common answers, examples, and defaults of request fields. */
import { PROBLEMS } from '../http/schemas.ts';
import type { Role } from '../../domain/keys/role.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { describeStates } from './openapi-states.ts';
import {
  FORBIDDEN,
  problemAnswer,
  SharedParts,
  type Answer,
  type Parameter,
} from './shared-parts.ts';

type Schema = Record<string, unknown>;

interface Operation {
  'x-role'?: Role;
  description?: string;
  operationId?: string;
  parameters?: Parameter[];
  responses: Record<string, Answer>;
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: Schema; example?: unknown }>;
  };
}

interface Document {
  webhooks?: Record<string, object>;
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const OPTIONAL = 'x-fastify-zod-openapi-optional';

/** Answers that every route with a key can have, whatever the route does. */
const COMMON: Record<string, string> = {
  400: 'The request cannot be read: no valid JSON, or a broken URL',
  408: 'The request came too slowly',
  414: 'A part of the path is too long',
  422: 'The request is invalid: `errors` names each field and the reason',
  429: PROBLEMS[429],
  431: 'The headers together are longer than 16 KiB',
  500: 'An internal error; the request can be retried with its `Idempotency-Key`',
  503: 'The database cannot be used, or the server is being stopped; retry after `Retry-After`',
};

/** The same, of methods that may have a body. */
const COMMON_WITH_BODY: Record<string, string> = {
  413: 'The body is larger than this route accepts',
  415: 'The body has a content type that this route does not accept',
};

export function finished<Given extends object>(given: Given): Given {
  const document = given as Document;
  const components = document.components?.schemas ?? {};
  const shared = new SharedParts();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      if (path.startsWith('/v1/')) addCommonAnswers(operation, method);
      describeRole(operation);
      for (const { headers } of Object.values(operation.responses)) unwrapHeaders(headers);
      shared.takeFrom(operation);
      finishBody(operation, components);
    }
  }
  shared.takeParametersFrom(Object.values(document.paths ?? {}).flatMap(Object.values));
  document.components = { ...document.components, ...shared.components() };
  document.webhooks = WEBHOOKS;
  describeStates(document);
  return given;
}

/** What Dialwright sends to webhook endpoints. */
const WEBHOOKS = {
  event: {
    post: {
      operationId: 'receiveEvent',
      tags: ['webhook endpoints'],
      summary: 'An event, as it is sent to a webhook endpoint',
      description:
        'Signed by Standard Webhooks 1.0: verify the body with the headers and the secret of the endpoint before you use it. ' +
        'An event may come twice, with the same `webhook-id`.',
      security: [],
      parameters: [
        ['webhook-id', 'The id of the event, the same for each attempt.'],
        ['webhook-timestamp', 'Unix seconds of this attempt.'],
        [
          'webhook-signature',
          '`v1,` and a signature; two of them while a secret is being replaced.',
        ],
      ].map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
      },
      responses: {
        '2XX': { description: 'The event was taken.' },
        410: { description: 'The endpoint is disabled, and nothing is sent any more.' },
        429: { description: 'Sent again after `Retry-After`.' },
        default: { description: 'Sent again, after growing pauses.' },
      },
    },
  },
};

function addCommonAnswers({ responses }: Operation, method: string): void {
  const common = method === 'get' ? COMMON : { ...COMMON, ...COMMON_WITH_BODY };
  for (const [status, description] of Object.entries(common)) {
    responses[status] ??= problemAnswer(description);
  }
}

/** A reader of the document sees the role without a tool that knows `x-role`. */
function describeRole(operation: Operation): void {
  const role = operation['x-role'];
  if (role === undefined || role === 'read') return;
  const { description, responses } = operation;
  const text = `Needs an API key with the role \`${role}\`.`;
  operation.description = description === undefined ? text : `${description} ${text}`;
  const { description: also } = responses[403] ?? {};
  responses[403] = problemAnswer(also === undefined ? FORBIDDEN : `${FORBIDDEN}. Or: ${also}`);
}

/** Removes a level of nesting, because two packages each wrap the schema of a header. */
function unwrapHeaders(headers: Record<string, Schema> = {}): void {
  for (const [name, header] of Object.entries(headers)) {
    const { schema } = header as { schema: Schema };
    if ('schema' in schema) headers[name] = { ...header, ...schema };
  }
}

function finishBody({ operationId, requestBody }: Operation, components: Record<string, Schema>) {
  for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
    const { schema } = content;
    // The transformer marks optional bodies with OPTIONAL, but declares them as required.
    if (requestBody && schema?.[OPTIONAL] === true) requestBody.required = false;
    delete schema?.[OPTIONAL];
    describeDefaults(schema, components, new Set());
    const example = EXAMPLES[operationId ?? ''];
    if (type === 'application/json' && example !== undefined) content.example = example;
  }
}

/**
 * Moves defaults of request fields into their descriptions. Type generators treat a field with a `default` as always
 * present, which is right only for answers.
 */
function describeDefaults(
  node: unknown,
  components: Record<string, Schema>,
  seen: Set<unknown>,
): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  const { $ref, properties } = node as Schema;
  if (typeof $ref === 'string')
    describeDefaults(components[$ref.split('/').at(-1)!], components, seen);
  for (const field of Object.values(properties ?? {}) as Schema[]) describeDefault(field);
  for (const [key, child] of Object.entries(node))
    if (key !== 'default') describeDefaults(child, components, seen);
}

function describeDefault(field: Schema): void {
  if (!('default' in field)) return;
  const text = `Left out: ${JSON.stringify(field['default'])}.`;
  const { description } = field;
  field['description'] = typeof description === 'string' ? `${description} ${text}` : text;
  delete field['default'];
}
