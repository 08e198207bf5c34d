/** Seals placements in batches, in the order of their ids, one seal for each campaign of a batch. */
import type { CampaignId } from '../../../../domain/ids.ts';
import type { DecisionSeal, DecisionStore } from '../../../decision-store.ts';
import { settledRows } from '../../engine/cursor.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { digestOf, hashOfSeal, NO_SEAL_BEFORE, type SealedRow } from './sealed-placement.ts';

/** Reading and hashing so many takes some 15 ms. */
const PLACEMENTS_PER_BATCH = 500;

type UnsealedRow = SealedRow & { campaignId: CampaignId };

export function sealStore(db: Database): Pick<DecisionStore, 'sealDecisions' | 'lastSeals'> {
  return {
    async sealDecisions(nowMs) {
      const sealedTo = await sealedUpTo(db);
      // A placement with a smaller id may be committed later on Postgres, and must not be left out.
      const rows = await settledRows(db, (upTo) => unsealed(db, sealedTo, upTo), {
        key: ({ id }) => id,
        atMs: (row) => row.intentAtMs,
        goesOn: ({ length }) => length > 0,
      });
      if (rows.length === 0) return 0;
      return db.write((tx) => seal(tx, { rows, sealedTo, nowMs }), 'by-rows');
    },

    async lastSeals(id) {
      return db.all<DecisionSeal>(`${SEALS} ${LAST} ORDER BY campaign_id`, { id });
    },
  };
}

/** The id up to which all placements are sealed. */
const sealedUpTo = async (db: Pick<Database, 'get'>): Promise<number> =>
  (await db.get<{ sealedTo: number }>('SELECT sealed_to FROM decision_sealing'))!.sealedTo;

const unsealed = (db: Database, sealedTo: number, upTo: number): Promise<UnsealedRow[]> =>
  db.all<UnsealedRow>(
    `SELECT placements.id, placements.ref, placements.placement, intent_at_ms, zone_rules, decision,
            campaign_id
     FROM placements JOIN calls ON calls.ref = placements.ref
     WHERE placements.id > :sealedTo AND placements.id <= :upTo
     ORDER BY placements.id LIMIT ${PLACEMENTS_PER_BATCH}`,
    { sealedTo, upTo },
  );

async function seal(
  tx: Tx,
  { rows, sealedTo, nowMs }: { rows: readonly UnsealedRow[]; sealedTo: number; nowMs: number },
): Promise<number> {
  const moved = await tx.run(
    'UPDATE decision_sealing SET sealed_to = :to WHERE sealed_to = :sealedTo',
    { to: rows.at(-1)!.id, sealedTo },
  );
  // Another process has sealed meanwhile.
  if (moved === 0) return 0;
  const byCampaign = Map.groupBy(rows, ({ campaignId: id }) => id);
  const before = await lastOfEach(tx, [...byCampaign.keys()]);
  const seals = [...byCampaign].map(([campaign, own]) => {
    const last = before.get(campaign);
    const previous = last?.hash ?? NO_SEAL_BEFORE;
    return {
      campaign,
      seal: (last?.seal ?? 0) + 1,
      fromId: own[0]!.id,
      toId: own.at(-1)!.id,
      placements: own.length,
      previous,
      hash: hashOfSeal(previous, own.map(digestOf)),
    };
  });
  tx.send(
    `INSERT INTO decision_seals (campaign_id, seal, from_id, to_id, placements, previous, hash, sealed_at_ms)
     SELECT value ->> 'campaign', CAST(value ->> 'seal' AS BIGINT),
            CAST(value ->> 'fromId' AS BIGINT), CAST(value ->> 'toId' AS BIGINT),
            CAST(value ->> 'placements' AS BIGINT), value ->> 'previous', value ->> 'hash',
            CAST(:nowMs AS BIGINT)
     FROM ${tx.sql.objects(':seals')}`,
    { seals: JSON.stringify(seals), nowMs },
  );
  return rows.length;
}

async function lastOfEach(tx: Tx, campaigns: readonly CampaignId[]) {
  const rows = await tx.all<DecisionSeal>(
    `${SEALS} ${LAST} AND campaign_id IN (SELECT value FROM ${tx.sql.texts(':campaigns')})`,
    { id: null, campaigns: JSON.stringify(campaigns) },
  );
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** SQL: the columns of `DecisionSeal`. */
export const SEAL_COLUMNS =
  'campaign_id, seal, from_id, to_id, placements, previous, hash, sealed_at_ms';
const SEALS = `SELECT ${SEAL_COLUMNS} FROM decision_seals AS seals`;
const LAST = `WHERE (campaign_id = :id OR CAST(:id AS TEXT) IS NULL)
  AND seal = (SELECT max(seal) FROM decision_seals AS others WHERE others.campaign_id = seals.campaign_id)`;
