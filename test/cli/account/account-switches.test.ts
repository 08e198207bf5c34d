import { expect, test } from 'vitest';
import { programAndApi } from '../program-and-api.ts';

test('the account is stopped with a reason, shown, and dials again', async () => {
  const { run } = await programAndApi();
  const stopped = await run(['account', 'stop', '--reason', 'a drill']);
  expect(stopped.out).toMatch(/^stopped since .*: a drill$/m);
  expect((await run(['account', 'show'])).out).toContain('a drill');
  expect((await run(['account', 'go'])).out).toMatch(/^not stopped$/m);
});

test('limits are shown, set one by one, and taken away', async () => {
  const { run } = await programAndApi();
  const limits = async (...options: string[]) => (await run(['account', 'limits', ...options])).out;
  const paused = 'a campaign is paused after 5 unknown placements in a row\n';
  expect(await limits()).toBe(`no limit of the pace, no limit of live calls, ${paused}`);
  await limits('--calls-per-second', '2.5');
  expect(await limits('--max-live-calls', '50')).toBe(
    `at most 2.5 calls a second, at most 50 live calls, ${paused}`,
  );
  expect(await limits('--calls-per-second', 'none')).toBe(
    `no limit of the pace, at most 50 live calls, ${paused}`,
  );
  const never = 'no limit of the pace, at most 50 live calls, no pause after unknown placements\n';
  expect(await limits('--pause-after-unknown', 'none')).toBe(never);
  expect(await limits()).toBe(never);
  expect(await run(['account', 'limits', '--max-live-calls', 'many'])).toMatchObject({ code: 2 });
});
