import type { Disposition } from '../../domain/disposition.ts';
import type { CampaignId } from '../../domain/ids.ts';
import { formatMoney, MONEY_DECIMALS } from '../../domain/money.ts';
import type { CampaignProgress, ContactState } from '../campaign-store.ts';
import { campaignStanding, rememberWaiting, type Standing } from './campaign-facts.ts';
import { campaignRow, toCampaign } from './campaign-rows.ts';
import type { Connection } from './connection.ts';

const UNIT = 10n ** BigInt(MONEY_DECIMALS);

export function progressOf(db: Connection, id: CampaignId, nowMs: number): CampaignProgress {
  if (!campaignStanding(db, id, nowMs).remembered) {
    db.write(() => rememberWaiting(db, id, campaignStanding(db, id, nowMs)));
  }
  return db.read(() => {
    const standing = campaignStanding(db, id, nowMs);
    return {
      campaign: toCampaign(campaignRow(db, id)),
      ...contactTallies(db, id),
      calls: callTallies(db, id),
      totalCost: totalCost(db, id),
      waitingFor: waitingFor(standing),
    };
  });
}

function waitingFor({ next, waitingSinceMs }: Standing): CampaignProgress['waitingFor'] {
  if (next.kind !== 'wait' || waitingSinceMs === null) return null;
  return { ...next.waitingFor, sinceMs: waitingSinceMs };
}

function contactTallies(
  db: Connection,
  id: CampaignId,
): Pick<CampaignProgress, 'contacts' | 'contactsByDisposition'> {
  const contacts: Record<ContactState, number> = { due: 0, claimed: 0, final: 0, locked: 0 };
  const contactsByDisposition: Partial<Record<Disposition, number>> = {};
  const groups = db.all<{ state: ContactState; disposition: Disposition | null; count: number }>(
    `SELECT state, disposition, count(*) AS count FROM contacts
     WHERE campaign_id = :id GROUP BY state, disposition`,
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

function callTallies(db: Connection, id: CampaignId): CampaignProgress['calls'] {
  const tallies: CampaignProgress['calls'] = {
    total: 0,
    byState: {},
    byDisposition: {},
    bySettlement: {},
    byRecording: {},
  };
  const groups = db.all<{
    state: string;
    disposition: Disposition | null;
    settlement: string;
    recording: string;
    count: number;
  }>(
    `SELECT state, disposition, settlement, recording, count(*) AS count FROM calls
     WHERE campaign_id = :id GROUP BY state, disposition, settlement, recording`,
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

/** Whole units and fractions apart: each sum stays far from 64 bits, and neither is ever a float. */
export function totalCost(db: Connection, id: CampaignId): string {
  const { whole, fraction } = db.get<{ whole: string; fraction: string }>(
    `SELECT CAST(coalesce(sum(cost / ${UNIT}), 0) AS TEXT) AS whole,
            CAST(coalesce(sum(cost % ${UNIT}), 0) AS TEXT) AS fraction
     FROM calls WHERE campaign_id = :id`,
    { id },
  )!;
  return formatMoney(BigInt(whole) * UNIT + BigInt(fraction));
}
