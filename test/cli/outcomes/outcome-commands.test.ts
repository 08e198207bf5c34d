import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveCall } from '../../api/calls/placed-call.ts';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';

test('codes are made, listed, set for a call, changed on request and counted', async () => {
  const { run, on } = await programAndApi();
  const made = await run([
    'outcomes',
    'put',
    'again',
    '--group',
    'talked',
    '--next',
    'redial',
    '--redial-after',
    '2h',
  ]);
  expect(made).toMatchObject({ code: 0, out: 'again: redial after 2h\n' });
  await run(['outcomes', 'put', 'sale', '--group', 'sale', '--label', 'Sold']);
  expect((await run(['outcomes', 'list'])).out).toContain('sale');
  const ref = await liveCall(on);
  const set = await run([
    'calls',
    'outcome',
    ref,
    'again',
    '--note',
    'busy',
    '--data',
    '{"order":17}',
  ]);
  expect(set).toMatchObject({
    code: 0,
    out: `${ref}: again\n  done: the contact moves when the call has ended\n`,
  });
  const blind = await run(['calls', 'outcome', ref, 'sale']);
  expect(blind.code).toBe(4);
  expect(blind.talk).toContain('The call has the outcome again already');
  expect(await run(['calls', 'outcome', ref, 'sale', '--change'])).toMatchObject({ code: 0 });
  expect((await run(['calls', 'show', ref])).out).toContain('sale');
  expect((await run(['outcomes', 'stats'])).out).toContain('100 %');
  expect((await run(['outcomes', 'delete', 'again'])).out).toBe('again is deleted\n');
});

test('data that is no JSON is refused before anything is sent', async () => {
  const { run } = await programAndApi();
  const refused = await run(['calls', 'outcome', 'c1.1.1', 'sale', '--data', '{order']);
  expect(refused.code).toBe(2);
  expect(refused.talk).toContain('--data is no JSON');
});

test('a key of one agent sets and changes the outcomes of its own calls only', async () => {
  const { run, on } = await programAndApi();
  await run(['outcomes', 'put', 'sale', '--group', 'sale']);
  const [own, other] = [await liveCall(on), await liveCall(on)];
  const { agent_id: agent } = (await on.get(`/v1/calls/${own}`)).json<{ agent_id: string }>();
  const created = await run(['keys', 'create', 'desk', '--role', 'agent', '--agent', agent]);
  const env = { DIALWRIGHT_API_KEY: created.out.trim() };
  expect(await run(['calls', 'outcome', own, 'sale'], env)).toMatchObject({ code: 0 });
  expect((await run(['calls', 'outcome', own, 'sale'], env)).code).toBe(4);
  expect(await run(['calls', 'outcome', own, 'sale', '--change'], env)).toMatchObject({ code: 0 });
  expect((await run(['calls', 'outcome', other, 'sale'], env)).code).toBe(4);
  expect((await run(['calls', 'list'], env)).talk).toContain('needs the role read');
});

test('what agents see of a campaign is set and shown', async () => {
  const { run, on } = await programAndApi();
  const id = await on.campaign();
  const file = join(temporaryFolder(), 'script.md');
  writeFileSync(file, '# Good morning');
  const pop = 'https://crm.example/{row_key}';
  await run(['campaigns', 'page', id, '--script', file, '--screen-pop', pop]);
  expect((await run(['campaigns', 'page', id])).out).toBe(`screen pop  ${pop}\n\n# Good morning\n`);
  await run(['campaigns', 'page', id, '--screen-pop', 'none']);
  expect((await run(['campaigns', 'page', id])).out).toContain('screen pop  none');
  const missing = await run(['campaigns', 'page', id, '--script', join(file, 'no')]);
  expect(missing.code).toBe(2);
});
