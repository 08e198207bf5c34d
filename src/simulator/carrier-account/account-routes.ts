/** The HTTP routes of the account's resources (4.4 to 4.6). The document shows no bodies: any JSON object is accepted, and every field kept. */
import { isIP } from 'node:net';
import { declaredOperationRoutes } from './declared-operations.ts';
import { json, notFound, v1Error, type Answer } from '../answer.ts';
import type { Resource } from '../state/directory.ts';
import type { ResourceArea } from '../state/facts.ts';
import type { SimulatorOptions } from '../options.ts';
import { isRecord } from '../request-body.ts';
import { listAnswer, note, recordAnswer } from './resource-answers.ts';
import { namesIn, type Asked, type Asking, type Route } from '../routing.ts';
import { drawFor, happens } from '../seeded.ts';

const PURCHASE = '/api/v1/purchases/{purchase}/destinations';
const SIP = '/api/v1/sipaccounts/{sipaccount_id}';

const routesOf = ({ variant }: SimulatorOptions): Route[] => [
  { method: 'GET', path: PURCHASE, area: 'destinations', answer: ofPurchase(list) },
  { method: 'POST', path: PURCHASE, area: 'destinations', answer: ofPurchase(create) },
  { method: 'PUT', path: `${PURCHASE}/{id}`, area: 'destinations', answer: ofPurchase(update) },
  { method: 'DELETE', path: `${PURCHASE}/{id}`, area: 'destinations', answer: ofPurchase(remove) },
  { method: 'GET', path: SIP, area: 'sip-accounts', answer: sipAccount(show) },
  { method: 'PUT', path: SIP, area: 'sip-accounts', answer: sipAccount(update) },
  { method: 'DELETE', path: SIP, area: 'sip-accounts', answer: sipAccount(remove) },
  { method: 'GET', path: `${SIP}/allowed_ips`, area: 'allowed-ips', answer: ofSipAccount(list) },
  { method: 'POST', path: `${SIP}/allowed_ips`, area: 'allowed-ips', answer: ofSipAccount(create) },
  {
    method: 'DELETE',
    path: variant.allowedIpPath,
    area: 'allowed-ips',
    answer: ofSipAccount(remove),
  },
  { method: 'GET', path: '/api/v2/numbers', area: 'numbers', answer: numbers },
  { method: 'GET', path: '/api/v2/numbers/documents', area: 'documents', answer: documents },
  {
    method: variant.documentMethod,
    path: '/api/v2/numbers/documents/{id}',
    area: 'documents',
    answer: (asking) =>
      show(asking, { area: 'documents', owner: undefined, id: asking.named['id'] }),
  },
];

/** Undefined: the path is none of these. */
export async function answerAccount(asked: Asked): Promise<Answer | undefined> {
  const { world, method, path } = asked;
  for (const route of [...routesOf(world.options), ...declaredOperationRoutes(world.options)]) {
    const named = route.method === method ? namesIn(path, route.path) : undefined;
    if (named) return faultOf(asked, route.area) ?? route.answer({ ...asked, named });
  }
  return undefined;
}

/** A 403, 503 or rate limit that the options ask for; undefined: none. */
function faultOf({ world, method, path }: Asked, area: string): Answer | undefined {
  const { options } = world;
  if (options.forbid.includes(area)) {
    const body = { error: { code: 'forbidden', message: `the account may not use ${area}` } };
    return json(403, body);
  }
  const draw = drawFor({
    seed: options.seed,
    destination: `${method} ${path}`,
    nth: world.countAsked(`${method} ${path}`),
  });
  if (happens(options.accountServerError, draw, 'server error'))
    return v1Error(503, 'something went wrong');
  if (!happens(options.accountRateLimited, draw, 'rate limit')) return undefined;
  const { overQuotaStatus } = options.variant;
  return v1Error(overQuotaStatus, 'rate limit exceeded', { 'retry-after': '1' });
}

/** A resource, or the list of resources of an owner. */
interface Target {
  area: ResourceArea;
  owner: string | undefined;
  id: string | undefined;
}
type Act = (asking: Asking, target: Target) => Answer | Promise<Answer>;

