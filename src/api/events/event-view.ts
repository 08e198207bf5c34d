/** The JSON form of events, the same in lists, in the stream and in webhooks, and the parameters that choose them. */
import * as z from 'zod';
import {
  ALERT_KINDS,
  eventId,
  EVENT_TYPES,
  isTypePattern,
  parseEventId,
  publicEvent,
  typesOf,
  type EventFilter,
} from '../../domain/events/event.ts';
import type { Alert, OutboxEvent } from '../../store/events/event-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Instant } from '../http/schemas.ts';

export const EventView = z
  .object({
    id: z.string().meta({
      description: 'Increases from event to event. A repeated delivery has the same id.',
      example: 'evt_1042',
    }),
    type: z.enum(EVENT_TYPES),
    timestamp: Instant,
    subject: z.string().meta({
      description: 'Path of the resource without /v1/.',
      example: 'calls/cabcdefghi.5.1',
    }),
    campaign: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'Facts by the type, see docs/events.md. No names and numbers: read the resource for more.',
    }),
  })
  .meta({ id: 'Event' });

export const eventView = (event: OutboxEvent): z.infer<typeof EventView> =>
  publicEvent({ ...event, id: eventId(event.serial) });

export const AlertView = z
  .object({
    kind: z.enum(ALERT_KINDS),
    subject: z.string(),
    campaign: z.string().nullable(),
    text: z.string(),
    raised_at: Instant,
  })
  .meta({ id: 'Alert' });

export const alertView = (alert: Alert): z.infer<typeof AlertView> => ({
  ...inJson(alert),
  campaign: alert.campaignId,
});

export const TypePattern = z
  .string()
  .max(64)
  .refine(isTypePattern, 'is no type of events; a type is like call.ended, a group like call.*');

export const EventIdText = z
  .string()
  .refine(
    (text) => parseEventId(text) !== undefined,
    'is no id of an event, which is like evt_1042',
  );

export const FilterQuery = {
  types: z
    .string()
    .max(1_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(TypePattern).min(1))
    .optional()
    .meta({
      description: 'Types or groups of types, with commas between them.',
      example: 'call.ended,alert.*',
    }),
  campaign: z.string().max(64).optional(),
  subject: z.string().max(128).optional().meta({ example: 'campaigns/cabcdefghi' }),
};

export const filterOf = (query: {
  types?: string[] | undefined;
  campaign?: string | undefined;
  subject?: string | undefined;
}): EventFilter => ({
  types: query.types && typesOf(query.types),
  campaignId: query.campaign,
  subject: query.subject,
});
