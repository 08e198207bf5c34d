/**
 * Between a CRM and a campaign: who is chosen there is called, and what became of each call is written there.
 *
 *   node bridge.ts hubspot 4100      or salesforce, odoo; README.md beside this file has the settings
 *
 * It keeps nothing. Everything may come twice: a person has one row key in the campaign, a call has its ref in the CRM. What fails is
 * answered 503, and its sender sends it again.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { createClient, type Schemas } from 'dialwright/client';
import { answerOf, Refusal } from '../client/answers.ts';
import { CrmRefusal, setting, type Crm, type Notice, type Person } from './crm.ts';
import { hubspot } from './hubspot.ts';
import { odoo } from './odoo.ts';
import { salesforce } from './salesforce.ts';

const CRMS: Record<string, () => Crm> = { hubspot, salesforce, odoo };
const [, , which = '', port = '4100'] = process.argv;
const chosen = CRMS[which];
if (!chosen) throw new Error(`name a CRM: ${Object.keys(CRMS).join(', ')}`);
const crm = chosen();
const url = setting('DIALWRIGHT_URL');
const client = createClient({ url, apiKey: setting('DIALWRIGHT_API_KEY') });
const campaignId = setting('DIALWRIGHT_CAMPAIGN');
const webhook = new Webhook(setting('DIALWRIGHT_WEBHOOK_SECRET'));
/** Of this bridge, as the CRM calls it. */
const publicUrl = setting('BRIDGE_URL');

const MOST_BYTES = 1_000_000;
/** Events after which the CRM should know more of a call. */
const TOLD = ['call.ended', 'call.outcome', 'recording.stored'];

async function chosenInCrm(notice: Notice): Promise<number> {
  const ids = crm.personsIn(notice);
  if (ids === undefined) return 401;
  for (const id of ids) {
    const person = await crm.person(id);
    if (person) await addContact(id, person);
  }
  return 204;
}

async function addContact(id: string, { numbers, ...person }: Person): Promise<void> {
  const [number, ...others] = numbers;
  if (number === undefined) return console.error(`${crm.name} ${id} has no number`);
  const key = `${crm.name}:${id}`;
  const further_numbers = others.map((other) => ({ number: other }));
  const contact = { ...person, number, further_numbers, row_key: key, person_key: key };
  const report = await answerOf(() =>
    client.POST('/v1/campaigns/{campaignId}/contacts', {
      params: { path: { campaignId } },
      body: { contacts: [contact] } as never,
    }),
  );
  const {
    accepted,
    left_out: [left],
  } = report as Schemas['ImportReport'];
  console.log(`${key}: ${accepted === 1 ? 'added' : (left?.reason ?? 'left out')}`);
}

async function happened({ headers, body }: Notice): Promise<number> {
  let event: Schemas['Event'];
  try {
    event = webhook.verify(body, headers as Record<string, string>) as Schemas['Event'];
  } catch {
    return 401;
  }
  const ref = event.subject.replace(/^calls\//, '');
  if (!TOLD.includes(event.type)) return 204;
  const personId = await personOf(ref);
  if (personId !== undefined) await tell(ref, personId);
  return 204;
}

/** Undefined: the call is of somebody whom the CRM does not know. */
async function personOf(ref: string): Promise<string | undefined> {
  const [campaign = '', position] = ref.split('.');
  const params = {
    path: { campaignId: campaign },
    query: { from_position: Number(position), limit: 1 },
  };
  const { data } = await answerOf(() =>
    client.GET('/v1/campaigns/{campaignId}/contacts', { params }),
  );
  const key = data[0]?.person_key ?? data[0]?.row_key ?? '';
  return key.startsWith(`${crm.name}:`) ? key.slice(crm.name.length + 1) : undefined;
}

async function tell(ref: string, personId: string): Promise<void> {
  const params = { path: { ref } };
  const call = await answerOf(() => client.GET('/v1/calls/{ref}', { params }));
  const outcome = await outcomeOf(ref);
  const link = `${setting('DASHBOARD_URL', url)}/calls/${ref}`;
  await crm.write({ ref, personId, call, outcome, link });
  console.log(`${ref}: written to ${crm.name}`);
}

async function outcomeOf(ref: string): Promise<Schemas['Outcome'] | null> {
  try {
    const params = { path: { ref } };
    return await answerOf(() => client.GET('/v1/calls/{ref}/outcome', { params }));
  } catch (error) {
    if (error instanceof Refusal && error.code.endsWith('not_found')) return null;
    throw error;
  }
}

async function answer(request: IncomingMessage): Promise<number> {
  const { method = '', url: path = '/', headers } = request;
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  const notice = { method, url: publicUrl + path, headers: headers as Notice['headers'], body };
  try {
    if (path.startsWith('/crm')) return await chosenInCrm(notice);
    return path === '/dialwright' ? await happened(notice) : 404;
  } catch (error) {
    console.error(String(error));
    // Nobody is there to be called or to get the call, and events behind this one wait for it.
    return error instanceof CrmRefusal && error.isGone ? 204 : 503;
  }
}

/** Undefined: it is longer than any notice or event. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

createServer((request, response) => {
  void answer(request).then((status) => response.writeHead(status).end());
}).listen(Number(port), '127.0.0.1', () => console.log(`listening on ${port}`));
