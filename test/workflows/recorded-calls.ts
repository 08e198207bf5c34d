/** Worlds with one recorded call each. */
import { onTestFinished } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** The last digit 5 makes a call that is completed and recorded. */
export const RECORDED = '+12025550115';

/** Ends with the test that starts it. */
export async function worldWith(options: WorldOptions): Promise<World> {
  const world = await startWorld(options);
  onTestFinished(() => world.stop());
  await world.addAgents(2);
  return world;
}

/** The ref of its only call. */
export async function dial(world: World, number: string): Promise<string> {
  const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
  return `${id}.1.1`;
}
