import type { FastifyBaseLogger } from 'fastify';
import { turnsEvery } from '../../background/turns.ts';
import type { Timing } from '../../domain/timing.ts';
import type { EventStore } from '../../store/events/event-store.ts';
import type { StatisticsStore } from '../../store/statistics/statistics-store.ts';

const LONGEST_EVERY_MS = 5_000;
const LEAST_EVERY_MS = 250;

/** Raises and clears alerts while the server runs, because it notices that no worker does. */
export function watchAlerts({
  store,
  timing,
  nowMs,
  log,
}: {
  store: Pick<EventStore, 'syncAlerts'> & Pick<StatisticsStore, 'lookAtAnswers'>;
  timing: Timing;
  nowMs: () => number;
  log: FastifyBaseLogger;
}): { stop(): Promise<void> } {
  const everyMs = Math.min(LONGEST_EVERY_MS, Math.max(LEAST_EVERY_MS, timing.sweepMs / 4));
  return turnsEvery(everyMs, async () => {
    await store
      .syncAlerts({ nowMs: nowMs(), timing })
      .catch((error: unknown) => log.warn({ err: error }, 'alerts could not be raised or cleared'));
    await store
      .lookAtAnswers(nowMs())
      .catch((error: unknown) => log.warn({ err: error }, 'answers could not be looked at'));
  });
}
