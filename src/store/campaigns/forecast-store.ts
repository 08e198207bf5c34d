import type { CampaignState } from '../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Range } from '../../domain/planning/rehearsal/forecast.ts';

/** What a rehearsal foresaw. Plain JSON: it is stored as such. Money as decimal strings. */
export interface KeptForecast {
  startAtMs: number;
  contacts: number;
  /** Of the run with the median cost. */
  firstDialAtMs: number | null;
  /** Null where a run did not end. */
  finishedAtMs: Range<number> | null;
  calls: Range<number>;
  reached: Range<number>;
  cost: Range<string>;
}

/** What a campaign that is over came to, from its counters. */
export interface CampaignActual {
  contacts: number;
  firstDialAtMs: number | null;
  finishedAtMs: number;
  calls: number;
  reached: number;
  cost: string;
  /** Calls whose cost is still to come. */
  costsOpen: number;
}

export interface ForecastAndActual {
  state: CampaignState;
  forecast: (KeptForecast & { madeAtMs: number }) | null;
  /** Null: the campaign is not over. */
  actual: CampaignActual | null;
}

export interface ForecastStore {
  /** Keeps it in the place of the one before; not once the campaign has started. @throws StoreRefusal not-found */
  keepForecast(input: { id: CampaignId; forecast: KeptForecast; nowMs: number }): Promise<void>;
  /** @throws StoreRefusal not-found */
  forecastAndActual(id: CampaignId): Promise<ForecastAndActual>;
}
