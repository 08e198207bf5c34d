/** What the agent did, span by span: as bars to scale, one for each hour, and as a table. */
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { ListTable, ReadOnce, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { clockDuration, hourAndMinute, roughDuration } from '../../format/time/times.ts';
import { AGENT_ACTIVITIES, wordOf } from '../../format/words.ts';
import { hoursOf, secondsByState, type Hour } from './day-hours.ts';
import { CallLink } from '../../components/resources/links.tsx';

const COLUMNS: readonly Column<Schemas['AgentSpan']>[] = [
  { name: 'State', cell: ({ state }) => wordOf(AGENT_ACTIVITIES, state).text },
  { name: 'From', cell: ({ from }) => <Time at={from} /> },
  { name: 'To', cell: ({ to }) => (to ? <Time at={to} /> : 'goes on') },
  { name: 'Duration', numeric: true, cell: ({ seconds }) => clockDuration(seconds) },
  {
    name: 'Call or reason',
    cell: ({ call, reason, who }) => (
      <>
        {call && <CallLink call={call} />}
        {reason}
        {who && <span class="under">by {who}</span>}
      </>
    ),
  },
];

/** Of a day with more calls the rest is read by the button. */
const MOST_SPANS = 2_000;

export function DayHistory({ id, from, to }: { id: string; from: string; to: string }) {
  const request = { path: { agentId: id }, query: { from, to, limit: 200 } };
  const spans = useList('/v1/agents/{agentId}/history', request, { on: ['agent.*', 'call.*'] });
  const { items, more } = spans;
  useEffect(() => {
    if (more && items.length < MOST_SPANS) void more();
  }, [more !== undefined, items.length]);
  const hours = hoursOf(items, Date.parse(from), nowMs.value);
  return (
    <>
      {spans.readOnceAt !== undefined && <ReadOnce list={spans} />}
      {hours.length > 0 && <Hours hours={hours} />}
      <details>
        <summary>The day as a table</summary>
        <ListTable
          list={spans}
          what="the history"
          caption="What the agent did"
          columns={COLUMNS}
          keyOf={({ from: at, state }) => at + state}
          empty={<p class="quiet">Nothing is known of this day: the agent was not there.</p>}
        />
      </details>
    </>
  );
}

const Hours = ({ hours }: { hours: readonly Hour[] }) => (
  <>
    <ul class="legend" aria-label="Colours">
      {Object.entries(AGENT_ACTIVITIES).map(([state, { text }]) => (
        <li key={state} class={`span-${state}`}>
          {text}
        </li>
      ))}
    </ul>
    <div class="hours">
      {hours.map((hour) => (
        <HourBar key={hour.fromMs} hour={hour} />
      ))}
    </div>
  </>
);

function HourBar({ hour: { fromMs, parts } }: { hour: Hour }) {
  const name = hourAndMinute(new Date(fromMs).toISOString());
  const text = secondsByState(parts)
    .map(([state, seconds]) => `${wordOf(AGENT_ACTIVITIES, state).text} ${roughDuration(seconds)}`)
    .join(', ');
  return (
    <div class="hour">
      <span class="digits">{name}</span>
      <div class="hour-bar" role="img" aria-label={`${name}: ${text}`} title={text}>
        {parts.map(({ state, start, length }) => (
          <span
            key={start}
            class={`span-${state}`}
            style={{ left: `${start * 100}%`, width: `${length * 100}%` }}
          />
        ))}
      </div>
    </div>
  );
}
