import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { createTemporalGateway } from '../../../src/api/temporal/temporal-gateway.ts';

test('without Temporal every request ends in time, and closing afterwards is safe', async () => {
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const gateway = createTemporalGateway(new Client({ connection }));
  const startedMs = Date.now();
  const [check, hangUp] = await Promise.allSettled([gateway.check(), gateway.hangUp('c1.1.1')]);
  expect(Date.now() - startedMs).toBeLessThan(3_000);
  expect([check.status, hangUp.status]).toEqual(['rejected', 'rejected']);
  await gateway.settled();
  await connection.close();
});
