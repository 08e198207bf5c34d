/** A world whose carrier has call records. The schedule that compares them is years away until a test wants it. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { startWorld } from './world.ts';

export type ReconciliationWorld = Awaited<ReturnType<typeof startReconciliationWorld>>;

export async function startReconciliationWorld() {
  const profile = join(import.meta.dirname, '../../examples/carrier-operations.json');
  const world = await startWorld({
    timeFactor: 240,
    env: { DIALWRIGHT_CARRIER_PROFILE: profile },
  });
  await world.addAgents(4);
  const schedule = world.client.schedule.getHandle('reconciliation');
  const { spec } = await schedule.describe();
  // It runs every few seconds here, and would find everything first. Paused, it would be set going again.
  await schedule.update((known) => ({ ...known, spec: { intervals: [{ every: '3650 days' }] } }));

  const postsTo = (number: string) =>
    world.facts('decision').filter((fact) => fact['destination'] === number);

  return {
    ...world,
    postsTo,

    /** The schedule compares as often as the product wants it. */
    schedule: () => schedule.update((known) => ({ ...known, spec })),

    async reconciled() {
      const from = new Date(Date.now() - 86_400_000).toISOString();
      const to = new Date(Date.now() + 1_000).toISOString();
      const asked = await world.api('POST', '/v1/reconciliations', { from, to });
      expect(asked).toMatchObject({ status: 202, body: { state: 'open' } });
      const read = async () =>
        (await world.api('GET', `/v1/reconciliations/${asked.body.id}`)).body;
      await expect.poll(read, { timeout: 30_000, interval: 50 }).toMatchObject({ state: 'done' });
      return read();
    },

    /** What the carrier billed for the one call to a number. */
    async billOf(number: string): Promise<string> {
      const [{ placed } = expect.fail(`nobody dialled ${number}`)] = postsTo(number);
      const { call: id } = placed as { call: string };
      const bills = () => world.facts('billed').filter((fact) => fact['call'] === id);
      await expect.poll(() => bills().length, { timeout: 20_000 }).toBeGreaterThan(0);
      return String(bills().at(-1)!['cost']);
    },

    async dial(number: string): Promise<string> {
      const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
      return `${id}.1.1`;
    },
  };
}
