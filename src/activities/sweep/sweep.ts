/** The sweep: finds work that was left undone and starts it again. All its steps may be repeated. */
import { Context } from '@temporalio/activity';
import {
  callWorkflowId,
  campaignWorkflowId,
  type CallRef,
  type CampaignId,
} from '../../domain/ids.ts';
import { callEventsOf, lateNews } from '../../domain/calls/late-event.ts';
import type { DueTimesCursor, SweepCursor, SweepFindings } from '../../store/sweep-store.ts';
import {
  readInboxOfCall,
  startLateEventsRun,
  startUnstarted,
  wakeCampaign,
} from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { keepRunning, unlessLeft } from './keep-running.ts';
import { keptWorkflows } from './kept-workflows.ts';
import { writeForgottenCalls } from '../restore/write-forgotten.ts';
import { syncCallback } from '../callbacks/callback-sync.ts';

/** Of each kind of work. */
const PER_PAGE = 200;
/** Requests to Temporal. Each is mostly a wait. */
const AT_ONCE = 10;
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

/** Page by page, until nothing is left. An item that fails does not keep the sweep from the others. */
export async function sweep(deps: ActivityDeps): Promise<SweepReport> {
  const { store, timing, nowMs } = deps;
  // One instant for all pages: what a page returned must not be due again on a later page.
  const bounds = { nowMs: nowMs(), graceMs: timing.sweepMs, limit: PER_PAGE };
  const untilMs = bounds.nowMs + LONGEST_MS;
  const sum = { ...NOTHING };
  const faults = new Faults();
  const kept = keptWorkflows(deps);
  const { clockSet, setBack } = await store.mendTimes({
    nowMs: bounds.nowMs,
    sweepMs: timing.sweepMs,
  });
  if (setBack) await mendDueTimes(deps, bounds.nowMs);
  await store.pruneRecordingDeliveries(bounds.nowMs);
  while ((await store.foldTallies({ atLeast: 1 })) > 0) Context.current().heartbeat();
  await writeForgottenCalls(deps, () => Context.current().heartbeat());
  await pruneEvents(deps, bounds.nowMs);
  while ((await store.sealDecisions(bounds.nowMs)) > 0) Context.current().heartbeat();
  let isDeskAwake = false;
  let after: SweepCursor | undefined;
  do {
    const found = await store.sweep({ ...bounds, after });
    if (found.holdAlert !== null) Context.current().log.error(found.holdAlert);
    if (found.deskWanted && !isDeskAwake) {
      const { workflowId, start } = kept.recordingDesk();
      await unlessLeft(deps, workflowId, start);
    }
    isDeskAwake ||= found.deskWanted;
    const page = await startAgain(deps, found, { faults, clockSet });
    for (const kind of KINDS) sum[kind] += page[kind];
    after = found.next;
  } while (after !== undefined && nowMs() < untilMs);
  const endpoints = await store.enabledEndpoints();
  await eachInto(faults)(endpoints, (id) => keepRunning(deps, kept.endpoint(id)));
  faults.throwFirst();
  return sum;
}

/** Of every contact that is not over yet, in short transactions. */
async function mendDueTimes({ store }: ActivityDeps, nowMs: number): Promise<void> {
  let after: DueTimesCursor | undefined;
  do {
    after = await store.mendDueTimes({ nowMs, after });
    Context.current().heartbeat();
  } while (after !== undefined);
}

/** A day's events may be a million, so one sweep deletes only some of them. */
const MOST_PRUNED_BATCHES = 100;

async function pruneEvents({ store, eventsKeptMs }: ActivityDeps, nowMs: number): Promise<void> {
  const olderThanMs = nowMs - eventsKeptMs;
  for (let batch = 0; batch < MOST_PRUNED_BATCHES; batch++) {
    if ((await store.pruneOutbox({ olderThanMs })) === 0) return;
    Context.current().heartbeat();
  }
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

/** More faults than these are not of single items: the sweep ends with them, and Temporal repeats it. */
const MOST_FAULTS = 20;

class Faults {
  readonly #faults: unknown[] = [];

  add(fault: unknown): void {
    this.#faults.push(fault);
    if (this.#faults.length >= MOST_FAULTS) this.throwFirst();
  }

  throwFirst(): void {
    if (this.#faults.length > 0) throw this.#faults[0];
  }
}

async function startAgain(
  deps: ActivityDeps,
  found: SweepFindings,
  { faults, clockSet }: { faults: Faults; clockSet: boolean },
): Promise<SweepReport> {
  const { store, nowMs } = deps;
  const kept = keptWorkflows(deps);
  const { open, over } = await keepNews(store, found.late);
  const signalled = new Set([...found.unrelayed, ...open, ...over]);
  const resumed = found.unfinished.filter((ref) => !signalled.has(ref));
  const each = eachInto(faults);
  const started = await each(found.unstarted, (ref) => startUnstarted(deps, ref));
  await store.markStarted(started, nowMs());
  const done = {
    resumed: await each(resumed, (ref) => keepRunning(deps, kept.call(ref))),
    signalled: await each([...signalled], (ref) =>
      unlessLeft(deps, callWorkflowId(ref), () =>
        (over.includes(ref) ? startLateEventsRun : readInboxOfCall)(deps, ref),
      ),
    ),
    campaigns: await each(found.runningCampaigns, (id) =>
      // Their timers were set by the clock as it was.
      clockSet ? wake(deps, id) : keepRunning(deps, kept.campaign(id)),
    ),
    reconciliations: await each(found.reconciliations, (id) =>
      keepRunning(deps, kept.reconciliation(id)),
    ),
    callbacks: await each(found.callbacks, async (id) => {
      await syncCallback(deps, id, nowMs());
    }),
  };
  return {
    started: started.length,
    resumed: done.resumed.length,
    signalled: done.signalled.length,
    campaigns: done.campaigns.length,
    callbacks: done.callbacks.length,
    reconciliations: done.reconciliations.length,
  };
}

const wake = (deps: ActivityDeps, id: CampaignId): Promise<void> =>
  unlessLeft(deps, campaignWorkflowId(id), () => wakeCampaign(deps.client, id));

/** Returns a loop that gives the items which did not fail. */
const eachInto =
  (faults: Faults) =>
  async <Item>(
    items: readonly Item[],
    startItem: (item: Item) => Promise<unknown>,
  ): Promise<Item[]> => {
    const done: Item[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const some = items.slice(from, from + AT_ONCE);
      const outcomes = await Promise.allSettled(some.map(startItem));
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') done.push(some[index]!);
        else faults.add(outcome.reason);
      }
      Context.current().heartbeat();
    }
    return done;
  };

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
    Context.current().heartbeat();
    const { call, events: stored } = await store.evidence(ref);
    const placements = await store.placements(ref);
    const kind = lateNews({ call, placements, events: callEventsOf(stored) });
    if (kind === 'none') {
      const ids = stored.filter(({ relayed }) => !relayed).map(({ id }) => id);
      await store.markRelayed(ref, ids, 'late');
    } else news[kind].push(ref);
  }
  return news;
}
