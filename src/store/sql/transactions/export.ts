import { formatMoney } from '../../../domain/money.ts';
import type { CampaignId } from '../../../domain/ids.ts';
import type { Contact } from '../../campaigns/campaign-reading-store.ts';
import type { ExportLine } from '../../sweep-store.ts';
import { CALL_COLUMNS, type CallRow } from '../rows/call-rows.ts';
import { callLine } from '../rows/calls/exported-call.ts';
import { totalCost, unitsOf } from './campaigns/campaign-progress.ts';
import type { CampaignRow } from '../rows/campaign-rows.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { iso } from '../../../domain/decisions/instants.ts';
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
  return {
    type: 'campaign',
    id,
    state,
    total_cost: await totalCost(tx, id),
    ...(await archivedOf(tx, id)),
  };
}

/** Calls that are in archives only; their cost is part of the total. */
async function archivedOf(tx: Tx, id: CampaignId) {
  const row = await tx.get<{ calls: number; whole: string; rest: string }>(
    `SELECT calls, CAST(cost_whole AS TEXT) AS whole, CAST(cost_rest AS TEXT) AS rest
     FROM archived_calls WHERE campaign_id = :id`,
    { id },
  );
  if (row === undefined) return {};
  const { calls, whole, rest } = row;
  return { archived_calls: calls, archived_cost: formatMoney(unitsOf(whole, rest)) };
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
> & { person: string | null };

async function* contactLines(tx: Tx, id: CampaignId): AsyncGenerator<ExportLine> {
  const page = (range: { after: number; limit: number }) =>
    tx.all<ContactLineRow>(
      `SELECT position, row_key, number, state, disposition, due_reason, person FROM contacts
       WHERE campaign_id = :id AND position > :after ORDER BY position LIMIT :limit`,
      { id, ...range },
    );
  const rows = rowsOf(page, ({ position }) => position);
  for await (const { position: contact, rowKey, dueReason, person, ...row } of rows) {
    const line = { campaign: id, contact, row_key: rowKey, ...row, reason: dueReason };
    yield { type: 'contact', ...line, ...(person !== null && { person }) };
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
      ...callLine(row),
      placements: await placementsOf(tx, row),
      events: await eventsOf(tx, row),
    };
  }
}

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
