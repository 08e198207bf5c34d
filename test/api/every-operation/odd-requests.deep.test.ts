import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../api-under-test.ts';
import { throwOddRequests } from './odd-requests.ts';

const EACH = 40;

test('every answer to odd requests is one that the document describes, and none is a fault of the server', async () => {
  const on = await startApi();
  onTestFinished(() => on.stop());
  // Another seed each time; one that failed is in the message.
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const { count, statuses, wrong } = await throwOddRequests(on, { seed, each: EACH });
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  expect(count).toBeGreaterThan(5_000);
  // A generator whose requests are all refused would prove nothing.
  expect(statuses['200']).toBeGreaterThan(count / 10);
  expect(statuses['422']).toBeGreaterThan(count / 10);
}, 600_000);
