import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Loaded } from '../../components/feedback.tsx';
import {
  CallsChart,
  CallsPlacedFigure,
  TalksFigure,
  TalkTimeAndCostFigures,
} from '../../components/resources/call-figures.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { FigureTitle } from '../../components/figure-name.tsx';
import { Section } from '../../components/page.tsx';
import { count } from '../../format/numbers.ts';
import { dayOf } from '../../format/time/times.ts';
import { readersZone as zone } from '../../format/time/local-time.ts';

/** @param live calls that are live; undefined: not read yet */
export function TodaysCalls({ live }: { live: number | undefined }) {
  const from = new Date(`${dayOf(nowMs.value)}T00:00:00`).toISOString();
  const query = { by: '15m' as const, zone, from, agent_time: 'false' };
  const stats = useQuery('/v1/stats', { query }, { on: ['call.*'] });
  return (
    <Section title="Today">
      <Loaded query={stats} what="today’s calls">
        {({ total, buckets, currency, calls_a_minute: rate }) => (
          <>
            <Figures>
              <Figure
                name={<FigureTitle figure="live" />}
                value={live === undefined ? '–' : count(live)}
              />
              <Figure name={<FigureTitle figure="calls_a_minute" />} value={count(rate)} />
              <CallsPlacedFigure of={total} />
              <TalksFigure of={total} />
              <TalkTimeAndCostFigures of={total} currency={currency} />
            </Figures>
            <CallsChart label="Calls by 15 minutes" by="15m" buckets={buckets} end="now" />
          </>
        )}
      </Loaded>
    </Section>
  );
}
