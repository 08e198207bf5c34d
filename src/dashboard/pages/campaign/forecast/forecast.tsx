/** What is expected of a campaign, by preflight and rehearsal, and what really happened beside it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../../api/api.ts';
import { useQuery } from '../../../api/query.ts';
import { Action } from '../../../components/forms/action.tsx';
import { Chart } from '../../../components/chart.tsx';
import { Badge } from '../../../components/resources/badge.tsx';
import { Empty, Loaded } from '../../../components/feedback.tsx';
import { Section } from '../../../components/page.tsx';
import { Time } from '../../../components/time.tsx';
import { nowMs } from '../../../clock.ts';
import { count, counted, money } from '../../../format/numbers.ts';
import { timeOrDate } from '../../../format/time/times.ts';
import { forecastLines } from './forecast-lines.ts';
import {
  actualOf,
  bandOf,
  compare,
  mapRange,
  type Comparison,
  type Range,
} from './forecast-band.ts';
import { PreflightResult } from '../preflight-result.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';

type Campaign = Schemas['CampaignProgress'];
type Forecast = Schemas['Forecast'];

export function ForecastSection({ campaign }: { campaign: Campaign }) {
  const { id, currency } = campaign;
  const path = { campaignId: id };
  const forecast = useQuery(
    '/v1/campaigns/{campaignId}/forecast',
    { path },
    { on: ['campaign.*'], about: id, pollMs: 30_000 },
  );
  const [preflight, setPreflight] = useState<Schemas['Preflight']>();
  const [rehearsal, setRehearsal] = useState<Schemas['Rehearsal']>();
  const check = async () => {
    setPreflight(await api.post('/v1/campaigns/{campaignId}/preflight', { path }));
    return 'The preflight is done.';
  };
  const rehearse = async () => {
    setRehearsal(await api.post('/v1/campaigns/{campaignId}/rehearse', { path }));
    await forecast.reload();
    return 'The rehearsal is done.';
  };
  return (
    <Section
      title="Forecast"
      aside={
        <div class="links">
          <Action label="Run the preflight" needs="read" run={check} />
          <Action
            label="Rehearse"
            needs="read"
            run={rehearse}
            before={
              <p>
                The whole campaign is played in virtual time, against a model of how calls are
                answered. Nothing is dialled and nothing is changed. It may take two minutes. Before
                the start, the result is kept as the forecast.
              </p>
            }
          />
        </div>
      }
    >
      <Loaded query={forecast} what="the forecast">
        {(read) =>
          read.forecast ? (
            <ForecastBands forecast={read} campaign={campaign} />
          ) : (
            <Empty title="There is no forecast.">
              A rehearsal before the start makes one: when the campaign ends, how many people it
              reaches, and what it costs.
            </Empty>
          )
        }
      </Loaded>
      {preflight && (
        <PreflightResult
          preflight={preflight}
          currency={currency}
          close={() => setPreflight(undefined)}
        />
      )}
      {rehearsal && (
        <RehearsalResult
          rehearsal={rehearsal}
          currency={currency}
          close={() => setRehearsal(undefined)}
        />
      )}
    </Section>
  );
}

function ForecastBands({ forecast: read, campaign }: { forecast: Forecast; campaign: Campaign }) {
  const { forecast } = read;
  if (!forecast) return null;
  const { currency, zone } = campaign;
  const actual = actualOf(read, campaign);
  const over = actual?.finishedAt !== undefined && actual.finishedAt !== null;
  const when = (ms: number) => timeOrDate(new Date(ms).toISOString(), nowMs.value);
  const cost = (value: number) => money(String(value), currency);
  const figures = [
    { name: 'Calls placed', range: forecast.calls, actual: actual?.calls, format: count },
    { name: 'Contacts reached', range: forecast.reached, actual: actual?.reached, format: count },
    {
      name: 'Cost',
      range: mapRange(forecast.cost, Number),
      actual: actual && Number(actual.cost),
      format: cost,
    },
  ];
  const end = forecast.finished_at && mapRange(forecast.finished_at, Date.parse);
  return (
    <div class="card">
      <p class="quiet">
        Rehearsed <Time at={forecast.made_at} /> for a start at{' '}
        <Time at={forecast.start_at} zone={zone} /> with {counted(forecast.contacts, 'contact')}.
        {campaign.contacts.total !== forecast.contacts &&
          ` The campaign has ${count(campaign.contacts.total)} now.`}
      </p>
      <dl class="bands">
        {end ? (
          <BandRow
            name="End"
            range={end}
            actual={actual?.finishedAt ? Date.parse(actual.finishedAt) : null}
            start={Date.parse(forecast.start_at)}
            format={when}
            over={over}
          />
        ) : (
          <div class="band-row">
            <dt>End</dt>
            <dd>The rehearsal did not come to an end.</dd>
          </div>
        )}
        {figures.map((figure) => (
          <BandRow key={figure.name} {...figure} over={over} />
        ))}
      </dl>
      <CallsOverTime forecast={forecast} campaign={campaign} />
      {read.actual && read.actual.costs_open > 0 && (
        <p class="quiet">
          {counted(read.actual.costs_open, 'call')} without a bill yet: the cost may grow.
        </p>
      )}
    </div>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The API gives at most this many buckets. */
