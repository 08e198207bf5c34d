/** The turns of callbacks, past and planned, by the days of the reader. */
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { AsOf, Note } from '../../components/feedback.tsx';
import { ListState } from '../../components/lists/table.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { Clock } from '../../components/time.tsx';
import { dayAfter, dayStartMs, spanOfDays } from '../../format/time/local-day.ts';
import { count } from '../../format/numbers.ts';
import { dayOf, dayName } from '../../format/time/times.ts';
import { sentence, TURN_STATES, wordOf } from '../../format/words.ts';
import { address, inAddress, setQuery } from '../../router.ts';
import { turnsByDay, weekOf } from './calendar-days.ts';

type Turn = Schemas['CalendarTurn'];

/** The most that the server lists at once. */
const MOST = 1_000;

export function Calendar({ by, showAs }: { by: 'day' | 'week'; showAs: ComponentChildren }) {
  const asked = address.value.query.get('day') ?? '';
  const today = dayOf(nowMs.value);
  const day = dayStartMs(asked) === undefined ? today : asked;
  const days = by === 'week' ? weekOf(day) : [day];
  const { data, problem, asOf } = useQuery(
    '/v1/callbacks/turns',
    { query: { ...spanOfDays(days[0]!, days.at(-1)), limit: MOST } },
    { on: ['call.*', 'contact.*'], pollMs: 5_000 },
  );
  const turns = data && turnsByDay(data.data);
  return (
    <>
      <div class="filters">
        {showAs}
        <DayChoice day={day} today={today} by={by} />
      </div>
      <ListState list={{ loaded: data !== undefined, problem }} what="the calendar" />
      <AsOf at={asOf} />
      {data?.more && (
        <Note tone="warn">
          {`Only ${count(data.data.length)} turns are shown. `}
          {by === 'week' && 'Choose a single day to see more of it.'}
        </Note>
      )}
      {turns && (
        <div class={by === 'week' ? 'week' : ''}>
          {days.map((each) => (
            <section key={each} class={each === today ? 'day today' : 'day'}>
              <h2>
                {by === 'week' ? (
                  <a href={`/callbacks?view=day&day=${each}`}>{dayName(each, 'short')}</a>
                ) : (
                  dayName(each, 'long')
                )}
              </h2>
              <TurnsOfDay turns={turns.get(each) ?? []} />
            </section>
          ))}
        </div>
      )}
    </>
  );
}

function DayChoice({ day, today, by }: { day: string; today: string; by: 'day' | 'week' }) {
  const move = (steps: number) => setQuery({ day: dayAfter(day, steps * (by === 'week' ? 7 : 1)) });
  return (
    <>
      <TextField label="Day" type="date" {...inAddress('day', day)} />
      <div class="actions">
        <button type="button" onClick={() => move(-1)}>
          Previous {by}
        </button>
        <button type="button" disabled={day === today} onClick={() => setQuery({ day: '' })}>
          Today
        </button>
        <button type="button" onClick={() => move(1)}>
          Next {by}
        </button>
      </div>
    </>
  );
}

const TurnsOfDay = ({ turns }: { turns: readonly Turn[] }) =>
  turns.length === 0 ? (
    <p class="quiet">No callbacks</p>
  ) : (
    <ul class="day-list">
      {turns.map((turn) => (
        <li key={`${turn.callback_id} ${turn.turn ?? turn.at}`}>
          <Clock at={turn.at} zone={turn.zone} />
          <a href={`/callbacks/${turn.callback_id}`}>{turn.name ?? turn.number}</a>
          <Outcome turn={turn} />
        </li>
      ))}
    </ul>
  );

/** Nothing more is said of a turn that is only planned. */
function Outcome({ turn: { state, reason, text, disposition, ref } }: { turn: Turn }) {
  if (state === 'scheduled') return null;
  const why = text ?? sentence(disposition ?? reason ?? '');
  return (
    <span class="under">
      <Badge {...wordOf(TURN_STATES, state)} />{' '}
      {ref ? <a href={`/calls/${ref}`}>{why || 'Its call'}</a> : why}
    </span>
  );
}
