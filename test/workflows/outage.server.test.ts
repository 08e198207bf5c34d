/** Webhooks are acknowledged and kept while nobody runs workflows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackUrl } from '../../src/carrier/tokens.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ worker: false });
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('an event that came while no worker ran is kept, and the campaign goes on when one does', async () => {
  const id = await world.campaign(['+12025550115']);
  const url = new URL(
    callbackUrl(
      'https://dialwright.example',
      { ref: `${id}.1.1`, placement: 1 },
      world.config.hookSecrets,
    ),
  );
  const body = JSON.stringify({
    event: 'click2call.some_day_new',
    event_seq: 900,
    occurred_at: '2026-01-01T00:00:00Z',
    data: { id: 'x' },
  });
  const answer = await fetch(`${world.url()}${url.pathname}`, { method: 'POST', body });
  expect(answer.status).toBe(204);
  await world.startWorker();
  await world.untilState(id, 'completed');
  const names = (await world.call(`${id}.1.1`)).timeline.map(
    (entry: { text: string }) => entry.text,
  );
  expect(names).toContain('click2call.some_day_new');
});
