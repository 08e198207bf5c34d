import { expect, test } from 'vitest';
import { liveCall } from '../../api/calls/placed-call.ts';
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
