import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { CallsPlacedFigure, TalksFigure } from '../../components/resources/call-figures.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { count, money, percent, shareOf } from '../../format/numbers.ts';
import { roughDuration } from '../../format/times.ts';

/** How busy the agent was, and what its calls were. */
export function DayFigures({ id, from, to }: { id: string; from: string; to: string }) {
  const query = { by: 'day' as const, agent: id, from, to };
  const stats = useQuery('/v1/stats', { query }, { on: ['call.*'] });
  return (
    <Loaded query={stats} what="the figures of the day">
      {({ total, agent_time: time, currency }) => (
        <Figures>
          <Figure
            name="Occupancy"
            value={percent(time?.occupancy ?? null)}
            detail="of the time without pauses on calls and wrap-up"
          />
          <Figure name="Busy" value={roughDuration(time?.busy_seconds ?? 0)} />
          <Figure name="Idle" value={roughDuration(time?.ready_seconds ?? 0)} />
          <Figure name="Paused" value={roughDuration(time?.paused_seconds ?? 0)} />
          <CallsPlacedFigure of={total} />
          <Figure
            name="Answered"
            value={count(total.answered)}
            detail={
              total.placed > 0 &&
              `${percent(shareOf(total.answered, total.placed))} of the calls placed`
            }
          />
          <TalksFigure of={total} />
          <Figure name="Talk time" value={roughDuration(total.talk_seconds)} />
          <Figure name="Cost" value={money(total.cost, currency)} />
        </Figures>
      )}
    </Loaded>
  );
}