const MOST_BUCKETS = 700;

/** The calls since the start as a line, beside the band of the forecast. */
function CallsOverTime({
  forecast,
  campaign: { id, zone },
}: {
  forecast: NonNullable<Forecast['forecast']>;
  campaign: Campaign;
}) {
  const startMs = Date.parse(forecast.start_at);
  const endMs = Math.max(nowMs.peek(), Date.parse(forecast.finished_at?.high ?? forecast.start_at));
  const by = endMs - startMs > 7 * DAY_MS ? 'day' : endMs - startMs > 6 * HOUR_MS ? 'hour' : '15m';
  const earliestMs = nowMs.peek() - MOST_BUCKETS * (by === 'day' ? DAY_MS : HOUR_MS / 4);
  const latestMs = nowMs.peek() - HOUR_MS;
  const from = Math.min(latestMs, Math.max(startMs - HOUR_MS, earliestMs));
  const [query] = useState({ from: new Date(from).toISOString(), by } as const);
  const path = { campaignId: id };
  const stats = useQuery('/v1/campaigns/{campaignId}/stats', { path, query }, { pollMs: 15_000 });
  if (!stats.data) return null;
  const lines = forecastLines(forecast, stats.data.buckets, nowMs.peek());
  if (!lines) return null;
  return (
    <>
      <Chart
        label="Calls placed since the start, and the forecast"
        by={by === 'day' ? 'day' : 'hour'}
        zone={zone}
        atMs={lines.atMs}
        series={[
          { name: 'At least', tone: 'quiet', values: lines.low.map(Math.round), shape: 'band' },
          { name: 'At most', tone: 'quiet', values: lines.high.map(Math.round), shape: 'band' },
          { name: 'Forecast', tone: 'busy', values: lines.median.map(Math.round), shape: 'line' },
          { name: 'Really', tone: 'good', values: lines.actual, shape: 'line' },
        ]}
      />
      <p class="quiet">
        The forecast has a start, an end and a number of calls; between them it is drawn as straight
        lines. Outside calling hours nothing is dialled, so the real line has steps.
      </p>
    </>
  );
}

const COMPARED: Record<Comparison, string> = {
  below: 'below the forecast',
  within: 'as forecast',
  above: 'above the forecast',
};

interface BandRowProps {
  name: string;
  range: Range<number>;
  /** Null, undefined: nothing has happened yet. */
  actual: number | null | undefined;
  start?: number;
  format: (value: number) => ComponentChildren;
  /** A figure of a campaign that goes on is not compared: it still grows. */
  over: boolean;
}

function BandRow({ name, range, actual: known, start = 0, format, over }: BandRowProps) {
  const actual = known ?? null;
  const band = bandOf(range, actual, start);
  const at = (place: number) => `${100 * place}%`;
  const compared = actual !== null && over ? compare(range, actual) : undefined;
  return (
    <div class="band-row">
      <dt>{name}</dt>
      <dd>
        <span class="band-scale" aria-hidden="true">
          <span
            class="band-range"
            style={{ left: at(band.low), width: at(band.high - band.low) }}
          />
          <span class="band-median" style={{ left: at(band.median) }} />
          {band.actual !== null && <span class="band-actual" style={{ left: at(band.actual) }} />}
        </span>
        <span class="digits">
          Forecast {format(range.median)}{' '}
          <span class="quiet">
            ({format(range.low)} to {format(range.high)})
          </span>
        </span>
        <span class="digits">
          {actual === null ? (
            <span class="quiet">Not known yet</span>
          ) : (
            <>
              {over ? 'Actual' : 'So far'} <strong>{format(actual)}</strong>{' '}
              {compared && (
                <Badge tone={compared === 'within' ? 'good' : 'warn'} text={COMPARED[compared]} />
              )}
            </>
          )}
        </span>
      </dd>
    </div>
  );
}
