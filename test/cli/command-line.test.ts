/** The program itself, against a server with the answers of the test. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { progressOf } from '../terminal/progress-of.ts';
import { runProgram } from './run-program.ts';
import { CALL } from './calls/answered-call.ts';

interface Answer {
  status: number;
  etag?: string;
  body: unknown;
}
interface Seen {
  request: string;
  key: string | undefined;
  type: string | undefined;
  ifMatch: string | undefined;
  body: string;
}

const CAMPAIGN = { id: 'cabc', state: 'running', name: 'Autumn', created_at: 'then' };

let server: Server;
let url: string;
let folder: string;
let answers: Answer[];
let seen: Seen[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-cli-'));
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  answers = [];
  seen = [];
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request;
  seen.push({
    request: `${method} ${request.url}`,
    key: headers.authorization,
    type: headers['content-type'],
    ifMatch: headers['if-match'],
    body: await text(request),
  });
  const { status, etag, body } = answers.shift() ?? { status: 500, body: {} };
  response.writeHead(status, { 'content-type': 'application/json', ...(etag && { etag }) });
  response.end(JSON.stringify(body));
}

const run = (args: string[], env: Record<string, string> = {}) =>
  runProgram(args, { PATH: '', DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: 'a-key', ...env });

describe('2: the command line is wrong', () => {
  test.each([
    [['campains']],
    [['campaigns', 'start']],
    [['campaigns', 'clone', 'cabc', '--contacts', 'some']],
    [['audit', '--limit', '0']],
    [['callbacks', 'list', '--state', 'late']],
    [['callbacks', 'add', '+442079460101', '--every', '10:00', '--days-of-month', '1,x']],
    [['campaigns', 'create', 'x', '--max-live-calls', 'many']],
    [['calls', 'resolve', 'c1.1.1', '--as', 'unknown', '--reason', 'no idea']],
    [['calls', 'resolve', 'c1.1.1', '--as', 'completed']],
    [['campaigns', 'import', 'cabc', 'contacts.xlsx']],
    [['dev', '--port', '70000']],
    [['dev', '--trouble', 'rain']],
    [['dev', '--trouble', '402', '--exit']],
  ])('%j', async (args) => {
    const { code, out, talk } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(talk).not.toBe('');
    expect(seen).toEqual([]);
  });

  test('a key that is not set is named, with where to find one', async () => {
    const { code, talk } = await run(['campaigns', 'list'], { DIALWRIGHT_API_KEY: '' });
    expect(code).toBe(2);
    expect(talk).toMatch(/^DIALWRIGHT_API_KEY is not set\.\n {2}Why: .*\n {2}Next: /);
  });
});

test('0: help, and the exit codes stand in it', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('130  interrupted');
});

describe('4: the server refuses', () => {
  test('an illegal move comes with the moves that are possible', async () => {
    answers = [
      {
        status: 409,
        body: {
          code: 'illegal_move',
          detail: 'A draft campaign cannot pause.',
          allowed_moves: ['start', 'cancel'],
        },
      },
    ];
    const { code, out, talk } = await run(['campaigns', 'pause', 'cabc']);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(talk).toContain('A draft campaign cannot pause.');
    expect(talk).toContain('Next: possible now: `campaigns start`, `campaigns cancel`');
  });

  test('an unknown key points at the setting', async () => {
    answers = [{ status: 401, body: { code: 'unauthorized', detail: 'The API key is unknown.' } }];
    const { code, talk } = await run(['campaigns', 'list']);
    expect(code).toBe(4);
    expect(talk).toContain('DIALWRIGHT_API_KEY');
  });
});

test('5: nobody answers, and the error shows how to start the server', async () => {
  const { code, talk } = await run(['campaigns', 'list'], { DIALWRIGHT_URL: 'http://127.0.0.1:9' });
  expect(code).toBe(5);
  expect(talk).toContain('npm start');
});

test('1: the server fails', async () => {
  answers = [{ status: 500, body: { code: 'internal_error', detail: 'Something went wrong.' } }];
  expect((await run(['campaigns', 'list'])).code).toBe(1);
});

test('a call is shown with the webhooks that could not be read', async () => {
  const why = 'has nothing at /event_seq, where the seq should stand';
  const timeline = [
    { at: 'then', kind: 'note', text: `a webhook that could not be read: it ${why}` },
  ];
  const unreadable = [
    { at: 'then', placement: 1, reason: why, body: '{"seq":\n7}\u001b', bytes: 11 },
  ];
  answers = [{ status: 200, body: { ...CALL, timeline, unreadable_webhooks: unreadable } }];
  const { out } = await run(['calls', 'show', 'c1.1.1']);
  expect(out).toContain(`then  note  a webhook that could not be read: it ${why}\n`);
  expect(out).toContain(`then  it ${why}: {"seq":\\x0a7}\\x1b\n`);
});

test('unknown calls are listed, and one is closed with what a person found out', async () => {
  const call = { ...CALL, disposition: 'unknown' };
  answers = [
    { status: 200, body: { data: [{ ...call, reason: 'no answer' }], next_cursor: null } },
    { status: 200, body: { ...call, disposition: 'completed' } },
  ];
  const list = await run(['calls', 'list', '--disposition', 'unknown']);
  expect(list.out).toMatch(/ref .*\nc1\.1\.1 .*unknown .*no answer\n$/);
  const said = ['--as', 'completed', '--reason', 'bill', '--cost', '0.042', '--no-redial'];
  const closed = await run(['calls', 'resolve', 'c1.1.1', ...said]);
  expect(closed).toMatchObject({ code: 0, out: 'c1.1.1 is completed\n' });
  expect(seen.map(({ request }) => request)).toEqual([
    'GET /v1/calls?disposition=unknown&limit=200',
    'POST /v1/calls/c1.1.1/resolve',
  ]);
  expect(JSON.parse(seen[1]!.body)).toEqual({
    disposition: 'completed',
    reason: 'bill',
    cost: '0.042',
    redial: false,
  });
});

test('a start may be planned, and its instant is shown', async () => {
  const at = '2026-11-21T09:30:00.000Z';
  answers = [{ status: 200, body: { ...CAMPAIGN, state: 'scheduled', starts_at: at } }];
  const { out } = await run(['campaigns', 'start', 'cabc', '--at', at]);
  expect(out).toBe(`cabc is scheduled, and starts at ${at}\n`);
  expect(JSON.parse(seen[0]!.body)).toEqual({ at });
});

test('a clone takes along what was asked for', async () => {
  const clone = { ...CAMPAIGN, id: 'cdef', contacts_copied: 7, contact_job: null };
  answers = [{ status: 201, body: clone }];
  const { out, talk } = await run(['campaigns', 'clone', 'cabc', '--contacts', 'not-reached']);
  expect(out).toBe('cdef\n');
  expect(talk).toContain('7 contacts copied');
  expect(seen[0]!.request).toBe('POST /v1/campaigns/cabc/clone');
  expect(JSON.parse(seen[0]!.body)).toEqual({ contacts: 'not-reached' });
  const contact_job = { kind: 'copy', done: 500, total: 1200 };
  answers = [{ status: 201, body: { ...clone, contacts_copied: 500, contact_job } }];
  const long = await run(['campaigns', 'clone', 'cabc', '--contacts', 'all']);
  expect(long.talk).toContain(
    '500 contacts copied so far; 700 more will be checked in the background',
  );
});

test('a callback is made with what was asked for, edited and moved', async () => {
  const callback = { id: 'cbabc', state: 'scheduled', next_at: 'then', at: null, zone: 'UTC' };
  answers = [201, 200, 200, 200].map((status) => ({ status, body: callback }));
  const settings = ['--weekdays', 'mon,thu', '--not-after', '12:00', '--agent', 'a1'];
  const added = await run(['callbacks', 'add', '+442079460101', '--every', '10:00', ...settings]);
  expect(added).toMatchObject({ code: 0, out: 'cbabc is scheduled, then (UTC)\n' });
  await run(['callbacks', 'edit', 'cbabc', '--at', '2026-11-24T10:00']);
  await run(['callbacks', 'pause', 'cbabc']);
  expect(seen.map(({ request, body }) => [request, body && (JSON.parse(body) as object)])).toEqual([
    [
      'POST /v1/callbacks',
      {
        number: '+442079460101',
        agent_id: 'a1',
        every: { at: '10:00', weekdays: ['mon', 'thu'], not_after: '12:00' },
      },
    ],
    ['GET /v1/callbacks/cbabc', ''],
    ['PATCH /v1/callbacks/cbabc', { at: '2026-11-24T10:00' }],
    ['POST /v1/callbacks/cbabc/pause', ''],
  ]);
});

const ACCOUNT = {
  stopped: null,
  hold: null,
  hold_rules: [
    { status: 403, code: null, action: 'by-person', longest_time: null, at_end: 'alert' },
  ],
  usual_hold_rules: [],
  alerts: [],
  live_calls: 0,
};
const CHANGED_SINCE = {
  code: 'precondition_failed',
  detail: 'It was changed since it was read, so nothing was changed now.',
};

describe('an edit is made of what was read, and of nothing newer', () => {
  test.each([
    [['callbacks', 'edit', 'cbabc', '--name', 'Ada'], 'callbacks/cbabc', { id: 'cbabc' }],
    [['account', 'hold-rule', '402', '--action', 'by-person'], 'account', ACCOUNT],
    [['account', 'hold-rule', '403', '--usual'], 'account', ACCOUNT],
  ])('%j sends the tag that it has read', async (args, resource, body) => {
    answers = [
      { status: 200, etag: '"first"', body },
      { status: 200, etag: '"second"', body },
    ];
    expect(await run(args)).toMatchObject({ code: 0 });
    expect(seen.map(({ request, ifMatch }) => [request, ifMatch])).toEqual([
      [`GET /v1/${resource}`, undefined],
      [`PATCH /v1/${resource}`, '"first"'],
    ]);
  });

  test.each([
    [['callbacks', 'edit', 'cbabc', '--name', 'Ada'], { id: 'cbabc' }, 'callbacks show cbabc'],
    [['account', 'hold-rule', '403', '--usual'], ACCOUNT, 'account show'],
  ])('%j, and somebody else was faster', async (args, body, next) => {
    answers = [
      { status: 200, etag: '"first"', body },
      { status: 412, etag: '"second"', body: CHANGED_SINCE },
    ];
    const { code, out, talk } = await run(args);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(talk).toContain('Why:  It was changed since it was read, so nothing was changed now.');
    expect(talk).toContain(`Next: check it with \`dialwright ${next}\``);
  });
});

test('the audit is a table, and shows how to read on', async () => {
  const entry = {
    id: 2,
    at: 'then',
    who: 'dialwright',
    what: 'campaign.moved',
    target: 'campaigns/cabc',
    target_name: 'Autumn survey',
    before: { state: 'running' },
    after: { state: 'completed' },
  };
  answers = [{ status: 200, body: { data: [entry], next_cursor: 'more' } }];
  const { out, talk } = await run(['audit', '--target', 'campaigns/cabc', '--limit', '1']);
  expect(seen[0]!.request).toBe('GET /v1/audit?target=campaigns%2Fcabc&limit=1');
  expect(out).toMatch(
    /dialwright +campaign.moved +campaigns\/cabc \(Autumn survey\) +{"state":"running"} → /,
  );
  expect(talk).toBe('More: --cursor more\n');
});

describe('3: finished, with failures', () => {
  test('an import that left rows out, with totals by reason', async () => {
    const file = join(folder, 'list.csv');
    writeFileSync(file, 'number\n+12025550100\nnonsense\n');
    const report = { rows_read: 2, accepted: 1, duplicate: 0, suppressed: 0, rejected: 1 };
    const leftOut = [{ line: 3, reason: 'number is not one' }];
    const reasons = [{ outcome: 'rejected', reason: 'number is not one', rows: 1, line: 3 }];
    const body = { ...report, left_out: leftOut, notices: [], left_out_reasons: reasons };
    answers = [{ status: 200, body }];
    const options = ['--dedupe', 'account', '--dedupe-days', '30', '--zone', 'Europe/Paris'];
    const { code, out, talk } = await run(['campaigns', 'import', 'cabc', file, ...options]);
    expect({ code, out, talk }).toEqual({
      code: 3,
      out: '1 of 2 rows added\n',
      talk:
        '1 row left out: number is not one (first in line 3)\n' +
        'Next: --left-out <file> writes these rows; correct and import that file\n',
    });
    expect(seen[0]).toMatchObject({
      request: 'POST /v1/campaigns/cabc/contacts?dedupe=account&dedupe_days=30&zone=Europe%2FParis',
      key: 'Bearer a-key',
      type: 'text/csv',
      body: 'number\n+12025550100\nnonsense\n',
    });
  });

  test('a campaign that ended with contacts left for a person', async () => {
    answers = [
      { status: 200, body: progressOf({ byState: { claimed: 1, final: 1 } }) },
      { status: 200, body: progressOf({ state: 'completed', byState: { locked: 1, final: 1 } }) },
    ];
    const { code, out, talk } = await run(['campaigns', 'watch', 'cabc']);
    expect(code).toBe(3);
    expect(out).toContain('Campaign cabc (Autumn): completed');
    expect(talk).toContain('1/2 contacts');
  });
});

describe('--json', () => {
  test('stdout holds the answer and nothing else, and stderr is silent', async () => {
    answers = [{ status: 200, body: CAMPAIGN }];
    const { code, out, talk } = await run(['--json', 'campaigns', 'start', 'cabc']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(CAMPAIGN);
    expect(talk).toBe('');
  });

  test('a list is one array over all pages', async () => {
    answers = [
      { status: 200, body: { data: [CAMPAIGN], next_cursor: 'more' } },
      { status: 200, body: { data: [{ ...CAMPAIGN, id: 'cdef' }], next_cursor: null } },
    ];
    const { out } = await run(['campaigns', 'list', '--json']);
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id)).toEqual(['cabc', 'cdef']);
    expect(seen[1]?.request).toBe('GET /v1/campaigns?limit=200&cursor=more');
  });
});

test('creating sends what was asked for, and nothing that was not', async () => {
  answers = [{ status: 201, body: CAMPAIGN }];
  const { out } = await run(['campaigns', 'create', 'Autumn', '--max-attempts', '2']);
  expect(out).toBe('cabc\n');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ name: 'Autumn', redial: { max_attempts: 2 } });
});
