/**
 * Odoo 17 or later: an automation rule with "Send Webhook Notification" sends `{"_id": 7, "_model": "res.partner"}` to
 * `/crm?token=…`, and calls are messages of the contact. A call is known by its message's subject.
 */
import { ask, CrmRefusal, isSame, json, setting, textOf, type Crm, type Person } from './crm.ts';

type Partner = {
  name: string;
  phone: string | false;
  mobile?: string | false;
  zip: string | false;
} & Record<'country_code' | 'commercial_company_name', string | false>;
const FIELDS = ['name', 'phone', 'zip', 'country_code', 'commercial_company_name'];

export function odoo(): Crm {
  const url = `${setting('ODOO_URL')}/jsonrpc`;
  const [db, uid] = [setting('ODOO_DATABASE'), Number(setting('ODOO_USER_ID'))];
  const key = setting('ODOO_API_KEY');
  const token = setting('BRIDGE_TOKEN');

  async function execute(model: string, method: string, args: unknown[], more = {}) {
    const params = {
      service: 'object',
      method: 'execute_kw',
      args: [db, uid, key, model, method, args, more],
    };
    const answer = await ask(url, json('POST', { jsonrpc: '2.0', method: 'call', id: 1, params }));
    // Odoo answers 200 also when it refuses.
    const { result, error } = answer as {
      result?: unknown;
      error?: { message: string; data?: { name?: string; message?: string } };
    };
    if (error) {
      const isGone = error.data?.name === 'odoo.exceptions.MissingError';
      throw new CrmRefusal(`${model}.${method}: ${error.data?.message ?? error.message}`, isGone);
    }
    return result;
  }

  return {
    name: 'odoo',

    personsIn({ url: address, body }) {
      const given = new URL(address).searchParams.get('token') ?? '';
      if (!isSame(given, token)) return undefined;
      const { _id: id, _model: model } = JSON.parse(body) as { _id: number; _model: string };
      return model === 'res.partner' ? [String(id)] : [];
    },

    async person(id) {
      const found = (await execute('res.partner', 'read', [[Number(id)], FIELDS])) as Partner[];
      return found[0] ? personOf(found[0]) : null;
    },

    async write(record) {
      const subject = `Dialwright ${record.ref}`;
      const partner = Number(record.personId);
      const body = textOf(record);
      const of = [
        ['model', '=', 'res.partner'],
        ['res_id', '=', partner],
        ['subject', '=', subject],
      ];
      const known = (await execute('mail.message', 'search', [of], { limit: 1 })) as number[];
      if (known[0] !== undefined) await execute('mail.message', 'write', [known, { body }]);
      else await execute('res.partner', 'message_post', [[partner]], { subject, body });
    },
  };
}

const personOf = (of: Partner): Person => ({
  numbers: of.phone === false ? [] : [of.phone],
  name: of.name,
  company: of.commercial_company_name || null,
  country: of.country_code || null,
  postal_code: of.zip || null,
});
