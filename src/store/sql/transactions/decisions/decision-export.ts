/** Exports decisions with what is needed to judge them again, page by page from one snapshot. */
import { areaOf } from '../../steps/campaigns/contact-areas.ts';
import type { ConsentFact } from '../../../../domain/contacts/consent.ts';
import type { ZoneSource } from '../../../../domain/contacts/contact-zones.ts';
import type { Disposition } from '../../../../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../../../../domain/ids.ts';
import type { Settlement } from '../../../calls/call-store.ts';
import type { CostChange } from '../../steps/calls/settlement.ts';
import type {
  ArchivedPlacement,
  DecisionLine,
  DecisionSeal,
  DecisionSelection,
  ExportedDecision,
} from '../../../decision-store.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { campaignRow } from '../../rows/campaign-rows.ts';
import type { PlacementRow } from '../../rows/placement-rows.ts';
import {
  accountLines,
  campaignLines,
  isSelected,
  outcomeOf,
  policyLines,
  probeLines,
  type Ids,
} from './exported-states.ts';
import { sealedPlacement } from './sealed-placement.ts';
import { SEAL_COLUMNS } from './seals.ts';

/** Ids that one page covers. With one campaign of many, most pages have few rows. */
const IDS_PER_PAGE = 1_000;
/** A placement may have a smaller id than one that was decided before it, by the longest time of a unit. */
const ORDER_BY_TIME_WITHIN_MS = 600_000;

/** An intent may have the date of a slot that is a little later than its decision, and even than its seal. */
const SLOT_AHEAD_MS = 1_000;

export async function* exportDecisions(
  db: Database,
  selection: DecisionSelection,
): AsyncGenerator<DecisionLine> {
  const tx = await db.snapshot();
  try {
    const campaigns = await campaignsOf(tx, selection);
    const reachMs = yield* policyLines(tx, campaigns);
    yield* campaignLines(tx, campaigns);
    const holds = yield* accountLines(tx);
    yield* probeLines(tx, holds, selection);
    yield* placementLines(tx, { ...selection, reachMs });
  } finally {
    await tx.close();
  }
}

async function campaignsOf(tx: Tx, { campaigns }: DecisionSelection): Promise<CampaignId[]> {
  if (campaigns !== null)
    return Promise.all(campaigns.map(async (id) => (await campaignRow(tx, id)).id));
  const rows = await tx.all<{ id: CampaignId }>('SELECT id FROM campaigns ORDER BY serial');
  return rows.map(({ id }) => id);
}

interface Placed extends PlacementRow {
  ref: CallRef;
  campaignId: CampaignId;
  number: string;
  createdAtMs: number;
  endedAtMs: number | null;
  disposition: Disposition | null;
  countedAtMs: number | null;
  settlement: Settlement;
  costs: string;
  zones: string | null;
  zoneSource: ZoneSource;
  area: string | null;
  person: string | null;
}

type Range = DecisionSelection & { reachMs: number };

async function* placementLines(tx: Tx, range: Range): AsyncGenerator<DecisionLine> {
  const { last } = (await tx.get<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM placements',
  ))!;
  const unsealed = new Map<CampaignId, Unsealed>();
  for (let after = await startOf(tx, range); after < last; after += IDS_PER_PAGE) {
    const ids = { after, to: Math.min(last, after + IDS_PER_PAGE) };
    const rows = await placedIn(tx, range, ids);
    yield* contextLines(
      tx,
      range,
      rows.filter((row) => isSelected(row, range)),
    );
    const seals = await sealsIn(tx, range, ids);
    yield* pageLines([...rows, ...(await archivedIn(tx, range, ids))], seals, range, unsealed);
    const isOver = rows.length > 0 && rows.every((row) => isLongAfter(row, range));
    if (isOver && unsealed.values().every(({ written }) => written === 0)) return;
  }
}

/** Seals that end before the time are left out: a placement is sealed after it was decided. */
async function startOf(tx: Tx, { campaigns, fromMs }: Range): Promise<number> {
  if (fromMs === null) return 0;
  const { first } = (await tx.get<{ first: number }>(
    `SELECT coalesce((SELECT min(from_id) FROM decision_seals
                      WHERE sealed_at_ms >= :sinceMs AND ${ofCampaigns(tx.sql)}),
                     (SELECT sealed_to + 1 FROM decision_sealing)) AS first`,
    { sinceMs: fromMs - SLOT_AHEAD_MS, campaigns: listed(campaigns) },
  ))!;
  return first - 1;
}

