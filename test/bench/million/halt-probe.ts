/**
 * Preloaded (`node --import`) by a server or worker whose event loop is measured: answers each message `halts` with how
 * long the loop was held since the message before. The processor time is that of the main thread, which runs the loop.
 */
import { isMainThread } from 'node:worker_threads';
import { EventLoopHalts } from './event-loop-halts.ts';

const TICK_MS = 5;

// Threads of workflows and rehearsals load it as well, and have loops of their own.
if (isMainThread && process.send) {
  const halts = new EventLoopHalts(TICK_MS, performance.now(), threadCpuMs());
  const tick = () => halts.tick(performance.now(), threadCpuMs());
  setInterval(tick, TICK_MS).unref();
  process.on('message', (asked) => {
    if (asked !== 'halts') return;
    // A halt that has just ended: the timer has not run since.
    tick();
    process.send?.(halts.take());
  });
  // Listening to the parent must not keep the process alive.
  process.channel?.unref();
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
