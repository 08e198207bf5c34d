/** Who may do what, for every route there is: each operation of the document with a key and a session of each role. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { includesRole, ROLES, type Role } from '../../../src/domain/keys/role.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { signedIn } from '../keys/signed-in.ts';

interface Operation {
  'x-role'?: Role;
  description?: string;
  responses: Record<string, unknown>;
}
interface Route {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** What a key with the role `read` may ask with a method that is no GET: it changes nothing and dials nobody. */
const READS_BY_POST = [
  'POST /v1/campaigns/{campaignId}/preflight',
  'POST /v1/campaigns/{campaignId}/rehearse',
];
/** A browser that has no session asks for one, or for its end. */
const OPEN = [
  'POST /v1/session',
  'DELETE /v1/session',
  'GET /v1/session/ways',
  'GET /v1/session/provider',
  'GET /v1/session/provider/callback',
];
const NO_CODEC = { encode: async () => [], decode: async () => [] };

let on: ApiUnderTest;
let routes: Route[];
type Headers = Record<string, string>;
/** What a request with each kind of credential sends. */
const credentials = { key: {} as Record<Role, Headers>, session: {} as Record<Role, Headers> };
beforeAll(async () => {
  on = await startApi({ payloadCodec: NO_CODEC });
  const document = (await on.api.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{[^}]+\}/g, 'x1'),
      operation,
    })),
  );
  await on.post('/v1/agents', { id: 'ada', name: 'A', kind: 'sip', address: 'sip-ada' });
  for (const role of ROLES) {
    const agent = role === 'agent' ? { agent_id: 'ada' } : {};
    const created = await on.post('/v1/keys', { name: `sweep-${role}`, role, ...agent });
    const { key } = created.json<{ key: string }>();
    credentials.key[role] = { authorization: `Bearer ${key}` };
    credentials.session[role] = await signedIn(on, key);
  }
});
afterAll(() => on.stop());

async function answerTo(
  { method, path }: Pick<Route, 'method' | 'path'>,
  role: Role,
  kind: keyof typeof credentials = 'key',
) {
  const headers = credentials[kind][role];
  const { statusCode, body } = await on.api.inject({ method: method as 'GET', url: path, headers });
  const code = statusCode === 403 ? (JSON.parse(body) as { code: string }).code : undefined;
  return { statusCode, isForbidden: code === 'forbidden' };
}

test('each operation of the document names its role, and its answer to others', () => {
  const needed = routes.filter(({ path, name }) => path.startsWith('/v1/') && !OPEN.includes(name));
  expect(needed.length).toBeGreaterThan(60);
  for (const { name, operation } of needed) {
    const role = operation['x-role'];
    expect([name, ROLES.includes(role!)]).toEqual([name, true]);
    if (role === 'read') continue;
    expect([name, Object.keys(operation.responses)]).toEqual([
      name,
      expect.arrayContaining(['403']),
    ]);
    expect(operation.description).toContain(`Needs an API key with the role \`${role}\`.`);
  }
});

test.each(['key', 'session'] as const)(
  'by %s, each route is 403 for each lesser role, and for no other',
  async (kind) => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of routes) {
      const needed = route.operation['x-role'];
      if (needed === undefined) continue;
      for (const role of ROLES) {
        const { statusCode, isForbidden } = await answerTo(route, role, kind);
        asked += 1;
        if (isForbidden === includesRole(role, needed) || statusCode === 401) {
          wrong.push(`${route.name} as ${role}: ${statusCode}, needs ${needed}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(180);
  },
);

test('a key that may only read changes nothing', () => {
  const byOthers = routes.filter(
    ({ method, operation }) => operation['x-role'] === 'read' && method !== 'GET',
  );
  expect(byOthers.map(({ name }) => name)).toEqual(READS_BY_POST);
});

test('secrets of the account need the role admin', () => {
  const admin = routes.filter(({ operation }) => operation['x-role'] === 'admin');
  const areas = new Set(admin.map(({ path }) => path.split('/')[2]));
  for (const area of ['keys', 'carrier']) expect(areas).toContain(area);
  const free = ['/v1/keys/current'];
  const keysOfOthers = routes.filter(({ path }) => path.startsWith('/v1/keys'));
  expect(
    keysOfOthers.filter(
      ({ path, operation }) => !free.includes(path) && operation['x-role'] !== 'admin',
    ),
  ).toEqual([]);
});

test.each([
  ['GET', '/codec'],
  ['POST', '/codec/encode'],
  ['POST', '/codec/decode'],
])('%s %s, which the document does not show, needs the role admin', async (method, path) => {
  for (const role of ROLES) {
    const { statusCode, isForbidden } = await answerTo({ method, path }, role);
    expect([role, isForbidden]).toEqual([role, role !== 'admin']);
    expect(statusCode).not.toBe(401);
  }
});

test('voices and exports need more than the role read', () => {
  const roleOf = (wanted: string) =>
    routes.find(({ name }) => name === wanted)?.operation['x-role'];
  expect(roleOf('GET /v1/calls/{ref}/recording')).toBe('operate');
  expect(roleOf('GET /v1/campaigns/{campaignId}/imports/{importId}/rejected')).toBe('operate');
});

test('the server does not start with a route that names no role', async () => {
  const start = startApi({ routes: (api) => void api.get('/v1/forgotten', async () => 'x') });
  await expect(start).rejects.toThrow('needs a `role`, or `open: true`: GET /v1/forgotten');
});
