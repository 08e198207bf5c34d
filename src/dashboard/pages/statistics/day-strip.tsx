/** A day as one strip: its calls by quarters of an hour, and what stood in their way below them. */
import { useState } from 'preact/hooks';
import { nowMs } from '../../clock.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { Calls, Hours, Marks, placed } from './day-lanes.tsx';
import { quarterByKey, quarterText, shownFirst, type Day } from './day-quarters.ts';
import { DayTable } from './day-table.tsx';
import type { StatisticsSpan } from './statistics-query.ts';
import { useDay } from './use-day.ts';

export function DayStrip({ span }: { span: StatisticsSpan }) {
  const { stats, marks } = useDay(span);
  return (
    <Section title="The day">
      <Loaded query={stats} what="the day">
        {({ buckets }) => <Strip key={span.from} day={{ quarters: buckets, marks }} />}
      </Loaded>
    </Section>
  );
}

/** A slider: one stop for the keyboard, whose arrows go through the day, and one text for a screen reader. */
function Strip({ day }: { day: Day }) {
  const { quarters } = day;
  const [chosen, setChosen] = useState<number>();
  const index = chosen ?? shownFirst(day, nowMs.value);
  const text = quarterText(day, index);
  const point = ({ clientX, currentTarget }: { clientX: number; currentTarget: EventTarget }) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * quarters.length);
    setChosen(Math.min(quarters.length - 1, Math.max(0, at)));
  };
  return (
    <figure class="day-strip chart">
      <div
        class="day-lanes"
        role="slider"
        tabIndex={0}
        aria-label="Quarter of an hour"
        aria-valuemin={0}
        aria-valuemax={quarters.length - 1}
        aria-valuenow={index}
        aria-valuetext={text}
        onPointerDown={point}
        onPointerMove={point}
        onKeyDown={(event) => {
          const next = quarterByKey(event.key, index, quarters.length);
          if (next === undefined) return;
          event.preventDefault();
          setChosen(next);
        }}
      >
        <Calls quarters={quarters} />
        <Marks day={day} />
        <Hours quarters={quarters} />
        <span class="day-chosen" style={placed(index, 1, quarters.length)} />
      </div>
      <p aria-hidden="true">{text}</p>
      <DayTable day={day} />
    </figure>
  );
}
