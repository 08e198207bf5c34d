import { ServiceError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { asNeededAtStart } from '../../src/process/temporal.ts';
import { StartError } from '../../src/process/start-error.ts';

/** As the client throws it after its retries. */
const overloaded = () =>
  new ServiceError('Failed to describe schedule', {
    cause: Object.assign(new Error('8 RESOURCE_EXHAUSTED: namespace rate limit exceeded'), {
      code: 8,
      details: 'namespace rate limit exceeded',
      metadata: {},
    }),
  });

test('an answer of Temporal that stops a start is told in one sentence with the next step', async () => {
  const start = asNeededAtStart(() => Promise.reject(overloaded()));
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(
    /^Temporal at .+ did not take the schedules .+\(namespace rate limit exceeded\): start it again/,
  );
});

test('other errors are left as they are', async () => {
  const why = new TypeError('a fault of ours');
  await expect(asNeededAtStart(() => Promise.reject(why))).rejects.toBe(why);
  const other = new StartError('another installation');
  await expect(asNeededAtStart(() => Promise.reject(other))).rejects.toBe(other);
});
