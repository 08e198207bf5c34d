import { ServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { expect, test } from 'vitest';
import { asNeededAtStart, compressionFor, prepareDecoders } from '../../src/process/temporal.ts';
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

test.each([
  ['localhost:7233', 'none'],
  ['127.0.0.1:7233', 'none'],
  ['[::1]:7233', 'none'],
  ['10.1.2.3:7233', 'none'],
  ['temporal-frontend:7233', 'none'],
  ['temporal.internal:7233', 'none'],
  ['calls.a1b2c.tmprl.cloud:7233', 'gzip'],
  ['8.8.8.8:7233', 'gzip'],
])(
  'what is told to Temporal at %s is packed as %s, unless the setting says it',
  (address, codec) => {
    expect(compressionFor(address, undefined)).toEqual({ codec });
    expect(compressionFor(address, true)).toEqual({ codec: 'gzip' });
    expect(compressionFor(address, false)).toEqual({ codec: 'none' });
  },
);

// protobufjs puts what it generates on the type itself; what generates it is on the prototype.
const isGenerated = (type: object): boolean => Object.hasOwn(type, 'decode');

test('events that no test of ours ever makes are read without generating code', () => {
  const { NexusOperationTimedOutEventAttributes } = proto.temporal.api.history.v1;
  const { ListBatchOperationsResponse } = proto.temporal.api.workflowservice.v1;
  prepareDecoders();
  expect(isGenerated(NexusOperationTimedOutEventAttributes)).toBe(true);
  // No start is answered with one.
  expect(isGenerated(ListBatchOperationsResponse)).toBe(false);
});
