/** The callbacks to come, by the days of the reader. */
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import type { List } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Loading, ProblemNote } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Section } from '../../components/page.tsx';
import { More } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { dayAfter, dayStartMs } from '../../format/local-day.ts';
import { count } from '../../format/numbers.ts';
import { dayOf } from '../../format/times.ts';
import { address, setQuery } from '../../router.ts';
import { callbacksOn, comesAt, weekOf } from './calendar-days.ts';

type Callback = Schemas['Callback'];

/** More are read by the button. */
const MOST = 1_000;

export function Calendar({ list, by }: { list: List<Callback>; by: 'day' | 'week' }) {
  const { items, loaded, problem, more } = list;
  useEffect(() => {
    if (more && items.length < MOST) void more();
  }, [more !== undefined, items.length]);
  const asked = address.value.query.get('day') ?? '';
  const day = dayStartMs(asked) === undefined ? dayOf(nowMs.value) : asked;
  const days = by === 'week' ? weekOf(day) : [day];
  const move = (steps: number) => setQuery({ day: dayAfter(day, steps * days.length) });
  return (
    <>
      <div class="filters">
        <TextField
          label="Day"
          type="date"
          value={day}
          onValue={(value) => setQuery({ day: value })}
        />
        <div class="actions">
          <button type="button" onClick={() => move(-1)}>
            Before
          </button>
          <button type="button" onClick={() => move(1)}>
            After
          </button>
        </div>
      </div>
      {problem && <ProblemNote problem={problem} what="The callbacks cannot be read:" />}
      {!loaded && !problem && <Loading what="the callbacks" />}
      <p class="quiet">
        Times are yours; the callback’s own is beside them. Recurring callbacks show their next
        turn.
        {more && ` The first ${count(items.length)} callbacks were read.`}
      </p>
      <div class={by === 'week' ? 'week' : ''}>
        {days.map((each) => (
          <Section key={each} title={dayName(each)}>
            <CallbacksOfDay callbacks={callbacksOn(items, each)} />
          </Section>
        ))}
      </div>
      <More more={items.length >= MOST ? more : undefined} />
    </>
  );
}

const dayName = (day: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'short' }).format(
    dayStartMs(day),
  );

const CallbacksOfDay = ({ callbacks }: { callbacks: readonly Callback[] }) =>
  callbacks.length === 0 ? (
    <p class="quiet">No callbacks</p>
  ) : (
    <ul class="day-list">
      {callbacks.map((callback) => (
        <li key={callback.id} class="card">
          <Time at={comesAt(callback)!} zone={callback.zone} />
          <a href={`/callbacks/${callback.id}`}>{callback.name ?? callback.number}</a>
        </li>
      ))}
    </ul>
  );
