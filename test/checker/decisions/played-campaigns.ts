/** Two campaigns on a store, played by hand: several zones, a redial, refusals, a hold with its probe, an edit of the policy. */
import type { CallRef } from '../../../src/domain/ids.ts';
import { DEFAULT_POLICY } from '../../../src/domain/campaigns/policy.ts';
import { phone, UNREACHED, type World } from '../../store/contract/world.ts';

const HOUR_MS = 3_600_000;

/** From 2027-01-15 08:00 UTC, a Friday. */
export async function playCampaigns(world: World): Promise<void> {
  const { store } = world;
  await store.putSuppressionList({ id: 'own', name: 'own', nowMs: world.nowMs });
  await store.suppress({ list: 'own', numbers: [phone(9)], untilMs: null, nowMs: world.nowMs });
  await world.agents('a1', 'a2', 'a3');
  await world.limit({ maxLiveCalls: 5 });
  await world.draft('c1', {
    deadlineAtMs: world.nowMs + 24 * HOUR_MS,
    maxLiveCalls: 2,
    zone: 'Europe/Paris',
    window: {
      hours: [{ weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1200 }],
      closedDates: ['2027-01-01'],
      ringMarginMs: 120_000,
    },
    caps: { perDay: 2, rolling: [], leastGapMs: 1_000 },
    suppressionLists: ['own'],
    callsPerSecond: 2,
    budget: { total: '10', perDay: '5', reservePerCall: '0.2', alertAt: 0.8 },
  });
  await world.add('c1', [
    { ...contact(1, ['Europe/Athens']), area: IN_GREECE },
    contact(2, null),
    contact(3, ['Africa/Lagos', 'Europe/Athens']),
  ]);
  await world.move('c1', 'start');
  world.later(1_000);
  const [first, second] = await world.claim('c1', 2);
  await world.live(first!);
  world.later(600);
  await world.live(second!);
  world.later(20_000);
  await world.end(first!, UNREACHED);
  await world.end(second!, { cost: '0.05' });
  await edit(world);
  world.later(HOUR_MS);
  await refusedThenTaken(world);
  world.later(HOUR_MS);
  await otherCampaign(world);
}

/** Its address and its number are in different countries with the same clock. */
const IN_GREECE = {
  release: 'libphonenumber 9.0.35',
  sources: [
    { from: 'country' as const, areas: ['CY'], zones: ['Asia/Nicosia'] },
    { from: 'number' as const, areas: ['GR'], zones: ['Europe/Athens'] },
  ],
};

const contact = (n: number, zones: string[] | null) => ({
  number: phone(n),
  rowKey: null,
  name: null,
  zones,
  zoneSource: zones === null ? ('campaign' as const) : ('row' as const),
});

async function edit(world: World): Promise<void> {
  await world.store.editCampaign({
    id: 'c1',
    change: (known) => ({ ...known, policy: { ...known.policy, weight: 2 } }),
    nowMs: world.nowMs,
  });
}

/** The redial of the first contact and the third contact: one is refused, the other waits for the hold and is its probe. */
async function refusedThenTaken(world: World): Promise<void> {
  const [one, other] = await world.claim('c1', 2);
  await world.refuse(await world.placing(one!), 402);
  await world.intent({ ref: other!, placement: 1 });
  world.later(5_000);
  const [probe] = await world.claim('c1', 1);
  await liveAndOver(world, probe!);
  world.later(5_000);
  for (const ref of await world.claim('c1', 2)) {
    await liveAndOver(world, ref);
    world.later(5_000);
  }
}

async function liveAndOver(world: World, ref: CallRef): Promise<void> {
  const key = await world.placing(ref);
  world.later(200);
  await world.accept(key);
  world.later(10_000);
  await world.end(ref, { cost: '0.05' });
}

/** At any time, all lists, no budget, a rolling cap, with a consent. */
async function otherCampaign(world: World): Promise<void> {
  const caps = { perDay: null, rolling: [{ days: 7, most: 1 }], leastGapMs: 0 };
  const consent = { needed: 'prior-consent', purpose: 'offers' } as const;
  const granted = {
    kind: 'granted',
    purpose: 'offers',
    atMs: world.nowMs,
    expiresAtMs: null,
  } as const;
  const unsaid = { source: null, textVersion: null, proof: null };
  await world.store.recordConsents({
    consents: [{ number: phone(5), ...granted, ...unsaid }],
    nowMs: world.nowMs,
  });
  const rules = { ...DEFAULT_POLICY, caps, consent, zone: 'America/New_York' };
  await world.campaign('c2', [phone(5)], rules);
  const [ref] = await world.claim('c2');
  const key = await world.placing(ref!);
  await world.refuse(key, 429);
  world.later(2_000);
  const again = await world.placing(ref!, 2);
  await world.accept(again);
  world.later(10_000);
  await world.end(ref!);
}
