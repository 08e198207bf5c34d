/** A carrier that takes POSTs and answers none of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

const AGENTS = 4;
const LIMIT = 5;
/** Their last digit decides: the customer answers. */
const NUMBERS = Array.from({ length: 16 }, (_, n) => `+120255501${String(n).padStart(2, '0')}`).map(
  (number) => number.replace(/.$/u, '5'),
);

let world: World;
beforeAll(async () => {
  world = await startWorld({ timeFactor: 120 });
  await world.addAgents(AGENTS);
});
afterAll(async () => world.stop());

const posts = () => world.facts('decision').length;
