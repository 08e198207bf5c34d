import { isNotPlaced, type Disposition } from '../../../../domain/calls/disposition.ts';
import { campaignWorkflowId, type CampaignId } from '../../../../domain/ids.ts';
import { blockedBy } from '../../../../domain/workflow-fault.ts';
import type { Standstill } from '../../../workflows/workflow-store.ts';
import { mayDial } from '../../../../domain/campaigns/campaign-state.ts';
import { formatMoney, MONEY_DECIMALS } from '../../../../domain/money.ts';
import type {
  CampaignMoney,
  CampaignProgress,
  ContactState,
  CampaignTotals,
} from '../../../campaigns/campaign-store.ts';
import { STORE_FAULTS, StoreUnavailable } from '../../../faults.ts';
import {
  campaignStatus,
  rememberWaiting,
  type CampaignStatus,
} from '../../steps/campaigns/campaign-facts.ts';
import { campaignRow, toCampaign } from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { standstill } from '../../steps/workflows/standstill.ts';
import { openJob } from './contact-jobs.ts';
import { spendingAlert } from '../../steps/campaigns/spending.ts';

const UNIT = 10n ** BigInt(MONEY_DECIMALS);

export async function progressOf(
  db: Database,
  id: CampaignId,
  nowMs: number,
): Promise<CampaignProgress> {
  if (!(await db.read((tx) => campaignStatus(tx, id, nowMs))).remembered) {
    await db
      .write(async (tx) => rememberWaiting(tx, id, await campaignStatus(tx, id, nowMs)))
      .catch(unlessUnavailable);
  }
  return db.read(async (tx) => {
    const status = await campaignStatus(tx, id, nowMs);
    const row = await campaignRow(tx, id);
    const groups = await callGroups(tx, id);
    return {
      campaign: toCampaign(row),
      ...(await contactTallies(tx, id)),
      calls: callTallies(groups),
      totalCost: costOf(groups),
      negativeCosts: row.negativeCosts,
      money: { ...moneyOf(groups), alert: spendingAlert(row, nowMs) },
      agentIdle: await agentIdle(tx, id),
      contactJob: await openJob(tx, id),
      waitingFor: waitingFor(db, status, blockedOf(id, await standstill(tx))),
    };
  });
}

export async function totalsOf(tx: Tx, id: CampaignId): Promise<CampaignTotals> {
  const groups = await callGroups(tx, id);
  const { total, placed, byDisposition } = callTallies(groups);
  return {
    contacts: (await contactTallies(tx, id)).contacts,
    calls: total,
    callsPlaced: placed,
    callsByDisposition: byDisposition,
    cost: costOf(groups),
  };
}

/** Progress can be read even if the store cannot write. The API then shows the write fault as the reason. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function waitingFor(
  { writeFault }: Database,
  { facts, next, waitingSinceMs }: CampaignStatus,
  blocked: CampaignProgress['waitingFor'],
): CampaignProgress['waitingFor'] {
  if (writeFault !== null && mayDial(facts.state)) {
    const { fault, sinceMs } = writeFault;
    return { reason: 'store', text: STORE_FAULTS[fault], untilMs: null, sinceMs };
  }
  const needsWorkflow = mayDial(facts.state) || facts.state === 'scheduled';
  if (blocked !== null && needsWorkflow) return blocked;
  if (next.kind !== 'wait' || waitingSinceMs === null) return null;
  return { ...next.waitingFor, sinceMs: waitingSinceMs };
}

const blockedOf = (
  id: CampaignId,
  { workflows, away }: Standstill,
): CampaignProgress['waitingFor'] =>
  blockedBy([campaignWorkflowId(id)], workflows) ?? (away && { ...away, untilMs: null });

async function contactTallies(
  tx: Tx,
  id: CampaignId,
): Promise<
  Pick<CampaignProgress, 'contacts' | 'contactsByDisposition' | 'contactsByLastDisposition'>
> {
  const contacts: Record<ContactState, number> = { due: 0, claimed: 0, final: 0, locked: 0 };
  const contactsByDisposition: Partial<Record<Disposition, number>> = {};
  const contactsByLastDisposition: Partial<Record<Disposition, number>> = {};
  const groups = await tx.all<{
    state: ContactState;
    disposition: Disposition | null;
    count: number;
  }>(
    `SELECT state, nullif(disposition, '') AS disposition, contacts AS count FROM contact_counts
     WHERE campaign_id = :id AND contacts > 0`,
    { id },
  );
  for (const { state, disposition, count } of groups) {
    contacts[state] += count;
    if (disposition === null) continue;
    addTo(contactsByLastDisposition, disposition, count);
    const over = state === 'final' || state === 'locked';
    if (over) addTo(contactsByDisposition, disposition, count);
  }
  return { contacts, contactsByDisposition, contactsByLastDisposition };
}

interface CallGroup {
  state: string;
  disposition: Disposition | null;
  settlement: string;
  recording: string;
  placed: 0 | 1;
  calls: number;
  costWhole: string;
  costRest: string;
  reservedWhole: string;
  reservedRest: string;
}

/** Read once for all counts and sums, because changes that are not folded yet are added with each reading. */
const callGroups = (tx: Tx, id: CampaignId): Promise<CallGroup[]> =>
  tx.all<CallGroup>(
    `SELECT state, nullif(disposition, '') AS disposition, settlement, recording, placed, calls,
            CAST(cost_whole AS TEXT) AS cost_whole, CAST(cost_rest AS TEXT) AS cost_rest,
            CAST(reserved_whole AS TEXT) AS reserved_whole, CAST(reserved_rest AS TEXT) AS reserved_rest
     FROM call_counts WHERE campaign_id = :id AND calls > 0`,
    { id },
  );

