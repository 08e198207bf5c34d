/** Says whether the page is live, and how old its data is if it is not. */
import { streamState } from '../api/event-feed.ts';
import { oldestReadAtMs } from '../api/query.ts';
import { nowMs } from '../clock.ts';
import { roughDuration } from '../format/time/times.ts';

/** Older data is named. */
const FRESH_FOR_MS = 2_000;

const WITHOUT_STREAM =
  'No event stream is open, so everything is read again every 1.5 seconds. All streams of the key or the server may be in use.';

export function Freshness() {
  // The clock's tick makes this run each second.
  void nowMs.value;
  const ageMs = oldestReadAtMs.value === undefined ? 0 : performance.now() - oldestReadAtMs.value;
  if (ageMs > FRESH_FOR_MS) {
    return (
      <p class="freshness warn" role="status">
        {roughDuration(ageMs / 1_000)} old<span class="wide">, reading again</span>
      </p>
    );
  }
  return streamState.value === 'open' ? (
    <p class="freshness good">Live</p>
  ) : (
    <p class="freshness quiet" title={WITHOUT_STREAM}>
      Every 2 s
    </p>
  );
}
