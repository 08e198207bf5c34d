/** A world for callbacks on real schedules, with calls that last seconds at the carrier. */
import { expect } from 'vitest';
import { startWorld } from './world.ts';

export const SOON = { timeout: 40_000, interval: 100 };

export type CallbackWorld = Awaited<ReturnType<typeof startCallbackWorld>>;

export async function startCallbackWorld() {
  const world = await startWorld({
    carrier: {
      agentRingMs: [1_000, 1_000],
      customerRingMs: [1_000, 1_000],
      talkMs: [2_000, 2_000],
    },
  });
  await world.addAgents(2);
  const shown = async (id: string) => (await world.api('GET', `/v1/callbacks/${id}`)).body;
  return {
    ...world,
    shown,
    scheduleOf: (id: string) => world.client.schedule.getHandle(`callback.${id}`),

    /** The id of a new callback. */
    async make(body: object): Promise<string> {
      const made = await world.api('POST', '/v1/callbacks', { zone: 'UTC', ...body });
      expect(made).toMatchObject({ status: 201 });
      return made.body.id;
    },

    /** Its schedule is as it should be. */
    async untilKept(id: string): Promise<void> {
      await expect.poll(async () => (await shown(id)).schedule, SOON).toBe('kept');
    },
  };
}
