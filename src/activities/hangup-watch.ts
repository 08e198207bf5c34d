/**
 * Hang-ups that no signal carried to a workflow, because Temporal was away or takes no more signals for it: the worker
 * reads them from the store and asks the carrier by itself. The call then ends as after any other hang-up.
 */
import type { CallRef } from '../domain/ids.ts';
import type { ActivityDeps } from './deps.ts';
import { followingActivities } from './following.ts';

const EVERY_MS = 1_000;
/** So long the workflow has time to do it. */
const GRACE_MS = 2_000;
const MOST_AT_ONCE = 20;
/** Before a hang-up that failed is tried again; doubles. */
const RETRY_MS = 2_000;
const RETRY_AT_MOST_MS = 60_000;

interface Log {
  warn(facts: object, message: string): void;
}

interface Failure {
  tries: number;
  notBeforeMs: number;
}

export function watchHangups(deps: ActivityDeps, log: Log): { stop(): Promise<void> } {
  const { store, nowMs } = deps;
  const following = followingActivities(deps);
  const failures = new Map<CallRef, Failure>();
  let underWay: Promise<void> | undefined;

  async function tryOne(ref: CallRef): Promise<void> {
    const { tries, notBeforeMs } = failures.get(ref) ?? { tries: 0, notBeforeMs: 0 };
    if (nowMs() < notBeforeMs) return;
    try {
      await following.hangUp(ref);
      failures.delete(ref);
    } catch (error) {
      const pauseMs = Math.min(RETRY_MS * 2 ** tries, RETRY_AT_MOST_MS);
      failures.set(ref, { tries: tries + 1, notBeforeMs: nowMs() + pauseMs });
      log.warn({ err: error, ref, tries: tries + 1 }, 'a hang-up was not sent');
    }
  }

  async function look(): Promise<void> {
    try {
      const askedBeforeMs = nowMs() - GRACE_MS;
      const refs = await store.unsentHangups({ askedBeforeMs, limit: MOST_AT_ONCE });
      for (const ref of failures.keys()) if (!refs.includes(ref)) failures.delete(ref);
      await Promise.all(refs.map(tryOne));
    } catch (error) {
      log.warn({ err: error }, 'the store does not tell which calls are to be hung up');
    }
  }

  const timer = setInterval(() => {
    underWay ??= look().finally(() => (underWay = undefined));
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
