import type { CampaignState } from '../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Range } from '../../domain/planning/rehearsal/forecast.ts';

/** The result of a rehearsal, stored as plain JSON. Money as decimal strings. */
export interface KeptForecast {
  startAtMs: number;
  contacts: number;
  /** From the run with the median cost. */
  firstDialAtMs: number | null;
  /** Null: a run did not end. */
  finishedAtMs: Range<number> | null;
  calls: Range<number>;
  reached: Range<number>;
  cost: Range<string>;
}

/** The actual result of a campaign that is over, from its tallies. */
export interface CampaignActual {
  contacts: number;
  firstDialAtMs: number | null;
  finishedAtMs: number;
  calls: number;
  reached: number;
  cost: string;
  /** Calls whose cost is not known yet. */
  costsOpen: number;
}

export interface ForecastAndActual {
  state: CampaignState;
  forecast: (KeptForecast & { madeAtMs: number }) | null;
  /** Null: the campaign is not over. */
  actual: CampaignActual | null;
}

export interface ForecastStore {
  /** Replaces the stored forecast; no effect once the campaign has started. @throws StoreRefusal not-found */
  keepForecast(input: { id: CampaignId; forecast: KeptForecast; nowMs: number }): Promise<void>;
  /** @throws StoreRefusal not-found */
  forecastAndActual(id: CampaignId): Promise<ForecastAndActual>;
}
