import { onceIn } from '../../src/domain/callbacks/callback.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import { phone, UNREACHED, type World } from './contract/world.ts';

const NUMBERS = 12;
const HOUR_MS = 3_600_000;

/**
 * Something of everything: calls in each state, callbacks, suppressions, holds, decisions with seals, events and audit.
 * The same calls and contacts each time.
 */
export async function fillStore(world: World): Promise<void> {
  const { store } = world;
  await store.putSuppressionList({ id: 'own', name: 'Ärger & Söhne', nowMs: world.nowMs });
  const numbers = [phone(900), phone(901)];
  await store.suppress({ list: 'own', numbers, untilMs: null, nowMs: world.nowMs });
  await world.limit({ callsPerSecond: 2.5, maxLiveCalls: 50 });
  await world.agents('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  await world.draft('c1', {
    name: 'Grüße, 東京',
    suppressionLists: ['own'],
    budget: { total: '100000', perDay: null, reservePerCall: '0.25', alertAt: 0.8 },
  });
  await world.add(
    'c1',
    Array.from({ length: NUMBERS }, (_, n) => ({
      number: phone(n),
      rowKey: n % 2 === 0 ? `row-${n}` : null,
      name: n % 3 === 0 ? `Ada "${n}" Lovelace\n` : null,
    })),
  );
  await world.move('c1', 'start');
  await playCalls(world);
  await callBackLater(world);
  while ((await store.sealDecisions(world.nowMs)) > 0);
}

/** Completed, unreached, unknown, live, refused, and claimed only. */
async function playCalls(world: World): Promise<void> {
  const completed = await nextCall(world);
  const key = await world.live(completed);
  await world.receive(key, 'agent_ringing', 'agent_answered', 'customer_ringing', 'bridged');
  world.later(90_000);
  await world.end(completed, { cost: '12345.6789012345' });
  const unreached = await nextCall(world);
  await world.live(unreached);
  await world.end(unreached, UNREACHED);
  await world.noAnswer(await world.placing(await nextCall(world)));
  await world.receive(await world.live(await nextCall(world)), 'agent_ringing');
  await world.refuse(await world.placing(await nextCall(world)), 429);
  await nextCall(world);
}

async function nextCall(world: World): Promise<CallRef> {
  world.later(2_000);
  const [ref] = await world.claim('c1', 1);
  if (ref === undefined) throw new Error('nothing can be claimed');
  return ref;
}

async function callBackLater({ store, nowMs }: World): Promise<void> {
  const times = onceIn('UTC', { at: nowMs + 5 * HOUR_MS, notAfter: nowMs + 9 * HOUR_MS });
  const settings = { name: 'Zoë', zone: 'UTC', agentId: null, agentAloneMs: 0, pool: null, times };
  await store.addCallback({ id: 'b1', number: phone(800), callRef: null, settings, nowMs });
}
