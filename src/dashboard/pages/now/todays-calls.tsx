import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Loaded } from '../../components/feedback.tsx';
import {
  CallsChart,
  CallsPlacedFigure,
  TalksFigure,
} from '../../components/resources/call-figures.tsx';
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
            <CallsChart label="Calls by 15 minutes" by="15m" buckets={sinceFirstCall(buckets)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const RateFigure = ({ rate }: { rate: CallRate | undefined }) => (
  <Figure
    name="Calls a minute"
    value={rate ? oneDecimal(rate.perMinute) : '–'}
    detail={rate && `mean of the last ${roughDuration(rate.seconds)}`}
  />
);
