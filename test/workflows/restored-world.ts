/** A database that is copied, used on, and put back. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startWorld } from './world.ts';

/** The simulator completes calls of numbers that end in 6. */
export const NUMBERS = ['+12025550106', '+12025550116', '+12025550126'];

export type RestoredWorld = Awaited<ReturnType<typeof startRestoredWorld>>;

export async function startRestoredWorld() {
  const world = await startWorld();
  await world.addAgents(3);
  const database = (name = '') => join(world.folder, `dialwright.sqlite${name}`);
  const stopAll = async () => {
    await world.stopServer();
    await world.stopWorker();
  };
  const startAll = async () => {
    await world.startServer();
    await world.startWorker();
  };
  /** Of each POST that the carrier took: the how-manieth of its number it was. */
  const posts = () =>
    world
      .facts('decision')
      .filter(({ outcome }) => outcome === 'accepted')
      .map((fact) => (fact['placed'] as { nth: number }).nth);
  return {
    ...world,
    startAll,

    /** A campaign of which the copy knows nothing but the list, and which was dialled to its end afterwards. */
    async dialledSinceTheCopy(): Promise<string> {
      await world.api('POST', '/v1/account/stop');
      const id = await world.campaign(NUMBERS);
      await stopAll();
      copyFileSync(database(), database('.copy'));
      await startAll();
      await world.api('POST', '/v1/account/go');
      await world.untilState(id, 'completed');
      // No webhook of theirs is still to come.
      for (const { ref } of await world.calls(id)) await world.untilClosed(ref);
      expect(posts()).toEqual(NUMBERS.map(() => 1));
      await stopAll();
      return id;
    },

    putBack(): void {
      for (const end of ['-wal', '-shm']) rmSync(database(end), { force: true });
      copyFileSync(database('.copy'), database());
    },

    removeMark: () => rmSync(join(world.recordingsDir, '.high-water'), { recursive: true }),

    restore: async () => (await world.api('GET', '/v1/account/restore')).body.open,

    expectNobodyCalledTwice: () => expect(posts()).toEqual(NUMBERS.map(() => 1)),
  };
}
