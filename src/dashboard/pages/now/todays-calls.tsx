import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Chart } from '../../components/chart.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { CallsPlacedFigure, TalksFigure } from '../../components/resources/call-figures.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Section } from '../../components/page.tsx';
import { count, money, oneDecimal } from '../../format/numbers.ts';
import { dayOf, roughDuration } from '../../format/times.ts';
import { callRate, sinceFirstCall, type CallRate } from './call-rate.ts';
import { readersZone as zone } from '../../format/local-time.ts';

/** @param live calls that are live; undefined: not read yet */
export function TodaysCalls({ live }: { live: number | undefined }) {
  const from = new Date(`${dayOf(nowMs.value)}T00:00:00`).toISOString();
  const query = { by: '15m' as const, zone, from, agent_time: 'false' };
  const stats = useQuery('/v1/stats', { query }, { on: ['call.*'] });
  return (
    <Section title="Today">
      <Loaded query={stats} what="today’s calls">
        {({ total, buckets, currency }) => (
          <>
            <Figures>
              <Figure name="Live calls" value={live === undefined ? '–' : count(live)} />
              <RateFigure rate={callRate(buckets, nowMs.value)} />
              <CallsPlacedFigure of={total} />
              <TalksFigure of={total} />
              <Figure name="Talk time" value={roughDuration(total.talk_seconds)} />
              <Figure name="Cost" value={money(total.cost, currency)} />
            </Figures>
            <CallsChart buckets={sinceFirstCall(buckets)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function CallsChart({ buckets }: { buckets: Schemas['Statistics']['buckets'] }) {
  return (
    <Chart
      label="Calls by 15 minutes"
      atMs={buckets.map((bucket) => Date.parse(bucket.from))}
      by="15m"
      series={[
        { name: 'Calls placed', tone: 'busy', values: buckets.map(({ placed }) => placed) },
        { name: 'Talks', tone: 'good', values: buckets.map(({ bridged }) => bridged) },
      ]}
    />
  );
}

const RateFigure = ({ rate }: { rate: CallRate | undefined }) => (
  <Figure
    name="Calls a minute"
    value={rate ? oneDecimal(rate.perMinute) : '–'}
    detail={rate && `mean of the last ${roughDuration(rate.seconds)}`}
  />
);
