import { nowMs } from '../../clock.ts';
import { dateAndTime } from '../../format/time/times.ts';

/** Both ends with their dates: a span often begins and ends at midnight. */
export function Span({ from, to }: { from: string; to: string }) {
  return (
    <>
      <time dateTime={from}>{dateAndTime(from, nowMs.value)}</time> to{' '}
      <time dateTime={to}>{dateAndTime(to, nowMs.value)}</time>
    </>
  );
}
