/** Compares the carrier's call records with our calls. The comparison is stored first and applied after that. */
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
import { showOrError } from '../calls/show-or-error.ts';
import type { ActivityDeps } from '../deps.ts';

export interface RecordsCompared {
  records: number;
  settled: number;
  identified: number;
}

/** Costs settled in one transaction. */
const SETTLED_AT_ONCE = 200;

/**
 * Requests a reconciliation of the last `spanMs`, for the schedule. A repeat with the same `atMs` requests no other one.
 * @param atMs the time of the schedule's run
 */
export async function askForReconciliation(
  { store, client, nowMs }: ActivityDeps,
  atMs: number,
  spanMs: number,
): Promise<ReconciliationId> {
  const id = `${RECONCILIATION_SCHEDULE_ID}-${atMs.toString(36)}`;
  const span = { fromMs: atMs - spanMs, toMs: atMs };
  await store.openReconciliation({ id, ...span, nowMs: nowMs() });
  await startReconciliation(client, id);
  return id;
}

/**
 * Stores the comparison, then applies it. If this is killed and tried again, the report still names everything that was
 * done, and applying it again changes nothing.
 * @param mostCalls limit for our own calls in one comparison; more need shorter spans
 */
export async function reconcileRecords(
  deps: ActivityDeps,
  id: ReconciliationId,
  mostCalls = MOST_RECORDS,
): Promise<RecordsCompared> {
  const { store, nowMs } = deps;
  const known = await store.reconciliation(id);
  if (known.state === 'open' && known.report === null) {
    await failingForGood(() => compare(deps, id, known, mostCalls));
  }
  const effects = await store.effectsToApply(id);
  const unshown = effects ? await apply(deps, effects, known.serial) : [];
  await store.endReconciliation(id, { failed: null, unshown, nowMs: nowMs() });
  const { report } = await store.reconciliation(id);
  const { settles = 0, identifies = 0 } = report?.counts ?? {};
  return { records: report?.records ?? 0, settled: settles, identified: identifies };
}

export async function failReconciliation(
  { store, nowMs }: ActivityDeps,
  id: ReconciliationId,
  why: string,
): Promise<void> {
  const isMade = (await store.reconciliation(id)).report !== null;
  const failed = isMade ? `${why}; not all of what the report says was done` : why;
  await store.endReconciliation(id, { failed, unshown: [], nowMs: nowMs() });
}

/** Reads the carrier's records of the span, compares them with our calls, and stores the comparison. */
async function compare(
  deps: ActivityDeps,
  id: ReconciliationId,
  span: Span,
  mostCalls: number,
): Promise<void> {
  const { store } = deps;
  const settings: RecordsSettings = {
    account: deps.account,
    profile: deps.carrierProfile,
    placementOf: (url) => placementOfCallbackUrl(url, deps.hookSecrets),
  };
  const { records, ...odd } = await readCallRecords(settings, span, heartbeat);
  const carrierRatio = await ratioOf(settings, span);
  const ours = await store.placementsToCompare({
    fromMs: span.fromMs,
    toMs: span.toMs,
    carrierCallIds: records.map(({ carrierCallId }) => carrierCallId),
    refs: records.flatMap(({ placement }) => (placement ? [placement.ref] : [])),
    limit: mostCalls + 1,
  });
  if (ours.length > mostCalls) throw tooManyCalls(mostCalls);
  const comparison = compareRecords(records, ours, span);
  const seizures = await store.seizures(span);
  await store.keepComparison(id, {
    report: reportOf(comparison, { ...odd, seizures, carrierRatio }),
    effects: effectsOf(comparison),
  });
}

/** A failure does not end the comparison, because costs can be compared without the ratio. */
async function ratioOf(settings: RecordsSettings, span: Span): Promise<CarrierRatio> {
  try {
    return await readSeizureRatio(settings, span);
  } catch (error) {
    if (error instanceof CarrierError || error instanceof CarrierInputError) {
      return { why: error.message };
    }
    throw error;
  }
}

/** @returns the ids of calls that GET does not show, so that no call of ours was identified by them */
async function apply(
  deps: ActivityDeps,
  { settle, identify }: RecordEffects,
  serial: number,
): Promise<string[]> {
  const { store, nowMs } = deps;
  for (let from = 0; from < settle.length; from += SETTLED_AT_ONCE) {
    const some = settle.slice(from, from + SETTLED_AT_ONCE);
    await store.settleByRecords(some, { serial, nowMs: nowMs() });
    heartbeat();
  }
  return identifyCalls(deps, identify, serial);
}

async function identifyCalls(
  deps: ActivityDeps,
  identify: RecordEffects['identify'],
  serial: number,
): Promise<string[]> {
  const { store, client, carrier, nowMs } = deps;
  const unshown: string[] = [];
  const failures: CarrierError[] = [];
  const freed = new Set<CampaignId>();
  for (const found of identify) {
    const shown = await showOrError(carrier, found.carrierCallId);
    if (shown instanceof CarrierError && !isOfAnotherCall(shown)) failures.push(shown);
    else if (!(shown instanceof CarrierError) && shown.kind === 'call') {
      for (const id of await bind(deps, { ...found, serial }, shown)) freed.add(id);
    } else {
      await store.noteUnshownRecord(found, nowMs());
      unshown.push(found.carrierCallId);
    }
    heartbeat();
  }
  for (const campaignId of freed) await wakeCampaign(client, campaignId);
  // A failed GET is retried later, so that the other calls need not wait for it.
  const [failure] = failures;
  if (failure) throw failure;
  return unshown;
}

/** Whether GET showed another call, or one without an id: then there is no such call. */
const isOfAnotherCall = ({ code }: CarrierError): boolean =>
  code === 'mismatch' || code === 'unreadable';

async function bind(
  deps: ActivityDeps,
  { ref, placement, ...record }: RecordEffects['identify'][number] & { serial: number },
  { status }: ShownCall & { kind: 'call' },
): Promise<CampaignId[]> {
  // GET outweighs the record: a call that is live in GET is followed, and keeps its agent and number.
  const ended = status !== undefined && !isTerminalState(status) ? null : record.ended;
  const identity = { ...record, ended, nowMs: deps.nowMs() };
  const { bound, freed } = await deps.store.identifyByRecord({ ref, placement }, identity);
  // The call's workflow, waiting or closed, then reads the end and the cost by GET.
  if (bound) await pokeCall(deps, ref);
  return freed;
}

const heartbeat = () => Context.current().heartbeat();

/** Marks faults that a retry cannot fix as not retryable. */
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
