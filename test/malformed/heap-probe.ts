/**
 * Loaded into the server's process beside the server: reports on request how much its heap holds after a collection
 * (`heap`), or for how long its event loop was held since the last request (`held`, in milliseconds).
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on('message', (asked) => {
  if (asked === 'heap') {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
    return;
  }
  process.send?.({ p99Ms: delay.percentile(99) / 1e6, longestMs: delay.max / 1e6 });
  delay.reset();
});
// Listening to the parent must not keep the server alive.
process.channel?.unref();
