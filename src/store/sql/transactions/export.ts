import type { KnownTime } from '../../../domain/calls/call-facts.ts';
import type { CampaignId } from '../../../domain/ids.ts';
import type { Contact } from '../../campaigns/campaign-reading-store.ts';
import type { ExportLine } from '../../sweep-store.ts';
import { CALL_COLUMNS, costOf, recordCostOf, type CallRow } from '../rows/call-rows.ts';
import { factsOf, redialOf } from '../rows/call-fact-rows.ts';
import { totalCost } from './campaigns/campaign-progress.ts';
import type { CampaignRow } from '../rows/campaign-rows.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { placementRows } from '../rows/placement-rows.ts';

/** Exports everything as of one instant. */
export async function* exportLines(db: Database): AsyncGenerator<ExportLine> {
  const tx = await db.snapshot();
  try {
    for (const campaign of await tx.all<CampaignRow>('SELECT * FROM campaigns ORDER BY serial')) {
      yield await campaignLine(tx, campaign);
      yield* contactLines(tx, campaign.id);
      yield* callLines(tx, campaign.id);
    }
  } finally {
    await tx.close();
  }
}

async function campaignLine(tx: Tx, { id, state }: CampaignRow): Promise<ExportLine> {
  return { type: 'campaign', id, state, total_cost: await totalCost(tx, id) };
}

const ROWS_PER_PAGE = 1_000;

/** Page by page: all contacts of a long list do not fit into memory. `page` reads `:limit` rows behind `:after`. */
async function* rowsOf<Row>(
  page: (range: { after: number; limit: number }) => Promise<Row[]>,
  keyOf: (row: Row) => number,
): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const rows = await page({ after, limit: ROWS_PER_PAGE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = keyOf(last);
  }
}

type ContactLineRow = Pick<
  Contact,
  'position' | 'rowKey' | 'number' | 'state' | 'disposition' | 'dueReason'
>;

async function* contactLines(tx: Tx, id: CampaignId): AsyncGenerator<ExportLine> {
  const page = (range: { after: number; limit: number }) =>
    tx.all<ContactLineRow>(
      `SELECT position, row_key, number, state, disposition, due_reason FROM contacts
       WHERE campaign_id = :id AND position > :after ORDER BY position LIMIT :limit`,
      { id, ...range },
    );
  const rows = rowsOf(page, ({ position }) => position);
  for await (const { position: contact, rowKey, dueReason, ...row } of rows) {
    yield { type: 'contact', campaign: id, contact, row_key: rowKey, ...row, reason: dueReason };
  }
}

async function* callLines(tx: Tx, id: CampaignId): AsyncGenerator<ExportLine> {
  const page = (range: { after: number; limit: number }) =>
    tx.all<CallRow>(
      `SELECT ${CALL_COLUMNS} FROM calls
       WHERE campaign_id = :id AND id > :after ORDER BY id LIMIT :limit`,
      { id, ...range },
    );
  for await (const row of rowsOf(page, (call) => call.id)) {
    yield {
      type: 'call',
      ref: row.ref,
      campaign: row.campaignId,
      contact: row.contact,
      ordinal: row.ordinal,
      policy_version: row.policyVersion,
      number: row.number,
      state: row.state,
      disposition: row.disposition,
      reason: row.reason,
      carrier_call_id: row.carrierCallId,
      confirmed: row.confirmed === null ? null : row.confirmed === 1,
      cost: costOf(row),
      cost_source: row.costSource,
      record_cost: recordCostOf(row),
      settlement: row.settlement,
      recording: row.recording,
      recording_sha256: row.recordingSha256,
      recording_bytes: row.recordingBytes,
      ...factsLine(row),
      placements: await placementsOf(tx, row),
      events: await eventsOf(tx, row),
    };
  }
}

/** When the call passed its states and from which source, in milliseconds, and what came after it. */
function factsLine(row: CallRow) {
  const { times, ...durations } = factsOf(row);
  const redial = redialOf(row);
  return {
    agent: row.agentId,
    agent_ringing: timeLine(times.agent_ringing),
    answered: timeLine(times.agent_answered),
    customer_ringing: timeLine(times.customer_ringing),
    bridged: timeLine(times.bridged),
    ended: timeLine(times.ended),
    agent_ring_ms: durations.agentRingMs,
    agent_connected_ms: durations.agentConnectedMs,
    customer_ring_ms: durations.customerRingMs,
    talk_ms: durations.talkMs,
    redial: redial && {
      kind: redial.kind,
      at: isoOrNull(redial.atMs),
      rule: redial.rule,
      reason: redial.reason,
      attempts: redial.attempts,
      max_attempts: redial.maxAttempts,
    },
  };
}

const timeLine = (time: KnownTime | null) =>
  time && { at: iso(time.atMs), source: time.source, fault: time.fault };

async function placementsOf(tx: Tx, { ref }: CallRow) {
  const rows = await placementRows(tx, ref);
  return rows.map(({ placement, state, intentAtMs, status, code, zoneRules }) => ({
    placement,
    state,
    intent_at: iso(intentAtMs),
    status,
    code,
    zone_rules: zoneRules,
  }));
}

async function eventsOf(tx: Tx, { ref }: CallRow) {
  const rows = await tx.all<{
    placement: number;
    seq: number | null;
    name: string;
    receivedAtMs: number;
  }>('SELECT placement, seq, name, received_at_ms FROM inbox WHERE ref = :ref ORDER BY id', {
    ref,
  });
  return rows.map(({ placement, seq, name, receivedAtMs }) => ({
    placement,
    seq,
    name,
    received_at: iso(receivedAtMs),
  }));
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
const iso = (ms: number): string => new Date(ms).toISOString();
