/** What the strip of a day draws. */
import { nowMs } from '../../clock.ts';
import { hourAndMinute } from '../../format/time/times.ts';
import { LANES, type DayMark, type Lane } from './day-marks.ts';
import { daySpan, type Day, type Quarter } from './day-quarters.ts';

/** From and length in quarters or milliseconds, as the whole is. */
export const placed = (from: number, length: number, whole: number) => ({
  left: `${(100 * from) / whole}%`,
  width: `${(100 * length) / whole}%`,
});

export function Calls({ quarters }: { quarters: readonly Quarter[] }) {
  const most = Math.max(1, ...quarters.map((quarter) => quarter.placed));
  const bar = (tone: 'busy' | 'good', of: (quarter: Quarter) => number) =>
    quarters.map((quarter, index) =>
      of(quarter) === 0 ? null : (
        <rect
          key={tone + quarter.from}
          class={tone}
          x={index + 0.1}
          width={0.8}
          y={100 - (100 * of(quarter)) / most}
          height={(100 * of(quarter)) / most}
        />
      ),
    );
  return (
    <svg class="day-calls" viewBox={`0 0 ${quarters.length} 100`} preserveAspectRatio="none">
      {bar('busy', (quarter) => quarter.placed)}
      {bar('good', (quarter) => quarter.bridged)}
    </svg>
  );
}

const TONES: Record<Lane, 'bad' | 'quiet' | 'warn'> = {
  hold: 'bad',
  pause: 'quiet',
  alert: 'warn',
};
const LANE_NAMES = Object.keys(LANES) as Lane[];

/** A lane for each kind of mark that the day has. */
export const Marks = ({ day }: { day: Day }) => (
  <>
    {LANE_NAMES.map((lane) => {
      const marks = day.marks.filter((mark) => mark.lane === lane);
      if (marks.length === 0) return null;
      return (
        <div key={lane} class={`day-lane ${TONES[lane]}`}>
          {marks.map((mark) => (
            <span key={mark.text + mark.fromMs} style={placeOf(mark, day)} />
          ))}
          <span class="day-lane-name">{LANES[lane]}</span>
        </div>
      );
    })}
  </>
);

/** What goes on is drawn up to now. */
function placeOf({ fromMs, toMs }: DayMark, day: Day) {
  const span = daySpan(day);
  const end = Math.min(span.toMs, toMs === Infinity ? Math.max(fromMs, nowMs.value) : toMs);
  return placed(fromMs - span.fromMs, end - fromMs, span.toMs - span.fromMs);
}

const QUARTERS_A_LABEL = 16;

export const Hours = ({ quarters }: { quarters: readonly Quarter[] }) => (
  <div class="day-hours digits">
    {quarters.map(
      ({ from }, index) =>
        index % QUARTERS_A_LABEL === 0 && (
          <span key={from} style={{ left: `${(100 * index) / quarters.length}%` }}>
            {hourAndMinute(from)}
          </span>
        ),
    )}
  </div>
);
