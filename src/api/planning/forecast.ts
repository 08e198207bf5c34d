/** The result of the last rehearsal before the start, beside the actual result of the campaign. */
import * as z from 'zod';
import { CAMPAIGN_STATES } from '../../domain/campaigns/campaign-state.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import type { ForecastAndActual, KeptForecast } from '../../store/campaigns/forecast-store.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { inRange, rangeOf } from './rehearsal-view.ts';
import { inJson } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { CallsPlaced, Currency, Instant, Money, iso, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('campaigns');

export const ForecastView = z
  .object({
    campaign_id: z.string(),
    state: z.enum(CAMPAIGN_STATES),
    currency: Currency,
    forecast: z
      .object({
        made_at: Instant,
        start_at: Instant,
        contacts: z.int(),
        first_dial_at: Instant.nullable(),
        finished_at: rangeOf(Instant).nullable().meta({ description: 'Null: a run did not end.' }),
        calls: rangeOf(z.int()),
        reached: rangeOf(z.int()),
        cost: rangeOf(Money),
      })
      .nullable()
      .meta({ description: 'Of the last rehearsal before the start; null: there was none.' }),
    actual: z
      .object({
        contacts: z.int(),
        first_dial_at: Instant.nullable().meta({ description: 'Null: nobody has been dialled.' }),
        finished_at: Instant,
        calls: CallsPlaced,
        reached: z
          .int()
          .meta({ description: 'Contacts whose last call was completed or dropped.' }),
        cost: Money,
        costs_open: z.int().meta({ description: 'Calls whose cost is not known yet.' }),
      })
      .nullable()
      .meta({ description: 'Null until the campaign is over.' }),
  })
  .meta({ id: 'Forecast' });

export const forecastRoute = routes((app, { store, settings: { currency } }) => {
  app.get(
    '/campaigns/:campaignId/forecast',
    reads('read', {
      operationId: 'getForecast',
      summary: 'Compare the last rehearsal before the start with the actual campaign',
      params: CampaignParams,
      response: { 200: jsonAnswer('Forecast and actual', ForecastView) },
    }),
    async ({ params: { campaignId } }) => ({
      currency,
      ...forecastAndActualView(campaignId, await store.forecastAndActual(campaignId)),
    }),
  );
});

function forecastAndActualView(
  id: string,
  { state, forecast, actual }: ForecastAndActual,
): Omit<z.infer<typeof ForecastView>, 'currency'> {
  return {
    campaign_id: id,
    state,
    forecast: forecast && {
      ...inJson(forecast),
      finished_at: forecast.finishedAtMs && inRange(forecast.finishedAtMs, iso),
    },
    actual: actual && inJson(actual),
  };
}

export const keptForecastOf = (
  found: Forecast,
  { startAtMs, contacts }: Pick<KeptForecast, 'startAtMs' | 'contacts'>,
): KeptForecast => ({
  startAtMs,
  contacts,
  firstDialAtMs: found.typical.firstDialAtMs,
  finishedAtMs: found.finishedAtMs,
  calls: found.calls,
  reached: found.reached,
  cost: inRange(found.cost, formatMoney),
});
