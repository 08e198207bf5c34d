import type { Disposition } from '../../../../domain/calls/disposition.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { mayDial } from '../../../../domain/campaigns/campaign-state.ts';
import { formatMoney, MONEY_DECIMALS } from '../../../../domain/money.ts';
import type {
  CampaignMoney,
  CampaignProgress,
  ContactState,
} from '../../../campaigns/campaign-store.ts';
import { STORE_FAULTS, StoreUnavailable } from '../../../store.ts';
import {
  campaignStanding,
  rememberWaiting,
  type Standing,
} from '../../steps/campaigns/campaign-facts.ts';
import { campaignRow, toCampaign } from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { openJob } from './contact-jobs.ts';
import { standingAlert } from '../../steps/campaigns/spending.ts';

const UNIT = 10n ** BigInt(MONEY_DECIMALS);

export async function progressOf(
  db: Database,
  id: CampaignId,
  nowMs: number,
): Promise<CampaignProgress> {
  if (!(await db.read((tx) => campaignStanding(tx, id, nowMs))).remembered) {
    await db
      .write(async (tx) => rememberWaiting(tx, id, await campaignStanding(tx, id, nowMs)))
      .catch(unlessUnavailable);
  }
  return db.read(async (tx) => {
    const standing = await campaignStanding(tx, id, nowMs);
    const row = await campaignRow(tx, id);
    return {
      campaign: toCampaign(row),
      ...(await contactTallies(tx, id)),
      calls: await callTallies(tx, id),
      totalCost: await totalCost(tx, id),
      negativeCosts: row.negative_costs,
      money: await moneyOf(tx, id, nowMs),
      agentIdle: await agentIdle(tx, id),
      contactJob: await openJob(tx, id),
      waitingFor: waitingFor(db, standing),
    };
  });
}

/** Progress can be read even if the store cannot write. The API then shows the write fault as the reason. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function waitingFor(
  { writeFault }: Database,
  { facts, next, waitingSinceMs }: Standing,
): CampaignProgress['waitingFor'] {
  if (writeFault !== null && mayDial(facts.state)) {
    const { fault, sinceMs } = writeFault;
    return { reason: 'store', text: STORE_FAULTS[fault], untilMs: null, sinceMs };
  }
  if (next.kind !== 'wait' || waitingSinceMs === null) return null;
  return { ...next.waitingFor, sinceMs: waitingSinceMs };
}

async function contactTallies(
  tx: Tx,
  id: CampaignId,
): Promise<Pick<CampaignProgress, 'contacts' | 'contactsByDisposition'>> {
  const contacts: Record<ContactState, number> = { due: 0, claimed: 0, final: 0, locked: 0 };
  const contactsByDisposition: Partial<Record<Disposition, number>> = {};
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
    const over = state === 'final' || state === 'locked';
    if (over && disposition !== null) {
      contactsByDisposition[disposition] = (contactsByDisposition[disposition] ?? 0) + count;
    }
  }
  return { contacts, contactsByDisposition };
}

async function callTallies(tx: Tx, id: CampaignId): Promise<CampaignProgress['calls']> {
  const tallies: CampaignProgress['calls'] = {
    total: 0,
    byState: {},
    byDisposition: {},
    bySettlement: {},
    byRecording: {},
  };
  const groups = await tx.all<{
    state: string;
    disposition: Disposition | null;
    settlement: string;
    recording: string;
    count: number;
  }>(
    `SELECT state, nullif(disposition, '') AS disposition, settlement, recording, calls AS count
     FROM call_counts WHERE campaign_id = :id AND calls > 0`,
    { id },
  );
  const add = (tally: Record<string, number>, key: string, count: number) => {
    tally[key] = (tally[key] ?? 0) + count;
  };
  for (const { state, disposition, settlement, recording, count } of groups) {
    tallies.total += count;
    add(tallies.byState, state, count);
    if (disposition !== null) add(tallies.byDisposition, disposition, count);
    add(tallies.bySettlement, settlement, count);
    add(tallies.byRecording, recording, count);
  }
  return tallies;
}

export async function totalCost(tx: Tx, id: CampaignId): Promise<string> {
  const sums = (await tx.get<Sums>(
    `SELECT CAST(coalesce(sum(cost_whole), 0) AS TEXT) AS whole,
            CAST(coalesce(sum(cost_rest), 0) AS TEXT) AS rest
     FROM call_counts WHERE campaign_id = :id`,
    { id },
  ))!;
  return amountOf(sums);
}

/** Whole units and fractions separately, as in the tallies. Both are integers. */
interface Sums {
  whole: string;
  rest: string;
}

const amountOf = ({ whole, rest }: Sums): string =>
  formatMoney(BigInt(whole) * UNIT + BigInt(rest));

type Settling = 'settled' | 'pending' | 'never-settled';

/** Null: nothing to settle. */
const SETTLING = `CASE
  WHEN settlement = 'settled' THEN 'settled'
  WHEN settlement = 'unsettled' OR (state = 'ended' AND disposition = 'unknown') THEN 'never-settled'
  WHEN settlement = 'open' OR (state <> 'ended' AND placed = 1) THEN 'pending'
END`;

async function moneyOf(tx: Tx, id: CampaignId, nowMs: number): Promise<CampaignMoney> {
  const rows = await tx.all<Sums & { settling: Settling | null; calls: number }>(
    `SELECT ${SETTLING} AS settling, CAST(sum(calls) AS BIGINT) AS calls,
            CAST(sum(CASE settlement WHEN 'settled' THEN cost_whole ELSE reserved_whole END) AS TEXT) AS whole,
            CAST(sum(CASE settlement WHEN 'settled' THEN cost_rest ELSE reserved_rest END) AS TEXT) AS rest
     FROM call_counts WHERE campaign_id = :id GROUP BY settling`,
    { id },
  );
  const of = (settling: Settling) => {
    const row = rows.find((one) => one.settling === settling);
    return { calls: row?.calls ?? 0, amount: amountOf(row ?? { whole: '0', rest: '0' }) };
  };
  const setAside = (settling: Settling) => {
    const { calls, amount } = of(settling);
    return { calls, setAside: amount };
  };
  return {
    settled: of('settled'),
    pending: setAside('pending'),
    neverSettled: setAside('never-settled'),
    alert: standingAlert(await campaignRow(tx, id), nowMs),
  };
}

/** The newest calls only, because idle times of last week say little about today. */
const IDLE_OF_LAST = 1_000;
/** Most scanned calls. Calls without an idle time, such as those of agents with several calls, are skipped. */
const IDLE_SCANNED = 5_000;

async function agentIdle(tx: Tx, id: CampaignId): Promise<CampaignProgress['agentIdle']> {
  const idles = (
    await tx.all<{ idleMs: number }>(
      `SELECT CASE WHEN placed_at_ms > ready_at_ms THEN placed_at_ms - ready_at_ms ELSE 0 END AS idleMs FROM (
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
