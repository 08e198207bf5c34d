/**
 * Salesforce: a flow with an HTTP callout sends `{"recordId": "003…"}` with the header `x-bridge-token`, and calls are tasks.
 * Once: make the field `Dialwright_Ref__c` of Task, a text that is unique and an external id.
 */
import { ask, isSame, json, setting, textOf, titleOf, type Crm, type Person } from './crm.ts';

const FIELDS = 'Id,Name,Phone,MobilePhone,MailingCountry,MailingState,MailingPostalCode';

type Contact = Partial<Record<string, string | null>>;

export function salesforce(): Crm {
  const api = `${setting('SALESFORCE_URL')}/services/data/${setting('SALESFORCE_VERSION', 'v62.0')}`;
  const headers = { authorization: `Bearer ${setting('SALESFORCE_TOKEN')}` };
  const token = setting('BRIDGE_TOKEN');
  return {
    name: 'salesforce',

    personsIn({ headers: given, body }) {
      if (!isSame(given['x-bridge-token'] ?? '', token)) return undefined;
      const { recordId } = JSON.parse(body) as { recordId: string };
      return [recordId];
    },

    async person(id) {
      const url = `${api}/sobjects/Contact/${encodeURIComponent(id)}?fields=${FIELDS}`;
      return personOf((await ask(url, { headers })) as Contact);
    },

    async write(record) {
      const { ref, personId, call } = record;
      const task = {
        WhoId: personId,
        Subject: titleOf(record),
        Description: textOf(record),
        Status: 'Completed',
        TaskSubtype: 'Call',
        CallType: 'Outbound',
        CallObject: ref,
        CallDisposition: record.outcome?.code ?? call.disposition,
        CallDurationInSeconds: Math.round(call.talk_seconds ?? 0),
        ActivityDate: (call.placed_at ?? call.created_at).slice(0, 10),
      };
      const url = `${api}/sobjects/Task/Dialwright_Ref__c/${encodeURIComponent(ref)}`;
      await ask(url, json('PATCH', task, headers));
    },
  };
}

const personOf = (of: Contact): Person => ({
  numbers: [of['MobilePhone'], of['Phone']].filter((number) => number != null),
  name: of['Name'] ?? null,
  country: of['MailingCountry'] ?? null,
  region: of['MailingState'] ?? null,
  postal_code: of['MailingPostalCode'] ?? null,
});
