/** The carrier's call records, compared with our books: the comparison is kept first, then it has its effects. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import {
  readCallRecords,
  readSeizureRatio,
  type RecordsSettings,
} from '../carrier/call-records.ts';
import { CarrierError, CarrierInputError } from '../carrier/errors.ts';
import { placementOfCallbackUrl } from '../carrier/tokens.ts';
import {
  RECONCILIATION_SCHEDULE_ID,
  type CampaignId,
  type ReconciliationId,
} from '../domain/ids.ts';
import { reportOf, type CarrierRatio } from '../domain/reconciliation-report.ts';
import {
  compareRecords,
  effectsOf,
  type RecordEffects,
  type Span,
} from '../domain/reconciliation.ts';
import { readInboxOfCall, startReconciliation, wakeCampaign } from './call-starter.ts';
import type { ActivityDeps } from './deps.ts';

export interface RecordsCompared {
  records: number;
  settled: number;
  identified: number;
}

/** In one transaction. */
const SETTLED_AT_ONCE = 200;

export function recordComparingActivities(deps: ActivityDeps) {
  const { store, client, nowMs } = deps;
  const settings: RecordsSettings = {
    account: deps.account,
    profile: deps.carrierProfile,
    placementOf: (url) => placementOfCallbackUrl(url, deps.hookSecrets),
  };
  const tick = () => Context.current().heartbeat();

  async function find(id: ReconciliationId, span: Span): Promise<void> {
    const { records, unreadable } = await readCallRecords(settings, span, tick);
    const carrierRatio = await ratioOf(span);
    const carrierCallIds = records.map(({ carrierCallId }) => carrierCallId);
    const refs = records.flatMap(({ placement }) => (placement ? [placement.ref] : []));
    const { fromMs, toMs } = span;
    const ours = await store.placementsToCompare({ fromMs, toMs, carrierCallIds, refs });
    const comparison = compareRecords(records, ours, span);
    const seizures = await store.seizures(span);
    await store.keepComparison(id, {
      report: reportOf(comparison, { unreadable, seizures, carrierRatio }),
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

  async function apply({ settle, identify }: RecordEffects): Promise<void> {
    for (let from = 0; from < settle.length; from += SETTLED_AT_ONCE) {
      await store.settleByRecords(settle.slice(from, from + SETTLED_AT_ONCE), nowMs());
      tick();
    }
    const freed = new Set<CampaignId>();
    for (const { ref, placement, ...record } of identify) {
      const found = await store.identifyByRecord({ ref, placement }, { ...record, nowMs: nowMs() });
      // Its workflow hears GET's own word of the end and the cost.
      if (found.bound) await readInboxOfCall(deps, ref);
      for (const campaignId of found.freed) freed.add(campaignId);
      tick();
    }
    for (const campaignId of freed) await wakeCampaign(client, campaignId);
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
      if (effects) await apply(effects);
      await store.endReconciliation(id, { failed: null, nowMs: nowMs() });
      const { report } = await store.reconciliation(id);
      const { settles = 0, identifies = 0 } = report?.counts ?? {};
      return { records: report?.records ?? 0, settled: settles, identified: identifies };
    },

    async failReconciliation(id: ReconciliationId, why: string): Promise<void> {
      await store.endReconciliation(id, { failed: why, nowMs: nowMs() });
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

const nonRetryable = (error: Error): ApplicationFailure =>
  ApplicationFailure.nonRetryable(error.message, error.name);
