/** Servers that answer as the documentation of HubSpot, Salesforce and Odoo says, as far as the bridges ask. */
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** What the CRM has of a call. */
export interface Written {
  personId: string;
  title: string;
  text: string;
}

export interface FakeCrm {
  url: string;
  calls: Map<string, Written>;
  close(): void;
}

interface Request {
  method: string;
  path: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of the bridge
  body: any;
}

type Answer = { status: number; body?: unknown };

async function serve(
  answer: (request: Request, calls: FakeCrm['calls']) => Answer,
): Promise<FakeCrm> {
  const calls: FakeCrm['calls'] = new Map();
  const server = createServer((request, response) => {
    void respond();
    async function respond() {
      const asked = await read(request);
      const { status, body } = answer(asked, calls);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, close: () => server.close() };
}

async function read(request: IncomingMessage): Promise<Request> {
  const { method = '', url = '' } = request;
  const hasBody = method !== 'GET' && request.headers['content-type'] !== undefined;
  return { method, path: url, body: hasBody ? await json(request) : null };
}

const NOT_FOUND = { status: 404, body: { message: 'not found' } };

export const fakeHubspot = () =>
  serve(({ method, path, body }, calls) => {
    if (method === 'GET' && path.startsWith('/crm/v3/objects/contacts/7?')) {
      const names = {
        firstname: 'Ada',
        lastname: 'Example',
        company: 'Example Ltd',
        country: 'US',
      };
      const properties = { ...names, phone: '+12025550125', mobilephone: '+12025550115' };
      return { status: 200, body: { id: '7', properties } };
    }
    if (path === '/crm/v3/objects/calls/batch/upsert') {
      const [{ idProperty, id: ref, properties }] = body.inputs;
      if (idProperty !== 'dialwright_ref') return { status: 400, body: { status: 'error' } };
      const before = calls.get(ref);
      const { hs_call_title: title, hs_call_body: text } = properties;
      calls.set(ref, { personId: before?.personId ?? '', title, text });
      return {
        status: 200,
        body: { status: 'COMPLETE', results: [{ id: `h-${ref}`, new: !before }] },
      };
    }
    const [, ref, personId] =
      /^\/crm\/v4\/objects\/calls\/h-(.+)\/associations\/default\/contacts\/(\d+)$/.exec(path) ??
      [];
    const call = ref === undefined ? undefined : calls.get(ref);
    if (method !== 'PUT' || !call) return NOT_FOUND;
    call.personId = personId!;
    return { status: 200, body: { status: 'COMPLETE', results: [] } };
  });

export const fakeSalesforce = () =>
  serve(({ method, path, body }, calls) => {
    if (path.startsWith('/services/data/v62.0/sobjects/Contact/0037?fields='))
      return {
        status: 200,
        body: { Id: '0037', Name: 'Ada Example', Phone: '+12025550135', MobilePhone: null },
      };
    const [, ref] =
      /^\/services\/data\/v62\.0\/sobjects\/Task\/Dialwright_Ref__c\/(.+)$/.exec(path) ?? [];
    if (method !== 'PATCH' || ref === undefined)
      return { status: 404, body: [{ errorCode: 'NOT_FOUND', message: 'not found' }] };
    const isNew = !calls.has(ref);
    calls.set(ref, { personId: body.WhoId, title: body.Subject, text: body.Description });
    return isNew
      ? { status: 201, body: { id: '00T1', success: true, errors: [] } }
      : { status: 204 };
  });

export const fakeOdoo = () =>
  serve(({ path, body }, calls) => {
    if (path !== '/jsonrpc') return NOT_FOUND;
    const [, , key, model, method, args, more] = body.params.args;
    const answer = (result: unknown) => ({ status: 200, body: { jsonrpc: '2.0', id: 1, result } });
    if (key !== 'odoo-key')
      return { status: 200, body: { jsonrpc: '2.0', id: 1, error: { message: 'Access Denied' } } };
    const refs = [...calls.keys()];
    switch (`${model}.${method}`) {
      case 'res.partner.read':
        return answer([
          {
            id: 7,
            name: 'Ada Example',
            phone: '+1 202-555-0145',
            zip: false,
            country_code: 'US',
            commercial_company_name: false,
          },
        ]);
      case 'mail.message.search':
        return answer(
          refs.flatMap((ref, id) => (args[0][2][2] === `Dialwright ${ref}` ? [id] : [])),
        );
      case 'mail.message.write':
        calls.get(refs[args[0][0]]!)!.text = args[1].body;
        return answer(true);
      case 'res.partner.message_post': {
        const ref = more.subject.replace('Dialwright ', '');
        calls.set(ref, { personId: String(args[0][0]), title: more.subject, text: more.body });
        return answer(calls.size - 1);
      }
      default:
        return NOT_FOUND;
    }
  });
