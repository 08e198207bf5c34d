/**
 * HubSpot: a workflow or a subscription to `contact.propertyChange` sends the webhook, and calls are engagements of the contact.
 * Once: make the property `dialwright_ref` of calls, a text with unique values (`hasUniqueValue`), so that a call is written once.
 */
import { createHmac } from 'node:crypto';
import {
  ask,
  isSame,
  json,
  setting,
  textOf,
  titleOf,
  type Crm,
  type Notice,
  type Person,
} from './crm.ts';

const OLDEST_MS = 5 * 60_000;
const PROPERTIES = 'firstname,lastname,phone,mobilephone,company,country,state,zip';

type Properties = Partial<Record<string, string | null>>;

export function hubspot(): Crm {
  const api = setting('HUBSPOT_API', 'https://api.hubapi.com');
  const headers = { authorization: `Bearer ${setting('HUBSPOT_TOKEN')}` };
  const secret = setting('HUBSPOT_CLIENT_SECRET');
  return {
    name: 'hubspot',

    personsIn(notice) {
      if (!isSigned(notice, secret)) return undefined;
      const events = JSON.parse(notice.body) as { subscriptionType?: string; objectId: number }[];
      const ofContacts = events.filter(({ subscriptionType: type = '' }) =>
        /^(contact|object)\./.test(type),
      );
      return [...new Set(ofContacts.map(({ objectId }) => String(objectId)))];
    },

    async person(id) {
      const url = `${api}/crm/v3/objects/contacts/${encodeURIComponent(id)}?properties=${PROPERTIES}`;
      const { properties } = (await ask(url, { headers })) as { properties: Properties };
      return personOf(properties);
    },

    async write(record) {
      const { ref, personId, call } = record;
      const properties = {
        hs_timestamp: call.placed_at ?? call.created_at,
        hs_call_title: titleOf(record),
        hs_call_body: textOf(record),
        hs_call_direction: 'OUTBOUND',
        hs_call_to_number: call.number,
        hs_call_duration: String(Math.round((call.talk_seconds ?? 0) * 1_000)),
        hs_call_status: call.disposition === 'completed' ? 'COMPLETED' : 'NO_ANSWER',
        ...(call.recording === 'stored' && { hs_call_recording_url: record.link }),
      };
      const inputs = [{ idProperty: 'dialwright_ref', id: ref, properties }];
      const upsert = json('POST', { inputs }, headers);
      const written = await ask(`${api}/crm/v3/objects/calls/batch/upsert`, upsert);
      const { results } = written as { results: { id: string }[] };
      const link = `calls/${results[0]!.id}/associations/default/contacts/${encodeURIComponent(personId)}`;
      await ask(`${api}/crm/v4/objects/${link}`, { method: 'PUT', headers });
    },
  };
}

/** By version 3 of HubSpot's signatures: method, address, body and time, with the secret of the app. */
function isSigned({ method, url, headers, body }: Notice, secret: string): boolean {
  const at = headers['x-hubspot-request-timestamp'] ?? '';
  if (!(Math.abs(Date.now() - Number(at)) < OLDEST_MS)) return false;
  const expected = createHmac('sha256', secret).update(`${method}${url}${body}${at}`).digest();
  const given = Buffer.from(headers['x-hubspot-signature-v3'] ?? '', 'base64');
  return isSame(given, expected);
}

const personOf = (of: Properties): Person => ({
  numbers: [of['mobilephone'], of['phone']].filter(
    (number) => number != null && number !== '',
  ) as string[],
  name: [of['firstname'], of['lastname']].filter(Boolean).join(' ') || null,
  company: of['company'] ?? null,
  country: of['country'] ?? null,
  region: of['state'] ?? null,
  postal_code: of['zip'] ?? null,
});
