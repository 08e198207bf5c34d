/** `dialwright rules …` against a real API. */
import { expect, test } from 'vitest';
import { programAndApi } from '../program-and-api.ts';

test('presets are listed and shown, and each time it is said that they are no legal advice', async () => {
  const { run } = await programAndApi();
  const list = await run(['rules', 'list', '--area', 'US-TX']);
  expect(list.out).toMatch(/us-tx +1 +US-TX +in force/);
  expect(list.out).not.toContain('fr-2026');
  expect(list.talk).toContain('no legal advice');
  const shown = await run(['rules', 'show', 'us-tx']);
  expect(shown.out).toMatch(/hours +sun 12:00–21:00/);
  expect(shown.out).toMatch(/not enforced: registry/);
  expect(shown.out).toMatch(/unknown .*consent/);
});

test('a rest that a rule keeps is shown as such, and one for ever among what no rule keeps', async () => {
  const { run } = await programAndApi();
  const debts = await run(['rules', 'show', 'us-debts']);
  expect(debts.out).toMatch(/rest after a talk +7 days: no call for 7 days/);
  const french = await run(['rules', 'show', 'fr-2026']);
  expect(french.out).toMatch(/not enforced: rests .*never called again/);
  expect(french.out).not.toContain('rest after');
});

test('the diff shows what changes, and apply makes a version and names what is not enforced', async () => {
  const { run, on } = await programAndApi();
  const id = await on.campaign();
  const diff = await run(['rules', 'diff', id, 'us-tx']);
  expect(diff.out).toContain('Mon–Sat 09:00–21:00; Sun 12:00–21:00');
  expect(diff.out).toContain('Not enforced by Dialwright: registry');
  const applied = await run(['rules', 'apply', id, 'us-tx']);
  expect(applied.out).toContain('version 2');
  expect(applied.talk).toContain('not enforced by Dialwright: registry');
  expect((await run(['rules', 'diff', id, 'us-tx'])).out).toContain('Nothing changes');
});
