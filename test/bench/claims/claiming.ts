/** A process of its own that claims a campaign's contacts as the worker's dispatcher does, and takes each call to its end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import type { CallRef } from '../../../src/domain/ids.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { loadDatabase } from '../../../src/config/config.ts';
import { openStore } from '../../../src/store/sql/open-store.ts';
import type { ClaimRound } from '../../../src/store/campaigns/campaign-store.ts';
import { COMPLETED } from '../../store/contract/world.ts';
import { percentile } from '../calls/process-cost.ts';

export interface ClaimingPlan {
  /** Its URL. */
  database: string;
  campaignId: string;
  /** How many contacts are claimed. */
  claims: number;
  /** Most in one round, as the dispatcher asks for. */
  perRound: number;
  /** Calls that are live together: as many as there are agents. */
  inFlight: number;
}

/** A tenth of the claims, in their order. */
export interface Tenth {
  claims: number;
  seconds: number;
  /** Of one round of claims, until it is on the disk. */
  roundMs: { p50: number; p99: number; most: number };
  /** At its end. */
  rssMb: number;
}

export interface Claimed {
  tenths: Tenth[];
  peakRssMb: number;
}

const TENTHS = 10;
const TURN_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 5;
const COST = '0.0125';

const plan = JSON.parse(process.argv[2]!) as ClaimingPlan;
const { hold } = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const store = await openStore(loadDatabase({ DIALWRIGHT_DATABASE_URL: plan.database }));
const tenths: Tenth[] = [];
let claimed = 0;
for (let tenth = 1; tenth <= TENTHS; tenth++) {
  tenths.push(await claimUntil(Math.round((plan.claims * tenth) / TENTHS)));
}
await store.close();
const peakRssMb = (process.resourceUsage().maxRSS * 1_024) / 1e6;
const report: Claimed = { tenths, peakRssMb };
process.send!(report);

async function claimUntil(most: number): Promise<Tenth> {
  const before = claimed;
  const beganAtMs = performance.now();
  const roundsMs: number[] = [];
  while (claimed < most) {
    const live: CallRef[] = [];
    while (live.length < plan.inFlight && claimed < most) {
      const askedAtMs = performance.now();
      const room = Math.min(plan.inFlight - live.length, most - claimed);
      const refs = await claimRound(Math.min(plan.perRound, room));
      roundsMs.push(performance.now() - askedAtMs);
      await store.markStarted(refs, Date.now());
      live.push(...refs);
      claimed += refs.length;
    }
    await Promise.all(live.map(followToItsEnd));
  }
  return {
    claims: claimed - before,
    seconds: (performance.now() - beganAtMs) / 1_000,
    roundMs: {
      p50: percentile(roundsMs, 0.5),
      p99: percentile(roundsMs, 0.99),
      most: percentile(roundsMs, 1),
    },
    rssMb: process.memoryUsage.rss() / 1e6,
  };
}

/** Asks again while the campaigns of other processes take their turn of the agents. */
async function claimRound(limit: number): Promise<CallRef[]> {
  const untilMs = Date.now() + TURN_WITHIN_MS;
  for (;;) {
    const round: ClaimRound = await store.claim({ id: plan.campaignId, limit, nowMs: Date.now() });
    if (round.claims.length > 0) return round.claims.map(({ ref }) => ref);
    if (Date.now() > untilMs)
      throw new Error(`nothing more to claim after ${claimed}: ${JSON.stringify(round.facts)}`);
    await sleep(AGAIN_AFTER_MS);
  }
}

/** Intent, the carrier's yes, and an end with its bill: the least that a call with a conversation writes. */
async function followToItsEnd(ref: CallRef): Promise<void> {
  const key = { ref, placement: 1 };
  const intent = await store.writeIntent(key, { nowMs: Date.now(), hold });
  if (intent.kind !== 'send') throw new Error(`${ref} is not sent: ${JSON.stringify(intent)}`);
  const nowMs = Date.now();
  const limits = { nowMs, hold, pauseAfterRefusals: 10, maxWaits: 5, retryAtMs: nowMs };
  const accepted = { kind: 'accepted', carrierCallId: randomUUID(), status: 201 } as const;
  await store.recordPlacement(key, accepted, limits);
  const ended = await store.endCall(ref, { ...COMPLETED, cost: COST }, Date.now());
  if (ended === 'outdated') throw new Error(`${ref} does not end: ${ended}`);
}
