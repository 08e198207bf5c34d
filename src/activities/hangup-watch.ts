/**
 * Hang-ups that no signal carried to a workflow, because Temporal was away or takes no more signals for it: the worker
 * reads them from the store, asks the carrier by itself, and then looks by GET until the call has ended: its agent waits
 * for that, and no webhook may come.
 */
import type { CallRef } from '../domain/ids.ts';
import type { Activities } from './create-activities.ts';
import type { ActivityDeps } from './deps.ts';
import { isNotYet } from './not-yet.ts';

const EVERY_MS = 1_000;
/** So long the workflow has time to do it. */
const GRACE_MS = 2_000;
const MOST_AT_ONCE = 20;
/** Before a hang-up that failed is tried again, or a call that is not over yet looked at again; doubles. */
const RETRY_MS = 2_000;
const RETRY_AT_MOST_MS = 60_000;

interface Log {
  warn(facts: object, message: string): void;
}

interface Failure {
  tries: number;
  notBeforeMs: number;
}

/** @param following the worker's own activities, so that a call is looked at once at a time whoever looks */
export function watchHangups(
  { store, nowMs }: Pick<ActivityDeps, 'store' | 'nowMs'>,
  following: Pick<Activities, 'hangUp' | 'confirmCall'>,
  log: Log,
): { stop(): Promise<void> } {
  const failures = new Map<CallRef, Failure>();
  /** The carrier was asked to end them, and GET has not shown their end. */
  const ending = new Set<CallRef>();
  let underWay: Promise<void> | undefined;

  const isDue = (ref: CallRef) => nowMs() >= (failures.get(ref)?.notBeforeMs ?? 0);

  async function tryOne(ref: CallRef): Promise<void> {
    try {
      if (!ending.has(ref)) {
        await following.hangUp(ref);
        ending.add(ref);
        failures.delete(ref);
      }
      await following.confirmCall(ref);
      ending.delete(ref);
      failures.delete(ref);
    } catch (error) {
      const tries = failures.get(ref)?.tries ?? 0;
      const pauseMs = Math.min(RETRY_MS * 2 ** tries, RETRY_AT_MOST_MS);
      failures.set(ref, { tries: tries + 1, notBeforeMs: nowMs() + pauseMs });
      if (isNotYet(error)) return;
      const what = ending.has(ref)
        ? 'the end of a hung-up call was not read'
        : 'a hang-up was not sent';
      log.warn({ err: error, ref, tries: tries + 1 }, what);
    }
  }

  async function look(): Promise<void> {
    try {
      const askedBeforeMs = nowMs() - GRACE_MS;
      const unsent = await store.unsentHangups({ askedBeforeMs, limit: MOST_AT_ONCE });
      const refs = new Set([...unsent, ...ending]);
      for (const ref of failures.keys()) if (!refs.has(ref)) failures.delete(ref);
      await Promise.all([...refs].filter(isDue).slice(0, MOST_AT_ONCE).map(tryOne));
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
