/** Times as people read them. The machine's form is in `datetime`, and the exact one in the title. */
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { nowMs } from '../clock.ts';
import { readersZone } from '../format/time/local-time.ts';
import {
  clockDuration,
  hourAndMinute,
  relative,
  secondsSince,
  timeOrDate,
} from '../format/time/times.ts';

/** Midnight of the reader's day. Texts without seconds that tick depend on it alone. */
const dayMs = computed(() => new Date(nowMs.value).setHours(0, 0, 0, 0));

interface TimeProps {
  at: string;
  /** The campaign's, shown beside the reader's own time where the two differ. */
  zone?: string | undefined;
  /** Id of what the time stands for. It is in the title. */
  of?: string;
}

export function Time({ at, zone, of }: TimeProps) {
  const other = zone && hourAndMinute(at, { zone }) !== hourAndMinute(at) ? zone : undefined;
  const text = useMemo(() => computed(() => timeOrDate(at, dayMs.value)), [at]);
  return (
    <time
      dateTime={at}
      title={`${of === undefined ? '' : `${of}, `}${at}, shown in ${readersZone}`}
    >
      {text}
      {other && (
        <span class="quiet">
          {' '}
          ({hourAndMinute(at, { zone: other })} {other})
        </span>
      )}
    </time>
  );
}

/** The time of day, where the day is known. @param zone its own time is beside the reader's where the two differ */
export function Clock({ at, zone }: { at: string; zone: string }) {
  const [own, other] = [hourAndMinute(at), hourAndMinute(at, { zone })];
  return (
    <time dateTime={at} title={`${at}, shown in ${readersZone}`} class="digits">
      <strong>{own}</strong>
      {other !== own && (
        <span class="under quiet">
          {other} {zone}
        </span>
      )}
    </time>
  );
}

/** How long something has lasted, ticking: 0:41 */
export function Since({ at }: { at: string }) {
  // Only the text changes each second: a page may have a thousand of them.
  const text = useMemo(() => computed(() => clockDuration(secondsSince(at, nowMs.value))), [at]);
  return (
    <time dateTime={at} title={`since ${timeOrDate(at, nowMs.peek())}`} class="digits">
      {text}
    </time>
  );
}

/** "in 12 min", "3 min ago" */
export function Relative({ at }: { at: string }) {
  const text = useMemo(() => computed(() => relative(at, nowMs.value)), [at]);
  return (
    <time dateTime={at} title={timeOrDate(at, nowMs.peek())}>
      {text}
    </time>
  );
}
