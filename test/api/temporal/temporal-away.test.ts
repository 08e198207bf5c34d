import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { createTemporalGateway } from '../../../src/api/temporal/temporal-gateway.ts';

test('without Temporal every request ends in time, and closing afterwards is safe', async () => {
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const gateway = createTemporalGateway(new Client({ connection }), {
    webhooks: true,
    timing: timingFor(DEFAULT_CARRIER_PROFILE.timing),
    namesSearchable: true,
  });
  const startedMs = Date.now();
  const [check, hangUp] = await Promise.allSettled([gateway.check(), gateway.hangUp('c1.1.1')]);
  expect(Date.now() - startedMs).toBeLessThan(3_000);
  expect([check.status, hangUp.status]).toEqual(['rejected', 'rejected']);
  await gateway.settled();
  await connection.close();
});
