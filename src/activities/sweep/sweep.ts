/** The sweep: finds work that was left undone and starts it again. All its steps may be repeated. */
import { Context } from '@temporalio/activity';
import type { CallRef } from '../../domain/ids.ts';
import { completesEvents, canStillChange, type KnownEnd } from '../../domain/calls/late-event.ts';
import type { SweepCursor, SweepFindings } from '../../store/sweep-store.ts';
import type { Call, PlacementView } from '../../store/calls/call-store.ts';
import {
  readInboxOfCall,
  startCall,
  startCampaign,
  startReconciliation,
  startLateNewsRun,
  wakeDesk,
} from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { callEvents } from '../calls/call-endings.ts';
import { syncCallback } from '../callbacks/callback-sync.ts';

/** Of each kind of work. */
const PER_PAGE = 200;
/** Less than the activity's time-out. The next sweep does what is left then. */
const LONGEST_MS = 4 * 60_000;

export interface SweepReport {
  started: number;
  resumed: number;
  /** Number of calls that were signalled to read their inbox. */
  signalled: number;
  campaigns: number;
  callbacks: number;
  /** Comparisons with the carrier's call records that were started again. */
  reconciliations: number;
}

/** Page by page, until nothing is left. */
export async function sweep(deps: ActivityDeps): Promise<SweepReport> {
  const { store, timing, nowMs } = deps;
  const sum = { ...NOTHING };
  const faults: unknown[] = [];
  const untilMs = nowMs() + LONGEST_MS;
  let after: SweepCursor | undefined;
  do {
    const bounds = { nowMs: nowMs(), graceMs: timing.sweepMs, limit: PER_PAGE };
    const found = await store.sweep({ ...bounds, after });
    const page = await startAgain(deps, found, faults);
    for (const kind of KINDS) sum[kind] += page[kind];
    after = found.next;
  } while (after !== undefined && nowMs() < untilMs);
  if (faults.length > 0) throw faults[0];
  return sum;
}

const NOTHING: SweepReport = {
  started: 0,
  resumed: 0,
  signalled: 0,
  campaigns: 0,
  callbacks: 0,
  reconciliations: 0,
};
const KINDS = Object.keys(NOTHING) as (keyof SweepReport)[];

/** @param faults of callbacks: one that fails does not keep the sweep from the others */
async function startAgain(
  deps: ActivityDeps,
  found: SweepFindings,
  faults: unknown[],
): Promise<SweepReport> {
  const { store, client, nowMs } = deps;
  const { open, over } = await keepNews(store, found.late);
  const signalled = new Set([...found.unrelayed, ...open, ...over]);
  const resumed = found.unfinished.filter((ref) => !signalled.has(ref));
  const report: SweepReport = {
    started: await each(found.unstarted, (ref) => startCall(deps, ref, 'claimed')),
    resumed: await each(resumed, (ref) => startCall(deps, ref, 'healing')),
    signalled: await each([...signalled], (ref) =>
      (over.includes(ref) ? startLateNewsRun : readInboxOfCall)(deps, ref),
    ),
    campaigns: await each(found.runningCampaigns, (id) => startCampaign(client, id)),
    callbacks: await each(found.callbacks, (id) =>
      syncCallback(deps, id, nowMs()).then(
        () => undefined,
        (error: unknown) => void faults.push(error),
      ),
    ),
    reconciliations: await each(found.reconciliations, (id) => startReconciliation(client, id)),
  };
  await store.markStarted(found.unstarted, nowMs());
  if (found.holdAlert !== null) Context.current().log.error(found.holdAlert);
  await store.pruneRecordingDeliveries(nowMs());
  if (found.deskWanted) await wakeDesk(deps);
  return report;
}

async function each<Item>(
  items: readonly Item[],
  heal: (item: Item) => Promise<void>,
): Promise<number> {
  for (const item of items) {
    await heal(item);
    Context.current().heartbeat();
  }
  return items.length;
}

/**
 * Returns the calls whose late events can still change something, and marks all other late events as relayed. `open`: it
 * is unknown whether the carrier accepted the call, so the call may still be live.
 */
async function keepNews(
  store: ActivityDeps['store'],
  late: readonly CallRef[],
): Promise<{ open: CallRef[]; over: CallRef[] }> {
  const news: { open: CallRef[]; over: CallRef[] } = { open: [], over: [] };
  for (const ref of late) {
    const { call, events: stored } = await store.evidence(ref);
    const known = knownEnd(call, await store.placements(ref));
    const events = stored.filter(({ relayed }) => !relayed);
    const completesLeg = completesEvents(call.disposition, callEvents(stored));
    if (completesLeg || events.some(({ name }) => canStillChange(name, known))) {
      news[known.placed === 'yes' ? 'over' : 'open'].push(ref);
    } else {
      await store.markRelayed(
        events.map(({ id }) => id),
        'late',
      );
    }
  }
  return news;
}

function knownEnd(call: Call, placements: readonly PlacementView[]): KnownEnd {
  const { deepest, confirmed, carrierCallId } = call;
  // A POST without an answer may have been accepted, even if a person has closed the call since.
  const open = placements.some(({ state }) => state === 'unknown');
  const placed = carrierCallId !== null ? 'yes' : open ? 'unknown' : 'no';
  return { deepest, confirmed: confirmed === true, placed };
}
