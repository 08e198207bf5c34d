import { NOT_PLACED, REACHED } from '../../../../domain/calls/disposition.ts';
import { sqlList } from '../../engine/sql-list.ts';
import { isOver } from '../../../../domain/campaigns/campaign-state.ts';
import type {
  CampaignActual,
  ForecastStore,
  KeptForecast,
} from '../../../campaigns/forecast-store.ts';
import { totalCost } from './campaign-progress.ts';
import { campaignRow, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';

export function forecastStore(db: Database): ForecastStore {
  return {
    async keepForecast({ id, forecast, nowMs }) {
      await db.write(async (tx) => {
        const { state } = await campaignRow(tx, id);
        if (state !== 'draft' && state !== 'scheduled') return;
        tx.send(
          `INSERT INTO forecasts (campaign_id, made_at_ms, forecast) VALUES (:id, :nowMs, :forecast)
           ON CONFLICT (campaign_id) DO UPDATE SET made_at_ms = :nowMs, forecast = :forecast`,
          { id, nowMs, forecast: JSON.stringify(forecast) },
        );
      });
    },

    async forecastAndActual(id) {
      return db.read(async (tx) => {
        const row = await campaignRow(tx, id);
        const kept = await tx.get<{ madeAtMs: number; forecast: string }>(
          'SELECT made_at_ms, forecast FROM forecasts WHERE campaign_id = :id',
          { id },
        );
        const forecast = kept && {
          ...(JSON.parse(kept.forecast) as KeptForecast),
          madeAtMs: kept.madeAtMs,
        };
        const actual = isOver(row.state) ? await actualOf(tx, row) : null;
        return { state: row.state, forecast: forecast ?? null, actual };
      });
    },
  };
}

async function actualOf(tx: Tx, row: CampaignRow): Promise<CampaignActual> {
  const { id } = row;
  const calls = (await tx.get<{ dialled: number; open: number }>(
    `SELECT CAST(coalesce(sum(calls) FILTER (WHERE placed = 1 AND disposition NOT IN (${sqlList(NOT_PLACED)})), 0) AS BIGINT) AS dialled,
            CAST(coalesce(sum(calls) FILTER (WHERE settlement = 'open'), 0) AS BIGINT) AS open
     FROM call_counts WHERE campaign_id = :id`,
    { id },
  ))!;
  const contacts = (await tx.get<{ reached: number }>(
    `SELECT CAST(coalesce(sum(contacts), 0) AS BIGINT) AS reached FROM contact_counts
     WHERE campaign_id = :id AND disposition IN (${sqlList(REACHED)})`,
    { id },
  ))!;
  const archived = await tx.get<{ atMs: number | null }>(
    'SELECT first_placed_at_ms AS at_ms FROM archived_calls WHERE campaign_id = :id',
    { id },
  );
  const first = await tx.get<{ atMs: number }>(
    `SELECT placed_at_ms AS at_ms FROM calls ${tx.sql.indexedBy('calls_of_campaign')}
     WHERE campaign_id = :id AND placed_at_ms IS NOT NULL AND disposition IS DISTINCT FROM 'not-dialled'
     ORDER BY id LIMIT 1`,
    { id },
  );
  return {
    contacts: row.contacts,
    firstDialAtMs: archived?.atMs ?? first?.atMs ?? null,
    finishedAtMs: row.stateChangedAtMs,
    calls: calls.dialled,
    reached: contacts.reached,
    cost: await totalCost(tx, id),
    costsOpen: calls.open,
  };
}
