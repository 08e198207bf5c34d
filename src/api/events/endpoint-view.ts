/** The JSON forms of webhook endpoints and their deliveries. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { eventId, EVENT_TYPES } from '../../domain/events/event.ts';
import { DELIVERY_KINDS } from '../../domain/events/webhook-delivery.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import type {
  EndpointSettings,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../store/events/endpoint-store.ts';
import type { Edited } from '../../store/requests.ts';
import { whyNoEndpoint } from '../../webhooks/endpoint-url.ts';
import { inJson } from '../http/answers/in-json.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { entityTag } from '../http/etags.ts';
import { mergedBy, patchOf, Removed } from '../http/merge-patches.ts';
import { invalidField } from '../http/problem.ts';
import { Instant, isoOrNull } from '../http/schemas.ts';
import { TypePattern } from './event-view.ts';

export const EndpointParams = z.object({ endpointId: z.string().max(64) });

/** The sweep starts the delivery if this fails. */
export function wakeEndpoint(
  { gateway, background }: ResourceDeps,
  { id, state }: WebhookEndpoint,
): void {
  if (state === 'disabled') return;
  background.run(`waking the webhook endpoint ${id}`, () => gateway.wakeWebhookEndpoint(id));
}

const SETTINGS = {
  url: z.string().meta({
    description:
      'https on a public host and the default port, unless its origin stands in DIALWRIGHT_WEBHOOK_ORIGINS.',
    example: 'https://crm.example.com/hooks/dialwright',
  }),
  description: z.string().trim().max(200),
  types: z
    .array(TypePattern)
    .min(1)
    .max(EVENT_TYPES.length)
    .nullable()
    .meta({
      description: 'Types and groups of events; null: all.',
      example: ['call.ended', 'call.settled', 'alert.*'],
    }),
};

export const EndpointInput = z
  .strictObject({
    url: SETTINGS.url,
    description: SETTINGS.description.default(''),
    types: SETTINGS.types.default(null),
  })
  .meta({ id: 'WebhookEndpointInput' });

const Members = z.strictObject(SETTINGS).partial();
export const EndpointEdit = patchOf(Members).meta({ id: 'WebhookEndpointEdit' });

export function checkedUrl(url: string, allowedOrigins: readonly string[]): string {
  const why = whyNoEndpoint(url, { allowedOrigins });
  if (why !== undefined) throw invalidField('#/url', why);
  return url;
}

/** The settings after a merge patch. @throws Problem 422 */
export function endpointAfter(
  { url, description, types }: WebhookEndpoint,
  patch: JsonObject,
  allowedOrigins: readonly string[],
): Edited<EndpointSettings> {
  if (patch['url'] === null) {
    throw invalidField('#/url', 'cannot be removed: every endpoint has one');
  }
  const known = { url, description, types: types === null ? null : [...types] };
  const { document, removed } = mergedBy(known, patch, Members);
  return {
    url: document.url === undefined ? url : checkedUrl(document.url, allowedOrigins),
    description: patch['description'] === null ? '' : (document.description ?? description),
    types: patch['types'] === null ? null : (document.types ?? types),
    removed,
  };
}

const ENDPOINT_FIELDS = {
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()).nullable(),
  state: z.enum(['enabled', 'disabled']),
  disabled_reason: z.string().nullable(),
  position: z.string().meta({
    description: 'Id of an event: nothing up to it is left to be sent.',
    example: 'evt_1042',
  }),
  replay: z
    .object({ position: z.string(), to: z.string() })
    .nullable()
    .meta({ description: 'Events that are being sent again, up to `to`.' }),
  failing: z
    .object({ since: Instant, tries: z.int(), reason: z.string(), next_try_at: Instant })
    .nullable()
    .meta({ description: 'Null: the last request succeeded.' }),
  old_secret_expires_at: Instant.nullable().meta({
    description: 'Until then requests are signed with the secret that was replaced, too.',
  }),
  created_at: Instant,
};
export const EndpointView = z.object(ENDPOINT_FIELDS).meta({ id: 'WebhookEndpoint' });
export const EditedEndpointView = z
  .object({ ...ENDPOINT_FIELDS, removed: Removed })
  .meta({ id: 'EditedWebhookEndpoint' });

const Secret = z.string().nullable().meta({
  description:
    'Signs the requests (Standard Webhooks). It is shown only once: null in the answer to a repeated request.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
});
export const NewEndpointView = z
  .object({ ...ENDPOINT_FIELDS, secret: Secret })
  .meta({ id: 'NewWebhookEndpoint' });

export function endpointView(endpoint: WebhookEndpoint): z.infer<typeof EndpointView> {
  const { position, replay, failing, oldSecretsUntilMs } = endpoint;
  return {
    ...inJson(endpoint),
    types: endpoint.types && [...endpoint.types],
    position: eventId(position),
    replay: replay && { position: eventId(replay.position), to: eventId(replay.to) },
    failing: failing && inJson(failing),
    old_secret_expires_at: isoOrNull(
      oldSecretsUntilMs.length === 0 ? null : Math.max(...oldSecretsUntilMs),
    ),
  };
}

export const endpointTag = ({ url, description, types, state }: WebhookEndpoint): string =>
  entityTag({ url, description, types, state });

/** 24 random bytes, as Standard Webhooks asks for. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export const DeliveryView = z
  .object({
    kind: z.enum(DELIVERY_KINDS).meta({
      description: '`replay`: sent again on request. `test`: without an event.',
    }),
    event: z.string().nullable(),
    type: z.string(),
    at: Instant,
    duration_ms: z.int(),
    status: z.int().nullable().meta({ description: 'HTTP status; null: no answer.' }),
    failure: z.string().nullable().meta({ description: 'Null: delivered.' }),
    next_try_at: Instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveryView = (delivery: WebhookDelivery): z.infer<typeof DeliveryView> => ({
  ...inJson(delivery),
  event: delivery.eventSerial === null ? null : eventId(delivery.eventSerial),
});
