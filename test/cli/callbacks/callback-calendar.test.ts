/** `dialwright callbacks calendar`. */
import { expect, test } from 'vitest';
import { programAndApi } from '../program-and-api.ts';

test('the calendar shows the turns of a span by time, and says that there are more', async () => {
  const { run } = await programAndApi();
  await run(['callbacks', 'add', '+442079460101', '--every', '10:00', '--name', 'Ada Example']);
  const shown = await run(['callbacks', 'calendar', '--from', 'tomorrow', '--to', '+5d']);
  expect(shown.out).toMatch(/planned +zone +callback +who +for +state/);
  expect(shown.out).toMatch(/Europe\/London +cb\S+ +Ada Example +scheduled/);
  const first = await run(['callbacks', 'calendar', '--limit', '1']);
  expect(first.talk).toContain('There are more turns');
  const refused = await run(['callbacks', 'calendar', '--to', '+40d']);
  expect(refused.code).toBe(4);
  expect(refused.talk).toContain('at most 31 days after');
});
