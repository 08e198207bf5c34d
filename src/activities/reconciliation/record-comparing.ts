/** The carrier's call records, compared with our books: the comparison is kept first, then it has its effects. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import {
  MOST_RECORDS,
  readCallRecords,
  readSeizureRatio,
  type RecordsSettings,
} from '../../carrier/reconciliation/call-records.ts';
import type { ShownCall } from '../../carrier/client.ts';
import { CarrierError, CarrierInputError } from '../../carrier/http/errors.ts';
import { placementOfCallbackUrl } from '../../carrier/calls/tokens.ts';
import { isTerminalState } from '../../domain/calls/call-state.ts';
import {
  RECONCILIATION_SCHEDULE_ID,
  type CampaignId,
  type ReconciliationId,
} from '../../domain/ids.ts';
import { reportOf, type CarrierRatio } from '../../domain/reconciliation/reconciliation-report.ts';
import {
  compareRecords,
  effectsOf,
  type RecordEffects,
  type Span,
} from '../../domain/reconciliation/reconciliation.ts';
import { pokeCall, startReconciliation, wakeCampaign } from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';

export interface RecordsCompared {
  records: number;
  settled: number;
  identified: number;
}

/** In one transaction. */
const SETTLED_AT_ONCE = 200;

/** @param most of our own calls are compared at once; more are asked for in shorter spans */
export function recordComparingActivities(deps: ActivityDeps, most = { calls: MOST_RECORDS }) {
  const { store, client, nowMs } = deps;
  const settings: RecordsSettings = {
    account: deps.account,
    profile: deps.carrierProfile,
    placementOf: (url) => placementOfCallbackUrl(url, deps.hookSecrets),
  };
  const tick = () => Context.current().heartbeat();

  async function find(id: ReconciliationId, span: Span): Promise<void> {
    const { records, ...odd } = await readCallRecords(settings, span, tick);
    const carrierRatio = await ratioOf(span);
    const carrierCallIds = records.map(({ carrierCallId }) => carrierCallId);
    const refs = records.flatMap(({ placement }) => (placement ? [placement.ref] : []));
    const { fromMs, toMs } = span;
    const limit = most.calls + 1;
    const wanted = { fromMs, toMs, carrierCallIds, refs, limit };
    const ours = await store.placementsToCompare(wanted);
    if (ours.length > most.calls) throw tooManyCalls(most.calls);
    const comparison = compareRecords(records, ours, span);
    const seizures = await store.seizures(span);
    await store.keepComparison(id, {
      report: reportOf(comparison, { ...odd, seizures, carrierRatio }),
      effects: effectsOf(comparison),
    });
  }

  /** A ratio that cannot be had is no reason to leave the costs. */
  async function ratioOf(span: Span): Promise<CarrierRatio> {
    try {
      return await readSeizureRatio(settings, span);
    } catch (error) {
      if (error instanceof CarrierError || error instanceof CarrierInputError) {
        return { why: error.message };
      }
      throw error;
    }
  }

  /** @returns the ids that GET does not show: nothing was bound to them */
  async function apply({ settle, identify }: RecordEffects, serial: number): Promise<string[]> {
    for (let from = 0; from < settle.length; from += SETTLED_AT_ONCE) {
      const some = settle.slice(from, from + SETTLED_AT_ONCE);
      await store.settleByRecords(some, { serial, nowMs: nowMs() });
      tick();
    }
    const unshown: string[] = [];
    const failures: CarrierError[] = [];
    const freed = new Set<CampaignId>();
    for (const found of identify) {
      const shown = await shownOrFault(found.carrierCallId);
      if (shown instanceof CarrierError) failures.push(shown);
      else if (shown.kind === 'call') {
        for (const campaignId of await bind({ ...found, serial }, shown)) freed.add(campaignId);
      } else {
        await store.noteUnshownRecord(found, nowMs());
        unshown.push(found.carrierCallId);
      }
      tick();
    }
    for (const campaignId of freed) await wakeCampaign(client, campaignId);
    // The others are not kept waiting for one that GET cannot be had of.
    const [failure] = failures;
    if (failure) throw failure;
    return unshown;
  }

  /** What speaks of no such call counts as none; a GET that tells nothing is a fault, and made again. */
  async function shownOrFault(carrierCallId: string): Promise<ShownCall | CarrierError> {
    try {
      return await deps.carrier.show(carrierCallId);
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      const isOther = error.code === 'mismatch' || error.code === 'unreadable';
      return isOther ? { kind: 'not-found' } : error;
    }
  }

  async function bind(
    { ref, placement, ...record }: RecordEffects['identify'][number] & { serial: number },
    { status }: ShownCall & { kind: 'call' },
  ): Promise<CampaignId[]> {
    // GET outweighs the record: what it shows as live is followed, and keeps what it holds.
    const ended = status !== undefined && !isTerminalState(status) ? null : record.ended;
    const identity = { ...record, ended, nowMs: nowMs() };
    const { bound, freed } = await store.identifyByRecord({ ref, placement }, identity);
    // Its workflow, waiting for a sign or closed, then hears GET's own word of the end and the cost.
    if (bound) await pokeCall(deps, ref);
    return freed;
  }

  return {
    /**
     * The schedule's turn: asks for one over the last `spanMs`. The same instant gives the same one.
     * @param atMs when the turn came
     */
    async askForReconciliation(atMs: number, spanMs: number): Promise<ReconciliationId> {
      const id = `${RECONCILIATION_SCHEDULE_ID}-${atMs.toString(36)}`;
      const span = { fromMs: atMs - spanMs, toMs: atMs };
      await store.openReconciliation({ id, ...span, nowMs: nowMs() });
      await startReconciliation(client, id);
      return id;
    },

    /**
     * What is found is kept before any of it has an effect: killed and tried again, the report still tells of
     * all that was done, and doing it again changes nothing.
     */
    async reconcileRecords(id: ReconciliationId): Promise<RecordsCompared> {
      const known = await store.reconciliation(id);
      if (known.state === 'open' && known.report === null)
        await failingForGood(() => find(id, known));
      const effects = await store.effectsToApply(id);
      const unshown = effects ? await apply(effects, known.serial) : [];
      await store.endReconciliation(id, { failed: null, unshown, nowMs: nowMs() });
      const { report } = await store.reconciliation(id);
      const { settles = 0, identifies = 0 } = report?.counts ?? {};
      return { records: report?.records ?? 0, settled: settles, identified: identifies };
    },

    async failReconciliation(id: ReconciliationId, why: string): Promise<void> {
      const isMade = (await store.reconciliation(id)).report !== null;
      const failed = isMade ? `${why}; not all of what the report says was done` : why;
      await store.endReconciliation(id, { failed, unshown: [], nowMs: nowMs() });
    },
  };
}

/** What asking again cannot mend is not asked again. */
async function failingForGood<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof CarrierInputError) throw nonRetryable(error);
    if (error instanceof CarrierError && error.code === 'unreadable') throw nonRetryable(error);
    throw error;
  }
}

const tooManyCalls = (most: number): ApplicationFailure =>
  ApplicationFailure.nonRetryable(
    `more than ${most} calls of ours: choose a shorter span`,
    'TooManyCalls',
  );

const nonRetryable = (error: Error): ApplicationFailure =>
  ApplicationFailure.nonRetryable(error.message, error.name);
