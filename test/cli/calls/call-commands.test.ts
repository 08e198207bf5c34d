import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answering, httpServer } from '../../carrier/servers.ts';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';
import { runProgram } from '../run-program.ts';

const NUMBER = '+12025550124';

test('a call is placed now, shown and hung up', async () => {
  const { run, on } = await programAndApi();
  const placed = await run(['calls', 'now', NUMBER, '--name', 'Ada Example']);
  expect(placed).toMatchObject({ code: 0 });
  const ref = placed.out.trim().split(' ')[0]!;
  expect(placed.talk).toBe(`Next: dialwright calls watch ${ref}\n`);
  expect((await run(['calls', 'show', ref])).out).toContain(`${ref} is`);
  expect(await run(['calls', 'hangup', ref])).toMatchObject({ code: 2 });
  const ended = await run(['calls', 'hangup', ref, '--yes']);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.out).toContain(`${ref}: `);
  expect(on.gateway.requests.length).toBeGreaterThan(0);
});

test('a call that is placed again with its idempotency key is the same call', async () => {
  const { run } = await programAndApi();
  const now = ['calls', 'now', NUMBER, '--idempotency-key', 'order-17'];
  const first = await run(now);
  expect(first).toMatchObject({ code: 0 });
  expect(await run(now)).toMatchObject({ code: 0, out: first.out });
  const other = await run(now.with(2, '+12025550125'));
  expect(other.code).toBe(4);
  expect(other.talk).toContain('The key was used before, with another request.');
  expect(other.talk).toContain('Next: repeat the first request as it was, or use another key');
});

test.each([
  [['0301234'], 'number: ', 'write the number with + and its country code, such as +12025550124'],
  [
    [NUMBER, '--agent', 'nobody'],
    '`agent_id` names no agent',
    '`dialwright agents list` shows what is there',
  ],
  [
    [NUMBER, '--idempotency-key', 'a b'],
    '`idempotency-key`: needs 1',
    'correct the fields that are named, then send it again',
  ],
])('4: a call now with %j says what is wrong, and what to do next', async (args, why, next) => {
  const { run } = await programAndApi();
  const { code, talk } = await run(['calls', 'now', ...args]);
  expect(code).toBe(4);
  expect(talk).toContain(why);
  expect(talk).toContain(`Next: ${next}`);
});

test('a list shows as many as wanted, and says that there are more', async () => {
  const { run, on } = await programAndApi();
  for (let made = 0; made < 3; made++) await on.campaign();
  const list = ['campaigns', 'list', '--kind', 'list', '--json', '--limit'];
  const { out, talk } = await run([...list, '2']);
  expect(JSON.parse(out)).toHaveLength(2);
  expect(talk).toBe('Only the first 2 are shown: --limit <n> or --limit all shows more\n');
  const all = await run([...list, 'all']);
  expect(JSON.parse(all.out)).toHaveLength(3);
  expect(all.talk).toBe('');
});

test.each([
  ['--state', 'late'],
  ['--disposition', 'lost'],
])('2: %s is a word that the API does not know', async (option, value) => {
  const { code, talk } = await runProgram(['calls', 'list', option, value]);
  expect(code).toBe(2);
  expect(talk).toContain('Allowed choices are');
});

test('a call is watched to its end, each line of its timeline once', async () => {
  const line = (text: string) => ({ at: 'then', kind: 'note', text });
  const call = { ref: 'c1.1.1', state: 'placing', disposition: null, reason: null };
  const ended = { ...call, state: 'ended', disposition: 'unknown', reason: 'no answer' };
  const answers = [
    { ...call, timeline: [line('placed')] },
    { ...call, timeline: [line('placed'), line('accepted')] },
    { ...ended, timeline: [line('placed'), line('accepted'), line('ended')] },
  ];
  const server = await httpServer((seen, response) =>
    answering(200, answers.shift()!)(seen, response),
  );
  const env = { DIALWRIGHT_URL: server.origin, DIALWRIGHT_API_KEY: 'a-key' };
  const { code, out } = await runProgram(['calls', 'watch', 'c1.1.1'], env);
  expect(out).toBe(
    ['placed', 'accepted', 'ended'].map((text) => `then  note  ${text}\n`).join('') +
      'c1.1.1 is ended, unknown: no answer\n',
  );
  expect(code).toBe(3);
});

test('a recording is looked up by the desk, waited for and written to a file', async () => {
  const ref = 'c1.1.1';
  const call = { ref, recording: 'wanted', recording_reason: 'quota', recording_due_at: 'then' };
  const answers = [
    { status: 200, body: call },
    { status: 202, body: call },
    { status: 200, body: { ...call, recording: 'stored', recording_due_at: null } },
    { status: 200, body: 'sound' },
  ];
  const server = await httpServer((seen, response) => {
    const { status, body } = answers.shift()!;
    answering(status, body)(seen, response);
  });
  const env = { DIALWRIGHT_URL: server.origin, DIALWRIGHT_API_KEY: 'a-key' };
  const out = join(temporaryFolder(), 'call.mp3');
  const fetched = await runProgram(['calls', 'recording', ref, '--wait', '--out', out], env);
  expect(fetched).toMatchObject({
    code: 0,
    talk: expect.stringContaining('wanted: quota') as string,
  });
  expect(readFileSync(out, 'utf8')).toBe('sound');
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /v1/calls/${ref}`,
    `POST /v1/calls/${ref}/recording/look-up`,
    `GET /v1/calls/${ref}`,
    `GET /v1/calls/${ref}/recording`,
  ]);
});