const ofCampaigns = (sql: Dialect): string =>
  `(CAST(:campaigns AS TEXT) IS NULL OR campaign_id IN (SELECT value FROM ${sql.texts(':campaigns')}))`;
const listed = (campaigns: Range['campaigns']) => campaigns && JSON.stringify(campaigns);

const placedIn = (tx: Tx, { campaigns }: Range, ids: Ids): Promise<Placed[]> =>
  tx.all<Placed>(
    `SELECT placements.*, calls.campaign_id, calls.number, calls.created_at_ms, calls.ended_at_ms,
            calls.disposition, calls.settlement, calls.costs, counted_at_ms, contacts.zones, contacts.zone_source,
            contacts.area, contacts.person
     FROM placements JOIN calls ON calls.ref = placements.ref LEFT JOIN dials ON dials.ref = calls.ref
          JOIN contacts ON contacts.campaign_id = calls.campaign_id AND contacts.position = calls.contact
     WHERE placements.id > :after AND placements.id <= :to
       AND (CAST(:campaigns AS TEXT) IS NULL
            OR calls.campaign_id IN (SELECT value FROM ${tx.sql.texts(':campaigns')}))
     ORDER BY placements.id`,
    { ...ids, campaigns: listed(campaigns) },
  );

const archivedIn = (tx: Tx, { campaigns }: Range, ids: Ids): Promise<ArchivedPlacement[]> =>
  tx.all<ArchivedPlacement>(
    `SELECT id, campaign_id, digest FROM archived_placements
     WHERE id > :after AND id <= :to AND ${ofCampaigns(tx.sql)}`,
    { ...ids, campaigns: listed(campaigns) },
  );

const sealsIn = (tx: Tx, { campaigns }: Range, ids: Ids): Promise<DecisionSeal[]> =>
  tx.all<DecisionSeal>(
    `SELECT ${SEAL_COLUMNS} FROM decision_seals WHERE to_id > :after AND to_id <= :to AND ${ofCampaigns(tx.sql)}
     ORDER BY to_id`,
    { ...ids, campaigns: listed(campaigns) },
  );

const isLongAfter = (row: PlacementRow, { toMs }: DecisionSelection): boolean =>
  toMs !== null && row.intentAtMs >= toMs + ORDER_BY_TIME_WITHIN_MS;

/** What other calls and the suppression lists say about the numbers of these placements. */
async function* contextLines(
  tx: Tx,
  range: Range,
  rows: readonly Placed[],
): AsyncGenerator<DecisionLine> {
  if (rows.length === 0) return;
  const ofPersons = await numbersOfPersons(tx, rows);
  yield* ofPersons;
  const own = [...rows, ...ofPersons].map(({ number }) => number);
  const numbers = JSON.stringify([...new Set(own)]);
  const sinceMs = Math.min(...rows.map((row) => row.intentAtMs)) - range.reachMs;
  const entries = await tx.all<{
    number: string;
    list: string;
    version: number;
    untilMs: number | null;
  }>(
    `SELECT number, id AS list, entries.version, until_ms
     FROM suppression_entries AS entries
          JOIN suppression_lists ON serial = entries.list AND removed = 0
     WHERE number IN (SELECT value FROM ${tx.sql.texts(':numbers')}) ORDER BY number, id`,
    { numbers },
  );
  for (const entry of entries) yield { type: 'suppressed', ...entry };
  yield* consentLines(tx, numbers);
  const dials = await tx.all<Placed & { countedAtMs: number }>(
    `SELECT dials.number, dials.ref, at_ms AS intent_at_ms, counted_at_ms, ended_at_ms, campaign_id
     FROM dials JOIN calls ON calls.ref = dials.ref
     WHERE dials.number IN (SELECT value FROM ${tx.sql.texts(':numbers')}) AND at_ms >= :sinceMs
     ORDER BY at_ms, dials.ref`,
    { numbers, sinceMs },
  );
  yield* outcomeLines(tx, { numbers, sinceMs });
  const isElsewhere = (row: Placed) =>
    !isSelected(row, range) ||
    (range.campaigns !== null && !range.campaigns.includes(row.campaignId));
  for (const row of dials.filter(isElsewhere))
    yield {
      type: 'dial',
      number: row.number,
      ref: row.ref,
      atMs: row.intentAtMs,
      countedAtMs: row.countedAtMs,
      endedAtMs: row.endedAtMs,
    };
}