function addTo(tally: Partial<Record<string, number>>, key: string, count: number): void {
  tally[key] = (tally[key] ?? 0) + count;
}

function callTallies(groups: readonly CallGroup[]): CampaignProgress['calls'] {
  const tallies: CampaignProgress['calls'] = {
    total: 0,
    placed: 0,
    byState: {},
    byDisposition: {},
    bySettlement: {},
    byRecording: {},
  };
  for (const { state, disposition, settlement, recording, placed, calls: count } of groups) {
    tallies.total += count;
    if (placed === 1 && (disposition === null || !isNotPlaced(disposition)))
      tallies.placed += count;
    addTo(tallies.byState, state, count);
    if (disposition !== null) addTo(tallies.byDisposition, disposition, count);
    addTo(tallies.bySettlement, settlement, count);
    addTo(tallies.byRecording, recording, count);
  }
  return tallies;
}

export async function totalCost(tx: Tx, id: CampaignId): Promise<string> {
  const { whole, rest } = (await tx.get<{ whole: string; rest: string }>(
    `SELECT CAST(coalesce(sum(cost_whole), 0) AS TEXT) AS whole,
            CAST(coalesce(sum(cost_rest), 0) AS TEXT) AS rest
     FROM call_counts WHERE campaign_id = :id`,
    { id },
  ))!;
  return formatMoney(unitsOf(whole, rest));
}

/** Whole units and fractions are summed separately. Both are integers. */
export const unitsOf = (whole: string, rest: string): bigint => BigInt(whole) * UNIT + BigInt(rest);

type Settling = 'settled' | 'pending' | 'never-settled';

/** Undefined: nothing to settle. */
function settlingOf({ state, disposition, settlement, placed }: CallGroup): Settling | undefined {
  if (settlement === 'settled') return 'settled';
  if (settlement === 'unsettled' || (state === 'ended' && disposition === 'unknown'))
    return 'never-settled';
  return settlement === 'open' || (state !== 'ended' && placed === 1) ? 'pending' : undefined;
}

const costOf = (groups: readonly CallGroup[]): string =>
  formatMoney(sumOf(groups, (group) => unitsOf(group.costWhole, group.costRest)));

function moneyOf(
  groups: readonly CallGroup[],
): Pick<CampaignMoney, 'settled' | 'pending' | 'neverSettled'> {
  const of = (settling: Settling) => groups.filter((group) => settlingOf(group) === settling);
  const countOf = (some: readonly CallGroup[]) => some.reduce((sum, { calls }) => sum + calls, 0);
  const setAside = (some: readonly CallGroup[]) => ({
    calls: countOf(some),
    setAside: formatMoney(sumOf(some, (group) => unitsOf(group.reservedWhole, group.reservedRest))),
  });
  const settled = of('settled');
  return {
    settled: { calls: countOf(settled), amount: costOf(settled) },
    pending: setAside(of('pending')),
    neverSettled: setAside(of('never-settled')),
  };
}

const sumOf = (groups: readonly CallGroup[], units: (group: CallGroup) => bigint): bigint =>
  groups.reduce((sum, group) => sum + units(group), 0n);

/** The newest calls only, because idle times of last week say little about today. */
const IDLE_OF_LAST = 1_000;
/** Most scanned calls. Calls without an idle time, such as those of agents with several calls, are skipped. */
const IDLE_SCANNED = 5_000;

async function agentIdle(tx: Tx, id: CampaignId): Promise<CampaignProgress['agentIdle']> {
  const idles = (
    await tx.all<{ idleMs: number }>(
      `SELECT CASE WHEN placed_at_ms > ready_at_ms THEN placed_at_ms - ready_at_ms ELSE 0 END AS idle_ms FROM (
         SELECT id, placement, placed_at_ms, ready_at_ms FROM calls
         WHERE campaign_id = :id ORDER BY id DESC LIMIT :most) AS newest
       WHERE placement = 1 AND placed_at_ms IS NOT NULL AND ready_at_ms IS NOT NULL
       ORDER BY id DESC LIMIT :last`,
      { id, last: IDLE_OF_LAST, most: IDLE_SCANNED },
    )
  )
    .map(({ idleMs }) => idleMs)
    .toSorted((one, other) => one - other);
  if (idles.length === 0) return null;
  const at = (share: number) => idles[Math.ceil(idles.length * share) - 1]!;
  const meanMs = Math.round(idles.reduce((sum, idle) => sum + idle, 0) / idles.length);
  return { calls: idles.length, meanMs, p50Ms: at(0.5), p95Ms: at(0.95) };
}
