import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { count, money, percent } from '../../format/numbers.ts';
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
          <Figure
            name="Calls"
            value={count(total.calls)}
            detail={`${count(total.answered)} answered`}
          />
          <Figure
            name="Talks"
            value={count(total.bridged)}
            detail={`${roughDuration(total.talk_seconds)} in all`}
          />
          <Figure name="Cost" value={money(total.cost, currency)} />
        </Figures>
      )}
    </Loaded>
  );
}
