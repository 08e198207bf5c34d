/** Makes a callback's turns contacts of a standing campaign, and withdraws them. */
import { nextTurnAtMs, turnAt, type PlannedTurn } from '../../../../domain/callbacks/callback.ts';
import {
  isTurnOpen,
  WITHDRAWN,
  type Skipped,
  type Withdrawn,
} from '../../../../domain/callbacks/callback-turn.ts';
import { callRef, CALLBACK_CAMPAIGN_ID, type CampaignId } from '../../../../domain/ids.ts';
import {
  CALLBACK_PRIORITY,
  DEFAULT_POLICY,
  type Policy,
} from '../../../../domain/campaigns/policy.ts';
import type { CallbackSettings, CallbackTurn } from '../../../campaigns/callback-store.ts';
import { lastTurn, settingsOf, type CallbackRow } from '../../rows/callback-rows.ts';
import { insertCampaign } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { insertContact } from './contacts.ts';
import { NO_CAPS } from '../../../../domain/contacts/number-caps.ts';
import { endQueuedCall } from '../calls/call-endings.ts';
import { queuedCall } from '../calls/queued-calls.ts';

/** Turns made at once. After a long outage the rest follow in the next run. */
const MOST_AT_ONCE = 100;

/** Makes the turns whose time has come. Returns the campaigns with new contacts to dial. */
export async function makeDueTurns(tx: Tx, row: CallbackRow, nowMs: number): Promise<CampaignId[]> {
  const settings = settingsOf(row);
  const { times, zone } = settings;
  if (row.life !== 'active' || times.kind !== 'every') return [];
  const wake: CampaignId[] = [];
  let next = row.nextAtMs;
  let made = row.turns;
  for (let count = 0; next !== null && next <= nowMs && count < MOST_AT_ONCE; count++) {
    const planned = turnAt(times.every, { id: row.id, zone, atMs: next });
    made += 1;
    wake.push(...(await makeTurn(tx, row, settings, planned, nowMs)));
    next = nextTurnAtMs(times.every, zone, { afterMs: next, made });
  }
  tx.send('UPDATE callbacks SET next_at_ms = :next WHERE id = :id', { id: row.id, next });
  // After the last turn the schedule in Temporal must be removed.
  if (next === null && row.nextAtMs !== null) await noteChange(tx, row);
  return wake;
}

async function makeTurn(
  tx: Tx,
  row: CallbackRow,
  settings: CallbackSettings,
  planned: PlannedTurn,
  nowMs: number,
): Promise<CampaignId[]> {
  if (nowMs > planned.notAfterMs) return skip(tx, row, planned, 'outage');
  const last = await lastTurn(tx, row.id, nowMs);
  if (last && isTurnOpen(last)) return skip(tx, row, planned, 'overlap');
  return [await addTurn(tx, row, settings, planned, nowMs)];
}

export async function skip(
  tx: Tx,
  row: CallbackRow,
  planned: PlannedTurn,
  skipped: Skipped,
): Promise<[]> {
  await insertTurn(tx, row, planned, { skipped, campaignId: null, contact: null });
  return [];
}

/** Makes the contact. Returns the campaign that will dial it. */
export async function addTurn(
  tx: Tx,
  row: CallbackRow,
  { name, zone, agentId, agentAloneMs, pool }: CallbackSettings,
  planned: PlannedTurn,
  nowMs: number,
): Promise<CampaignId> {
  const campaignId = await standingCampaign(tx, pool, nowMs);
  const { dueAtMs, notAfterMs } = planned;
  const contact = {
    number: row.number,
    rowKey: null,
    name,
    zones: [zone],
    zoneSource: 'row',
    agentId,
    agentAloneUntilMs: agentId === null || agentAloneMs === null ? null : dueAtMs + agentAloneMs,
    notBeforeMs: dueAtMs,
    notAfterMs,
  } as const;
  const position = await insertContact(tx, campaignId, contact, nowMs);
  await insertTurn(tx, row, planned, { skipped: null, campaignId, contact: position });
  return campaignId;
}