const ofPurchase = (act: Act) => (asking: Asking) => {
  const purchase = asking.world.directory.purchase(asking.named['purchase'] ?? '');
  if (!purchase) return notFound();
  return act(asking, { area: 'destinations', owner: purchase.id, id: asking.named['id'] });
};

const sipAccount = (act: Act) => (asking: Asking) => {
  const account = asking.world.directory.sipAccount(asking.named['sipaccount_id'] ?? '');
  if (!account) return notFound();
  return act(asking, { area: 'sip-accounts', owner: undefined, id: account.id });
};

const ofSipAccount = (act: Act) => (asking: Asking) => {
  const account = asking.world.directory.sipAccount(asking.named['sipaccount_id'] ?? '');
  if (!account) return notFound();
  return act(asking, { area: 'allowed-ips', owner: account.id, id: asking.named['id'] });
};

function numbers({ world, query }: Asking): Answer {
  const all = world.directory.all('numbers');
  const perPage = Number(query.get('per_page') ?? all.length);
  const from = (Number(query.get('page') ?? 1) - 1) * perPage;
  return listAnswer(world, 'numbers', all.slice(from, from + perPage));
}

function documents({ world, query }: Asking): Answer {
  const digits = (query.get('number') ?? '').replace(/^\+/, '');
  const number = world.directory
    .all('numbers')
    .find(({ fields }) => fields['number'] === `+${digits}`);
  // The inventory id is not accepted here (4.6).
  if (!number) return notFound();
  return listAnswer(world, 'documents', world.directory.all('documents', number.id));
}

function list({ world }: Asking, { area, owner }: Target): Answer {
  return listAnswer(world, area, world.directory.all(area, owner));
}

function show({ world }: Asking, { area, owner, id = '' }: Target): Answer {
  const found = world.directory.find(area, id, owner);
  return found ? recordAnswer(world, 200, found) : notFound();
}

async function create(asking: Asking, { area, owner }: Target): Promise<Answer> {
  const { world, body } = asking;
  const faults = faultsIn(asking, area, owner);
  if (faults) return json(422, { errors: faults });
  const id = world.directory.nextId(area);
  const fields = body as Record<string, unknown>;
  const made = await note(asking, { area, owner: owner ?? null, id, change: 'created', fields });
  return recordAnswer(world, world.options.variant.createStatus, made);
}

async function update(asking: Asking, { area, owner, id = '' }: Target): Promise<Answer> {
  const { world, body } = asking;
  const found = world.directory.find(area, id, owner);
  if (!found) return notFound();
  const faults = faultsIn(asking, area, owner, found);
  if (faults) return json(422, { errors: faults });
  const fields = { ...found.fields, ...(body as Record<string, unknown>) };
  const { owner: whose } = found;
  const changed = await note(asking, { area, owner: whose, id, change: 'updated', fields });
  return recordAnswer(world, 200, changed);
}

async function remove(asking: Asking, { area, owner, id = '' }: Target): Promise<Answer> {
  const { world } = asking;
  const found = world.directory.find(area, id, owner);
  if (!found) return notFound();
  await note(asking, { area, owner: found.owner, id, change: 'deleted', fields: found.fields });
  const { deleteStatus } = world.options.variant;
  return deleteStatus === 204 ? { status: 204 } : recordAnswer(world, deleteStatus, found);
}

/** The violations, in the envelope of 2.4; undefined: there are none. */
function faultsIn(
  { world, body }: Asking,
  area: ResourceArea,
  owner: string | undefined,
  before?: Resource,
): Record<string, string[]> | undefined {
  if (!isRecord(body) || Object.keys(body).length === 0)
    return { base: ['a JSON object with at least one field is needed'] };
  if ('id' in body) return { id: ['cannot be chosen'] };
  if (area === 'allowed-ips') {
    const { allowedIpField: field } = world.options.variant;
    const address = body[field];
    if (typeof address !== 'string' || isIP(address) === 0) return { [field]: ['is no address'] };
    const taken = world.directory.all(area, owner).some(({ fields }) => fields[field] === address);
    return taken ? { [field]: ['is allowed already'] } : undefined;
  }
  if (area !== 'sip-accounts' || !('name' in body)) return undefined;
  const holder = world.directory.sipAccount(String(body['name']));
  return holder && holder.id !== before?.id ? { name: ['is taken'] } : undefined;
}