async function numbersOfPersons(
  tx: Tx,
  rows: readonly Placed[],
): Promise<(DecisionLine & { type: 'person' })[]> {
  const persons = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  if (persons.length === 0) return [];
  const known = await tx.all<Omit<DecisionLine & { type: 'person' }, 'type'>>(
    `SELECT person, number, min(added_at_ms) AS since_ms FROM contacts
     WHERE person IN (SELECT value FROM ${tx.sql.texts(':persons')}) GROUP BY person, number ORDER BY person, number`,
    { persons: JSON.stringify(persons) },
  );
  return known.map((row) => ({ type: 'person', ...row }));
}

async function* consentLines(tx: Tx, numbers: string): AsyncGenerator<DecisionLine> {
  const rows = await tx.all<ConsentFact & { number: string }>(
    `SELECT number, kind, purpose, at_ms, expires_at_ms, version FROM consents
     WHERE number IN (SELECT value FROM ${tx.sql.texts(':numbers')}) ORDER BY number, version, place`,
    { numbers },
  );
  for (const row of rows) yield { type: 'consent', ...row };
}

async function* outcomeLines(
  tx: Tx,
  of: { numbers: string; sinceMs: number },
): AsyncGenerator<DecisionLine> {
  const rows = await tx.all<Omit<DecisionLine & { type: 'outcome' }, 'type'>>(
    `SELECT number, ref, code_group AS "group", ended_at_ms, at_ms AS said_at_ms FROM outcomes
     WHERE number IN (SELECT value FROM ${tx.sql.texts(':numbers')}) AND ended_at_ms >= :sinceMs
     ORDER BY ended_at_ms, ref`,
    of,
  );
  for (const row of rows) yield { type: 'outcome', ...row };
}

/** What was written of the placements since the last seal of a campaign. */
interface Unsealed {
  written: number;
  /** Some were left out, so the next seal could not be verified, and is left out too. */
  leftOut: boolean;
}

/** Between two seals of a campaign every placement has a line, or its seal has none. */
function* pageLines(
  rows: readonly (Placed | ArchivedPlacement)[],
  seals: readonly DecisionSeal[],
  range: Range,
  unsealed: Map<CampaignId, Unsealed>,
): Generator<DecisionLine> {
  let next = 0;
  function* sealsBefore(id: number): Generator<DecisionLine> {
    for (let row = seals[next]; row !== undefined && row.toId < id; row = seals[++next]) {
      const isWhole = unsealed.get(row.campaignId)?.leftOut !== true;
      unsealed.delete(row.campaignId);
      if (isWhole) yield { type: 'seal', ...row };
    }
  }
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    yield* sealsBefore(row.id);
    const { campaignId } = row;
    const open = unsealed.get(campaignId) ?? { written: 0, leftOut: false };
    unsealed.set(campaignId, open);
    if ('digest' in row) {
      open.written += 1;
      yield { type: 'archived', ...row };
    } else if (open.written === 0 && isLongAfter(row, range)) open.leftOut = true;
    else {
      open.written += 1;
      if (isSelected(row, range)) yield toLine(row);
      else yield { type: 'unselected', campaignId, sealed: sealedPlacement(row) };
    }
  }
  yield* sealsBefore(Infinity);
}

function toLine(row: Placed): ExportedDecision {
  return {
    type: 'decision',
    campaignId: row.campaignId,
    sealed: sealedPlacement(row),
    number: row.number,
    outcome: outcomeOf(row),
    call: {
      claimedAtMs: row.createdAtMs,
      endedAtMs: row.endedAtMs,
      disposition: row.disposition,
      countedAtMs: row.countedAtMs,
      settlement: row.settlement,
      costs: (JSON.parse(row.costs) as CostChange[]).map(({ at_ms: atMs, cost }) => ({
        atMs,
        cost,
      })),
    },
    contact: {
      zones: row.zones === null ? null : (JSON.parse(row.zones) as string[]),
      zoneSource: row.zoneSource,
      area: areaOf(row.area),
      person: row.person,
    },
  };
}