async function insertTurn(
  tx: Tx,
  { id }: CallbackRow,
  { atMs, notAfterMs }: PlannedTurn,
  what: { skipped: Skipped | null; campaignId: CampaignId | null; contact: number | null },
): Promise<void> {
  const { turn } = (await tx.get<{ turn: number }>(
    'UPDATE callbacks SET turns = turns + 1 WHERE id = :id RETURNING turns AS turn',
    { id },
  ))!;
  tx.send(
    `INSERT INTO callback_turns (callback_id, turn, at_ms, not_after_ms, campaign_id, contact, skipped)
     VALUES (:id, :turn, :atMs, :notAfterMs, :campaignId, :contact, :skipped)`,
    { id, turn, atMs, notAfterMs, ...what },
  );
}

/** Withdraws a turn without a live call. A turn with a live call goes on to its end. */
export async function withdraw(
  tx: Tx,
  { id }: CallbackRow,
  last: CallbackTurn | null,
  { why, nowMs }: { why: Withdrawn; nowMs: number },
): Promise<void> {
  if (!last?.contact || (last.state !== 'scheduled' && last.state !== 'due')) return;
  const { campaignId, position } = last.contact;
  const known = (await tx.get<{ calls: number }>(
    'SELECT calls FROM contacts WHERE campaign_id = :campaignId AND position = :position',
    { campaignId, position },
  ))!;
  const ref = callRef({ campaignId, contact: position, ordinal: known.calls + 1 });
  await endQueuedCall(tx, (await queuedCall(tx, ref))!, { code: why, text: WITHDRAWN[why], nowMs });
  tx.send('UPDATE callback_turns SET withdrawn = :why WHERE callback_id = :id AND turn = :turn', {
    id,
    turn: last.turn,
    why,
  });
}

/** Marks that the schedule in Temporal must be updated. */
export async function noteChange(tx: Tx, { id }: CallbackRow): Promise<void> {
  tx.send('UPDATE callbacks SET version = version + 1 WHERE id = :id', { id });
}

/** One attempt at the customer. A call that the agent does not answer is repeated. */
const CALLBACK_RULES: Policy = {
  ...DEFAULT_POLICY,
  redial: { ...DEFAULT_POLICY.redial, maxAttempts: 1 },
  // The person asked for it, so no cap may forbid it.
  caps: NO_CAPS,
  priority: CALLBACK_PRIORITY,
};

/** The standing campaign for callbacks of a pool. It is created if needed. */
async function standingCampaign(tx: Tx, pool: string | null, nowMs: number): Promise<CampaignId> {
  const known = await tx.get<{ id: CampaignId }>(
    'SELECT campaign_id AS id FROM callback_campaigns WHERE pool = :pool',
    { pool: pool ?? '' },
  );
  if (known) return known.id;
  const ofPool = { ...CALLBACK_RULES, agents: { ...CALLBACK_RULES.agents, pool } };
  const settings = {
    name: pool === null ? 'Callbacks' : `Callbacks of ${pool}`,
    keepOpen: true,
    deadlineAtMs: null,
    policy: ofPool,
  };
  const id = await freeCampaignId(tx);
  await insertCampaign(tx, { id, kind: 'standing', settings, state: 'running', nowMs });
  tx.send('INSERT INTO callback_campaigns (pool, campaign_id) VALUES (:pool, :id)', {
    pool: pool ?? '',
    id,
  });
  return id;
}

async function freeCampaignId(tx: Tx): Promise<CampaignId> {
  const { made } = (await tx.get<{ made: number }>(
    `SELECT count(*) AS made FROM campaigns WHERE substr(id, 1, length(:prefix)) = :prefix`,
    { prefix: CALLBACK_CAMPAIGN_ID },
  ))!;
  return made === 0 ? CALLBACK_CAMPAIGN_ID : `${CALLBACK_CAMPAIGN_ID}${made + 1}`;
}
