import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';

test('a list is created, filled, read, emptied and deleted', async () => {
  const { run } = await programAndApi();
  const made = await run(['suppressions', 'create', 'dnc', '--name', 'Do not call']);
  expect(made.out).toBe('dnc (Do not call) has 0 numbers\n');
  const until = ['--until', '2036-11-23 09:00', '--zone', 'Europe/Paris'];
  const added = await run(['suppressions', 'add', 'dnc', '+12025550126', '+12025550127', ...until]);
  expect(added.out).toBe('+12025550126 is on dnc\n+12025550127 is on dnc\n');
  expect(added.talk).toBe('until: 2036-11-23 09:00 in Europe/Paris is 2036-11-23T08:00:00.000Z\n');
  const file = join(temporaryFolder(), 'more.csv');
  writeFileSync(file, 'number\n+12025550128\n+12025550126\nnonsense\n');
  const imported = await run(['suppressions', 'import', 'dnc', file]);
  expect(imported).toMatchObject({ code: 3, out: '1 of 3 numbers added, 1 were on it\n' });
  expect(imported.talk).toContain('line 4: ');
  expect((await run(['suppressions', 'list'])).out).toMatch(/^dnc +3 .* Do not call$/m);
  const held = await run(['suppressions', 'show', '+12025550127']);
  expect(held.out).toMatch(/^dnc +\S+ +2036-11-23T08:00:00.000Z +Do not call$/m);
  await run(['suppressions', 'remove', 'dnc', '+12025550127']);
  const numbers = await run(['suppressions', 'numbers', 'dnc', '--json']);
  expect((JSON.parse(numbers.out) as { number: string }[]).map(({ number }) => number)).toEqual(
    expect.arrayContaining(['+12025550126', '+12025550128']),
  );
  expect(await run(['suppressions', 'delete', 'dnc'])).toMatchObject({ code: 2 });
  expect(await run(['suppressions', 'delete', 'dnc', '--yes'])).toMatchObject({
    code: 0,
    out: 'dnc is deleted\n',
  });
});

test('a copy of a registry has a day and an age, and one without the other is refused', async () => {
  const { run } = await programAndApi();
  const create = ['suppressions', 'create', 'registry'];
  const half = await run([...create, '--as-of', '2026-01-02T00:00:00Z']);
  expect(half.code).toBe(2);
  expect(half.talk).toContain('--max-age-days is missing');
  const made = await run([...create, '--as-of', '2026-01-02T00:00:00Z', '--max-age-days', '31']);
  expect(made.out).toContain('; a copy of a registry, good until 2026-02-02T00:00:00.000Z');
});

test('a list in use is deleted with its name only, and the campaigns are shown', async () => {
  const { run, on } = await programAndApi();
  await run(['suppressions', 'create', 'dnc']);
  const id = await on.campaign({ suppression_lists: ['dnc'] });
  expect(await run(['suppressions', 'delete', 'dnc', '--yes'])).toMatchObject({ code: 4 });
  const forced = await run(['suppressions', 'delete', 'dnc', '--yes', '--force']);
  expect(forced.talk).toMatch(new RegExp(`^campaign ${id} used it and is \\w+\n$`));
});
