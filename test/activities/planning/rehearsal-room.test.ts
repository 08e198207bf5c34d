/** A rehearsal runs in a process with its own limit of memory, so that neither the worker's flags nor its work count. */
import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { RehearsalRoom } from '../../../src/activities/planning/rehearsal-room.ts';
import type { PlannedContact } from '../../../src/domain/planning/planned-contact.ts';
import { DEFAULT_ANSWERS } from '../../../src/domain/planning/rehearsal/answers.ts';
import { forecast } from '../../../src/domain/planning/rehearsal/forecast.ts';
import { REHEARSAL_FAULTS } from '../../../src/contract/messages.ts';
import { planWith, plannedContacts, SETTINGS } from '../../domain/planning/rehearsal/planned.ts';

const plan = planWith();
const settings = { ...SETTINGS, seed: 1, runs: 2, mostCallsInAll: 100_000 };
const order = { plan, model: DEFAULT_ANSWERS, settings };
const never = new AbortController().signal;

async function* pagesOf(pages: number): AsyncGenerator<PlannedContact[]> {
  for (let page = 0; page < pages; page++) yield plannedContacts(1_000);
}

test('more memory than it is allowed is a failure of its own, and the next rehearsal runs', async () => {
  const room = new RehearsalRoom(16);
  const failed = room.rehearse(order, pagesOf(100_000), never);
  await expect(failed).rejects.toThrow(ApplicationFailure);
  await expect(failed).rejects.toMatchObject({ type: REHEARSAL_FAULTS.tooLarge });
  const again = room.rehearse(order, pagesOf(100_000), never);
  await expect(again).rejects.toMatchObject({ type: REHEARSAL_FAULTS.tooLarge });
});

test('a second rehearsal beside the first is refused for now', async () => {
  const room = new RehearsalRoom();
  const first = room.rehearse(order, pagesOf(1), never);
  await expect(room.rehearse(order, pagesOf(1), never)).rejects.toThrow('another rehearsal runs');
  await first;
});

test('an error in the process is the error of the rehearsal', async () => {
  const broken = { ...order, plan: undefined as never };
  const failed = new RehearsalRoom().rehearse(broken, pagesOf(1), never);
  await expect(failed).rejects.toMatchObject({
    message: expect.stringContaining('undefined') as string,
    type: 'TypeError',
    nonRetryable: true,
  });
});

test('who asks may go away', async () => {
  const away = new AbortController();
  const asked = new RehearsalRoom().rehearse(order, pagesOf(100_000), away.signal);
  away.abort(new Error('nobody waits'));
  await expect(asked).rejects.toThrow('nobody waits');
});

test('the forecast is that of the rules, for contacts of any instants', async () => {
  const contacts = [
    ...plannedContacts(3),
    ...plannedContacts(1, { position: 4, number: '+12025550199', suppressedUntilMs: Infinity }),
  ];
  async function* page() {
    yield contacts;
  }
  expect(await new RehearsalRoom().rehearse(order, page(), never)).toEqual(
    forecast(plan, contacts, DEFAULT_ANSWERS, settings),
  );
});
