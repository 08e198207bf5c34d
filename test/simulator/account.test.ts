/** The account's resources, as the simulated carrier keeps them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCarrier, temporaryFolder } from './carrier.ts';

const DESTINATIONS = '/api/v1/purchases/2001/destinations';

test('what was made, changed and deleted stays so after a restart, and ids are not used again', async () => {
  const ledger = join(temporaryFolder(), 'ledger.ndjson');
  const first = await startCarrier({ ledger });
  const body = JSON.stringify({ type: 'sip' });
  const ids = [];
  for (let times = 0; times < 2; times++) {
    ids.push((await first.ask('POST', DESTINATIONS, { body })).body.id);
  }
  await first.ask('PUT', '/api/v1/sipaccounts/agent-1', { body: '{"name":"front-desk"}' });
  await first.ask('DELETE', `${DESTINATIONS}/${ids[1]}`);
  await first.ask('DELETE', '/api/v1/sipaccounts/agent-2');
  const before = await first.ask('GET', DESTINATIONS);
  await first.simulator.stop();

  const again = await startCarrier({ ledger });
  expect((await again.ask('GET', DESTINATIONS)).text).toBe(before.text);
  expect((await again.ask('GET', '/api/v1/sipaccounts/front-desk')).status).toBe(200);
  for (const gone of ['agent-1', 'agent-2', '1002']) {
    expect((await again.ask('GET', `/api/v1/sipaccounts/${gone}`)).status).toBe(404);
  }
  const { id } = (await again.ask('POST', DESTINATIONS, { body })).body;
  expect(ids).not.toContain(id);
});

test('without the key, or with a wrong one, nothing of the account is shown or changed', async () => {
  const carrier = await startCarrier();
  for (const authorization of ['', 'Bearer wrong']) {
    const headers = { authorization };
    expect((await carrier.ask('GET', DESTINATIONS, { headers })).status).toBe(401);
    expect((await carrier.ask('DELETE', `${DESTINATIONS}/3001`, { headers })).status).toBe(401);
  }
  expect(carrier.facts('resource')).toEqual([]);
});
