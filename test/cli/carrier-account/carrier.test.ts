/** `dialwright carrier …`, the program itself against the simulated carrier. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import { factsOf, startCarrier, temporaryFolder } from '../../simulator/carrier.ts';
import { runProgram } from '../run-program.ts';

const NUMBER = '+12025550190';
const KEY = 'key-canary-31b7';

async function atCarrier(input: SimulatorInput = {}) {
  const { simulator, ledgerPath } = await startCarrier({ apiKey: KEY, ...input });
  const run = (args: string[], env: Record<string, string> = {}) =>
    runProgram(['carrier', ...args], {
      DIALWRIGHT_CARRIER_URL: simulator.url,
      DIALWRIGHT_CARRIER_API_KEY: KEY,
      ...env,
    });
  return {
    run,
    url: simulator.url,
    sent: () => factsOf(ledgerPath, 'request').map(({ method, path }) => `${method} ${path}`),
  };
}

describe('2: the command line is wrong, and nothing is sent', () => {
  test.each([
    [['destinations', 'create', NUMBER], '--body is missing'],
    [['destinations', 'create', NUMBER, '--body', 'type=sip'], '--body is no JSON'],
    [['destinations', 'create', NUMBER, '--body', '[1]'], '--body is no JSON object'],
    [['destinations', 'create', NUMBER, '--body', '@nowhere.json'], 'nowhere.json'],
    [['destinations', 'list', 'agent-1'], 'purchase must be a DID number'],
    [['destinations', 'delete', NUMBER, '3001'], 'repeat it with --yes'],
    [['sip-accounts', 'delete', 'agent-1'], 'repeat it with --yes'],
    [['allowed-ips', 'delete', 'agent-1', '4001'], 'repeat it with --yes'],
    [['sip-accounts', 'show', '..'], 'SIP account must be'],
    [['documents', 'list', 'doc-5001'], 'number must be a DID number'],
    [['documents', 'show', NUMBER], 'this is a number'],
    [['documents', 'show', '12025550190'], 'this is a number'],
    [['numbers', '--query', 'page'], '--query page is no name=value'],
  ])('%j', async (args, why) => {
    const { run, sent } = await atCarrier();
    const { code, out, talk } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(talk).toContain(why);
    expect(sent()).toEqual([]);
  });

  test('a missing URL or key is named', async () => {
    const { run } = await atCarrier();
    const list = ['destinations', 'list', NUMBER];
    const withoutUrl = await run(list, { DIALWRIGHT_CARRIER_URL: '' });
    expect(withoutUrl).toMatchObject({ code: 2, out: '' });
    expect(withoutUrl.talk).toContain('DIALWRIGHT_CARRIER_URL');
    const withoutKey = await run(list, { DIALWRIGHT_CARRIER_API_KEY: '' });
    expect(withoutKey).toMatchObject({ code: 2, out: '' });
    expect(withoutKey.talk).toContain('DIALWRIGHT_CARRIER_API_KEY is not set');
  });
});

describe('--dry-run', () => {
  test('prints the request without the key, and sends nothing', async () => {
    const { run, sent, url } = await atCarrier();
    const create = ['destinations', 'create', NUMBER, '--body', '{"type":"sip"}', '--dry-run'];
    const shown = await run(create);
    const path = `${url}/api/v1/purchases/%2B12025550190/destinations`;
    expect(shown).toEqual({
      code: 0,
      out: `POST ${path}\n{\n  "type": "sip"\n}\n`,
      talk: '',
    });
    const asJson = await run([...create, '--json']);
    expect(JSON.parse(asJson.out)).toEqual({ method: 'POST', url: path, body: { type: 'sip' } });
    const deleting = await run(['destinations', 'delete', NUMBER, '7', '--dry-run'], {
      DIALWRIGHT_CARRIER_API_KEY: '',
    });
    expect(deleting).toMatchObject({ code: 0, out: `DELETE ${path}/7\n` });
    expect(shown.out + asJson.out + deleting.out).not.toContain(KEY);
    expect(sent()).toEqual([]);
  });
});

describe('0: done', () => {
  test('destinations are a table for people, and JSON with every field for programs', async () => {
    const { run } = await atCarrier({ variant: { listBody: 'data' } });
    const people = await run(['destinations', 'list', NUMBER]);
    expect(people).toMatchObject({ code: 0, talk: '' });
    expect(people.out).toMatch(/^id +type +target +edge_region\n3001 +sip +agent-1 +simulated-1\n/);
    const programs = await run(['destinations', 'list', NUMBER, '--json']);
    expect(JSON.parse(programs.out)).toEqual({
      data: [{ id: 3001, type: 'sip', target: 'agent-1', edge_region: 'simulated-1' }],
      meta: { total: 1 },
    });
  });

  test('a destination is made, changed and deleted', async () => {
    const { run } = await atCarrier({ variant: { deleteStatus: 204 } });
    const file = join(temporaryFolder(), 'body.json');
    writeFileSync(file, '{"type":"sip","target":"agent-2"}');
    const made = await run(['destinations', 'create', NUMBER, '--body', `@${file}`, '--json']);
    const { id } = JSON.parse(made.out) as { id: number };
    const update = ['destinations', 'update', NUMBER, String(id), '--body', '{"type":"pstn"}'];
    const changed = await run(update);
    expect(changed.out).toMatch(/^type +pstn$/m);
    const deleted = await run(['destinations', 'delete', NUMBER, String(id), '--yes']);
    expect(deleted).toEqual({ code: 0, out: 'done\n', talk: '' });
    const list = await run(['destinations', 'list', NUMBER, '--json']);
    expect((JSON.parse(list.out) as { data: object[] }).data).toHaveLength(1);
  });
});

describe('the other resources', () => {
  test('a SIP account is shown, changed under its id, and deleted', async () => {
    const { run } = await atCarrier();
    expect((await run(['sip-accounts', 'show', 'agent-1'])).out).toMatch(/^name +agent-1$/m);
    const update = ['sip-accounts', 'update', '1001', '--body', '{"name":"front-desk"}'];
    expect((await run(update)).out).toMatch(/^name +front-desk$/m);
    expect((await run(['sip-accounts', 'delete', 'front-desk', '--yes'])).code).toBe(0);
    expect((await run(['sip-accounts', 'show', '1001'])).code).toBe(4);
  });

  test('an address is allowed, listed, and allowed no longer', async () => {
    const { run } = await atCarrier({ allowedIp: ['192.0.2.7'] });
    const added = await run(['allowed-ips', 'add', 'agent-1', '198.51.100.4', '--json']);
    const { id } = JSON.parse(added.out) as { id: number };
    expect((await run(['allowed-ips', 'list', 'agent-1'])).out).toMatch(/192\.0\.2\.7.*\n.*198\./);
    const refused = await run(['allowed-ips', 'add', 'agent-1', 'here']);
    expect(refused).toMatchObject({ code: 4 });
    expect(refused.talk).toContain('ip: is no address');
    const deleted = await run(['allowed-ips', 'delete', 'agent-1', String(id), '--yes']);
    expect(deleted.code).toBe(0);
    expect((await run(['allowed-ips', 'list', 'agent-1'])).out).not.toContain('198.');
  });

  test('numbers come by the page that is asked for', async () => {
    const { run, sent } = await atCarrier();
    const all = await run(['numbers']);
    expect(all.out).toMatch(/2001 +\+12025550190.*\n2002 +\+12025550191/);
    const second = await run(['numbers', '--query', 'page=2', 'per_page=1', '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ data: [{ id: 2002 }] });
    expect(sent()).toEqual(['GET /api/v2/numbers', 'GET /api/v2/numbers?page=2&per_page=1']);
  });

  test('documents are listed by number and shown by id', async () => {
    const { run } = await atCarrier();
    const list = await run(['documents', 'list', NUMBER, '--json']);
    const [first] = (JSON.parse(list.out) as { data: { id: string }[] }).data;
    expect((await run(['documents', 'show', first!.id])).out).toMatch(/^state +approved$/m);
  });
});

describe('4: the carrier refuses', () => {
  test('what is not there, and what it refuses with its reasons', async () => {
    const { run } = await atCarrier();
    const missing = await run(['destinations', 'list', '+12025550177']);
    expect(missing).toMatchObject({ code: 4, out: '' });
    expect(missing.talk).toContain('data not found');
    const refused = await run(['destinations', 'create', NUMBER, '--body', '{"id":1}']);
    expect(refused).toMatchObject({ code: 4, out: '' });
    expect(refused.talk).toContain('id: cannot be chosen');
  });
});

describe('the carrier gives no answer', () => {
  const update = ['sip-accounts', 'update', 'agent-1', '--body', '{"a":1}'];

  test('5: it cannot be reached, or cannot answer now; 1: it may have done it', async () => {
    const { run } = await atCarrier({ accountServerError: 1 });
    expect(await run(['numbers'])).toMatchObject({ code: 5, out: '' });
    const unknown = await run(update);
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.talk).toContain('It is unknown whether the carrier made the change');
    const nobody = await run(update, { DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9' });
    expect(nobody).toMatchObject({ code: 5, out: '' });
  });
});

describe('operations that the profile declares', () => {
  const profile = join(import.meta.dirname, '../../../examples/carrier-operations.json');
  const declared = { DIALWRIGHT_CARRIER_PROFILE: profile };

  test('without a declaration the error names what is missing; the list has all operations', async () => {
    const { run, sent } = await atCarrier();
    const undeclared = await run(['call', 'balance']);
    expect(undeclared).toMatchObject({ code: 2, out: '' });
    expect(undeclared.talk).toContain('only named in the interface document (4.7)');
    expect(undeclared.talk).toContain('operations.balance');
    const { out } = await run(['operations'], declared);
    expect(out).toMatch(/^balance +account balance +GET \/api\/v1\/balance +amount, currency$/m);
    expect(sent()).toEqual([]);
  });

  test('one that reads is called at once; one that may cost money needs a word', async () => {
    const { run, sent } = await atCarrier({ balance: '12.5' });
    const balance = await run(['call', 'balance', '--json'], declared);
    expect(JSON.parse(balance.out)).toMatchObject({ fields: { amount: '12.5', currency: 'EUR' } });
    const buying = ['call', 'number-purchase', 'number=+12025550180'];
    expect((await run(buying, declared)).code).toBe(2);
    expect(sent()).toHaveLength(1);
    expect((await run([...buying, '--yes'], declared)).code).toBe(0);
  });
});

describe('single calls', () => {
  test('a call is shown and ended at the carrier by its id', async () => {
    const { run, sent } = await atCarrier();
    expect((await run(['calls', 'show', 'c-none'])).code).toBe(4);
    expect((await run(['calls', 'end', 'c-none'])).code).toBe(2);
    expect((await run(['calls', 'end', 'c-none', '--yes'])).code).toBe(4);
    const at = '/api/v1/click2call/c-none';
    expect(sent()).toEqual([`GET ${at}`, `DELETE ${at}`]);
  });
});
