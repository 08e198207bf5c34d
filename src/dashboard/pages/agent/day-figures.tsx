import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import {
  AgentRangFigure,
  TalksFigure,
  TalkTimeAndCostFigures,
} from '../../components/resources/call-figures.tsx';
import { FigureTitle } from '../../components/figure-name.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { count, percent, shareOf } from '../../format/numbers.ts';
import { roughDuration } from '../../format/time/times.ts';

/** How busy the agent was, and what its calls were. */
export function DayFigures({ id, from, to }: { id: string; from: string; to: string }) {
  const query = { by: 'day' as const, agent: id, from, to };
  const stats = useQuery('/v1/stats', { query }, { on: ['call.*'] });
  return (
    <Loaded query={stats} what="the figures of the day">
      {({ total, agent_time: time, currency }) => (
        <Figures>
          <Figure
            name={<FigureTitle figure="occupancy" />}
            value={percent(time?.occupancy ?? null)}
          />
          <Figure
            name={<FigureTitle figure="busy_seconds" />}
            value={roughDuration(time?.busy_seconds ?? 0)}
          />
          <Figure
            name={<FigureTitle figure="ready_seconds" />}
            value={roughDuration(time?.ready_seconds ?? 0)}
          />
          <Figure
            name={<FigureTitle figure="paused_seconds" />}
            value={roughDuration(time?.paused_seconds ?? 0)}
          />
          <AgentRangFigure of={total} />
          <Figure
            name={<FigureTitle figure="answered" />}
            value={count(total.answered)}
            detail={
              total.agent_rang > 0 &&
              `${percent(shareOf(total.answered, total.agent_rang))} of the calls that rang`
            }
          />
          <TalksFigure of={total} />
          <TalkTimeAndCostFigures of={total} currency={currency} />
        </Figures>
      )}
    </Loaded>
  );
}
