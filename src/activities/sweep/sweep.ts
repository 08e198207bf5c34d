/** The sweep: finds what was left lying and sets it going again. Everything it does is harmless to repeat. */
import { Context } from '@temporalio/activity';
import type { CallbackId, CallRef } from '../../domain/ids.ts';
import { completesEvents, tellsNews, type KnownEnd } from '../../domain/calls/late-event.ts';
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

const AT_MOST = 200;

export interface SweepReport {
  started: number;
  resumed: number;
  /** Told to read their inbox. */
  told: number;
  campaigns: number;
  callbacks: number;
  /** Comparisons with the carrier's call records that were set going again. */
  reconciliations: number;
}

export function sweepActivities(deps: ActivityDeps) {
  const { store, client, timing, nowMs } = deps;

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

  /** One that cannot be healed must not keep the sweep from the others. */
  async function eachEvenIfOneFails<Item>(
    items: readonly Item[],
    heal: (item: Item) => Promise<void>,
  ): Promise<number> {
    const faults: unknown[] = [];
    await each(items, (item) => heal(item).catch((error: unknown) => void faults.push(error)));
    if (faults.length > 0) throw faults[0];
    return items.length;
  }

  const tendNow = async (id: CallbackId) => void (await syncCallback(deps, id, nowMs()));

  /**
   * Of calls that are over, those whose late events can still change something; the rest is filed. `open`: whether
   * they were taken at all was never known, so they may yet live on.
   */
  async function keepNews(late: readonly CallRef[]): Promise<{ open: CallRef[]; over: CallRef[] }> {
    const news: { open: CallRef[]; over: CallRef[] } = { open: [], over: [] };
    for (const ref of late) {
      const call = await store.call(ref);
      const known = knownEnd(call, await store.placements(ref));
      const events = await store.unrelayedEvents(ref);
      const tellsLeg = completesEvents(call.disposition, callEvents(await store.events(ref)));
      if (tellsLeg || events.some(({ name }) => tellsNews(name, known))) {
        news[known.placed === 'yes' ? 'over' : 'open'].push(ref);
      } else
        await store.markRelayed(
          events.map(({ id }) => id),
          'late',
        );
    }
    return news;
  }

  return {
    async sweep(): Promise<SweepReport> {
      const found = await store.sweep({ nowMs: nowMs(), graceMs: timing.sweepMs, limit: AT_MOST });
      const { open, over } = await keepNews(found.late);
      const told = new Set([...found.unrelayed, ...open, ...over]);
      const resumed = found.unfinished.filter((ref) => !told.has(ref));
      const report: SweepReport = {
        started: await each(found.unstarted, (ref) => startCall(deps, ref, 'claimed')),
        resumed: await each(resumed, (ref) => startCall(deps, ref, 'healing')),
        told: await each([...told], (ref) =>
          (over.includes(ref) ? startLateNewsRun : readInboxOfCall)(deps, ref),
        ),
        campaigns: await each(found.runningCampaigns, (id) => startCampaign(client, id)),
        callbacks: 0,
        reconciliations: await each(found.reconciliations, (id) => startReconciliation(client, id)),
      };
      await store.markStarted(found.unstarted, nowMs());
      if (found.holdAlert !== null) Context.current().log.error(found.holdAlert);
      await store.pruneRecordingDeliveries(nowMs());
      if (found.deskWanted) await wakeDesk(deps);
      report.callbacks = await eachEvenIfOneFails(found.callbacks, tendNow);
      return report;
    },
  };
}

function knownEnd(call: Call, placements: readonly PlacementView[]): KnownEnd {
  const { deepest, confirmed, carrierCallId } = call;
  // Whatever a person has said of it since: a POST without an answer may have been taken.
  const open = placements.some(({ state }) => state === 'unknown');
  const placed = carrierCallId !== null ? 'yes' : open ? 'unknown' : 'no';
  return { deepest, confirmed: confirmed === true, placed };
}
