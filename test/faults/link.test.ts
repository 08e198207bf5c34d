import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Trouble } from './faults.ts';
import { HttpLink } from './link.ts';

/** A link to a receiver that answers every POST with 201 and how many it has had. */
async function linked() {
  const bodies: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('error', () => undefined);
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(201, { 'content-type': 'text/plain' }).end(`number ${bodies.length}`);
    });
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const link = new HttpLink((receiver.address() as AddressInfo).port);
  const port = await link.open(0);
  onTestFinished(async () => {
    await link.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  const send = async (path: string, body: string) => {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, signal });
    return { status: answer.status, text: await answer.text() };
  };
  const post = (body = '{"a":1}') => send('/x', body);
  const hook = (body: string) => send('/hooks/click2call/c1.1.1.1/t0k', body);
  const make = (trouble: Trouble) => link.make({ trouble, ratio: 1, chance: () => 0 }, 300);
  return { link, bodies, post, hook, make };
}

test('without trouble it passes everything', async () => {
  const { post, bodies, link } = await linked();
  expect(await post('hello')).toEqual({ status: 201, text: 'number 1' });
  expect(bodies).toEqual(['hello']);
  expect(link.hits).toBe(0);
});

test('a refusal counts although nobody can be seen to be refused', async () => {
  const { link, make } = await linked();
  await make('refused');
  expect(link.hits).toBe(1);
});

test('one that was refused many times gathers no listeners', async () => {
  const { link, post } = await linked();
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const trouble = { trouble: 'refused', ratio: 1, chance: () => 0 } as const;
  for (let times = 0; times < 12; times++) await link.make(trouble, 0);
  expect(await post()).toMatchObject({ status: 201 });
  expect(warnings).toEqual([]);
});

test('an unreadable webhook is passed on, and its answer is lost; what is no webhook of a call passes', async () => {
  const { link, bodies, post, hook } = await linked();
  const over = Promise.withResolvers<void>();
  const making = link.make({ trouble: 'unreadable', ratio: 1, chance: () => 0 }, over.promise);
  await expect(hook('{"event":"click2call.bridged"}')).rejects.toThrow('fetch failed');
  expect(await post('a recording')).toMatchObject({ status: 201 });
  over.resolve();
  await making;
  expect(await hook('{"event":"click2call.completed"}')).toMatchObject({ status: 201 });
  expect(bodies).toEqual([
    expect.not.stringContaining('bridged'),
    'a recording',
    '{"event":"click2call.completed"}',
  ]);
});

test.each<{ trouble: Trouble; received: number; answer: unknown }>([
  { trouble: 'request-lost', received: 0, answer: 'broken' },
  { trouble: 'request-silent', received: 0, answer: 'broken' },
  { trouble: 'too-many', received: 0, answer: 429 },
  { trouble: 'answer-cut', received: 1, answer: 'broken' },
  { trouble: 'answer-silent', received: 1, answer: 'broken' },
  { trouble: 'bad-gateway', received: 1, answer: 502 },
  { trouble: 'doubled', received: 2, answer: 201 },
  { trouble: 'odd', received: 2, answer: 201 },
])('$trouble: $received arrive, answer $answer', async ({ trouble, received, answer }) => {
  const { post, bodies, make, link } = await linked();
  const over = make(trouble);
  const seen = await post().then(
    ({ status }) => status,
    () => 'broken',
  );
  await over;
  expect({ received: bodies.length, seen, hits: link.hits }).toEqual({
    received,
    seen: answer,
    hits: 1,
  });
  expect((await post()).status).toBe(201);
});

test('refused: nobody is let in until it is over', async () => {
  const { post, make } = await linked();
  const over = make('refused');
  await expect(post()).rejects.toThrow('fetch failed');
  await over;
  expect((await post()).status).toBe(201);
});

test('moments come in order, and a drop ends what is under way', async () => {
  const { post, bodies, link } = await linked();
  const seen: string[] = [];
  link.at(1, 'reached', async () => (seen.push(`reached ${bodies.length}`), 'drop'));
  link.at(2, 'halfway', async () => (seen.push(`halfway ${bodies.length}`), 'drop'));
  link.at(3, 'passed', async () => (seen.push(`passed ${bodies.length}`), 'drop'));
  link.at(4, 'answered', async () => (seen.push(`answered ${bodies.length}`), 'go on'));
  for (let nth = 1; nth <= 3; nth++) await expect(post()).rejects.toThrow('fetch failed');
  expect((await post()).status).toBe(201);
  await expect.poll(() => seen).toEqual(['reached 0', 'halfway 0', 'passed 1', 'answered 2']);
});

test('receivers take turns, and one that is down is passed over', async () => {
  const receivers = ['a', 'b'].map((name) =>
    createServer((_request, response) => void response.end(name)),
  );
  for (const receiver of receivers)
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const link = new HttpLink(receivers.map((receiver) => (receiver.address() as AddressInfo).port));
  const port = await link.open(0);
  onTestFinished(async () => {
    await link.close();
    for (const receiver of receivers) receiver.close();
  });
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const answered = [await ask(), await ask(), await ask(), await ask()];
  expect(answered.toSorted()).toEqual(['a', 'a', 'b', 'b']);
  await new Promise((resolve) => void receivers[0]!.close(resolve));
  expect([await ask(), await ask()]).toEqual(['b', 'b']);
  await new Promise((resolve) => void receivers[1]!.close(resolve));
  await expect(ask()).rejects.toThrow('fetch failed');
});
