import * as z from 'zod';
import { DUE_REASON_LABELS } from '../../domain/rules/due-reasons.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import type {
  Contact,
  ContactFilter,
  WantedPerson,
} from '../../store/campaigns/campaign-reading-store.ts';
import { AreaView } from '../areas/area-view.ts';
import { ContactData } from '../campaigns/contact-selection-view.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { NUMBER_QUERY, searchedNumber, type NumberQuery } from './numbers/requested-number.ts';
import { routes, routesOf } from '../http/routes.ts';
import { PageQuery, listAnswer, listOf, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { Instant, iso, isoOrNull, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('contacts');

const ContactState = z.enum(['due', 'claimed', 'final', 'locked']);
const RowKey = z.string().trim().min(1).max(200);
const ZoneSource = z.enum(['row', 'import', 'number', 'campaign']);
const DUE_REASONS = Object.keys(DUE_REASON_LABELS);

export const ContactQuery = PageQuery.extend({
  state: ContactState.optional(),
  reason: z.enum(DUE_REASONS).optional().meta({
    description: 'Why the contact is postponed, or final without a call.',
  }),
  disposition: z.enum(DISPOSITIONS).optional(),
  data: z
    .string()
    .max(8_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be a JSON object, such as {"plan":"gold"}');
        return z.NEVER;
      }
    })
    .pipe(ContactData)
    .optional()
    .meta({
      description:
        'JSON object: fields of the list’s own, with exactly these values, as `where.data` of a clone has them.',
      example: '{"plan":"gold"}',
    }),
});

export const contactFilter = ({
  state,
  reason,
  disposition,
  data,
}: Omit<z.infer<typeof ContactQuery>, 'limit' | 'cursor'>): ContactFilter => ({
  state,
  reason,
  disposition,
  data,
});

const PersonKey = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'All numbers of one person, by the `person_key` of a contact.' });

const ListQuery = ContactQuery.extend({
  from_position: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Begins at this position, or at the next one that fits.' }),
  ...NUMBER_QUERY,
  row_key: RowKey.optional(),
  person_key: PersonKey.optional(),
});

/** What a list says of a person besides name and number. */
export const DETAILS_VIEW = {
  company: z.string().nullable(),
  language: z.string().nullable().meta({ description: 'As the list has it.' }),
  data: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullable()
    .meta({ description: 'Fields of your own. Agents see them; no rule reads them.' }),
};

const CONTACT_FIELDS = {
  position: z.int(),
  number: z.string(),
  name: z.string().nullable(),
  ...DETAILS_VIEW,
  row_key: z.string().nullable().meta({
    description: 'Of a further number of a person: with `#` and its place.',
  }),
  person_key: z.string().nullable().meta({
    description:
      'The same for all numbers of one person in a campaign; null: the only number. One of them at a time is called.',
  }),
  number_place: z.int().nullable().meta({
    description: 'Of the number among those of its row, from 1; null: its row has no other.',
  }),
  number_label: z
    .string()
    .nullable()
    .meta({ description: 'What the number is, such as `mobile`, by the list.' }),
  state: ContactState,
  disposition: z
    .enum(DISPOSITIONS)
    .nullable()
    .meta({ description: 'Disposition of its last call that has ended.' }),
  due_at: Instant,
  due_reason: z.string().nullable().meta({
    description:
      'Why it is not dialled earlier, or why it is final; null: it only waits for its turn.',
  }),
  zones: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Zones where the contact may be; null: the campaign’s zone.' }),
  zone_source: ZoneSource,
  area: AreaView.nullable().meta({
    description:
      'Where the contact is by its address and its number; null: not known, or its zones were named.',
  }),
  not_before: Instant.nullable(),
  not_after: Instant.nullable(),
  agent_id: z
    .string()
    .nullable()
    .meta({ description: 'The only agent who may take calls with this contact.' }),
  calls: z.int(),
};
export const ContactView = z.object(CONTACT_FIELDS).meta({ id: 'Contact' });
const ContactsPage = listOf(ContactView).extend({
  looked_to: z.int().nullable().meta({
    description: 'With `data`: the position up to which contacts were looked through; else null.',
  }),
});
const FoundContactView = z
  .object({ campaign_id: z.string(), ...CONTACT_FIELDS })
  .meta({ id: 'FoundContact' });

const FindQuery = PageQuery.extend({
  ...NUMBER_QUERY,
  row_key: RowKey.optional(),
  person_key: PersonKey.optional(),
}).refine(
  ({ number, row_key: rowKey, person_key: person }) =>
    [number, rowKey, person].some((value) => value !== undefined),
  { path: ['number'], message: 'is missing: name a number, a row key or a person key' },
);

export const contactListRoute = routes((app, { store }) => {
  app.get(
    '/campaigns/:campaignId/contacts',
    reads('read', {
      operationId: 'listContacts',
      summary: 'List the contacts of a campaign, by position',
      description:
        'With `data` a page may have fewer contacts than `limit` although others follow: some ten thousand are looked through ' +
        'for each. `next_cursor` decides, and `looked_to` says how far it looked.',
      params: CampaignParams,
      querystring: ListQuery,
      response: { 200: jsonAnswer('A page of contacts', ContactsPage) },
    }),
    async ({ params: { campaignId }, query }) => {
      const input = {
        campaignId,
        filter: contactFilter(query),
        person: personOf(query),
        fromPosition: query.from_position,
      };
      const page = await store.contacts(input, pageRequest(query));
      return { ...listAnswer(page, contactView), looked_to: page.lookedTo ?? null };
    },
  );

  app.get(
    '/contacts',
    reads('read', {
      operationId: 'findContacts',
      summary: 'Find the contacts of a number, a row key or a person, in all campaigns',
      description: 'In the order of campaigns and positions.',
      querystring: FindQuery,
      response: { 200: pageAnswer('A page of contacts', FoundContactView) },
    }),
    async ({ query }) => {
      const page = await store.findContacts(personOf(query), pageRequest(query));
      return listAnswer(page, (contact) => ({
        campaign_id: contact.campaignId,
        ...contactView(contact),
      }));
    },
  );
});

const personOf = (
  query: NumberQuery & { row_key?: string | undefined; person_key?: string | undefined },
): WantedPerson => ({
  number: searchedNumber(query),
  rowKey: query.row_key,
  person: query.person_key,
});

export function contactView(contact: Contact): z.infer<typeof ContactView> {
  return {
    position: contact.position,
    number: contact.number,
    name: contact.name,
    ...contact.details,
    data: contact.details.data && { ...contact.details.data },
    row_key: contact.rowKey,
    person_key: contact.person?.person ?? null,
    number_place: contact.person?.place ?? null,
    number_label: contact.person?.label ?? null,
    state: contact.state,
    disposition: contact.disposition,
    due_at: iso(contact.dueAtMs),
    due_reason: contact.dueReason,
    zones: contact.zones && [...contact.zones],
    zone_source: contact.zoneSource,
    area: contact.area,
    not_before: isoOrNull(contact.notBeforeMs),
    not_after: isoOrNull(contact.notAfterMs),
    agent_id: contact.agentId,
    calls: contact.calls,
  };
}
