/**
 * Sends hang-ups that reached no workflow, because Temporal was down or accepts no more signals for it. The worker takes
 * them from the store, asks the carrier, and then polls until the call has ended, because its agent waits for the end and
 * no webhook may come.
 */
import { turnsEvery } from '../../background/turns.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { Activities } from '../create-activities.ts';
import type { ActivityDeps } from '../deps.ts';
import { isNotYet } from '../not-yet.ts';

const EVERY_MS = 1_000;
/** Limit for hang-ups to send, and the same limit for ends to poll. */
export const MOST_AT_ONCE = 20;
/** Longer than a hang-up request and one GET. After this time, another worker takes over the hang-up of a killed worker. */
const LEASE_MS = 30_000;
/** Pause before a call that has not ended is polled again. It doubles each time. */
const RETRY_MS = 2_000;
const RETRY_AT_MOST_MS = 60_000;

interface Log {
  warn(facts: object, message: string): void;
}

interface Ending {
  tries: number;
  notBeforeMs: number;
}

/** @param following the worker's own activities, so that the process makes only one GET of a call at a time */
export function watchHangups(
  { store, nowMs }: Pick<ActivityDeps, 'store' | 'nowMs'>,
  following: Pick<Activities, 'hangUp' | 'confirmCall'>,
  log: Log,
): { stop(): Promise<void> } {
  /** Calls whose hang-up was sent and whose end GET has not shown yet. */
  const endings = new Map<CallRef, Ending>();

  async function hangUp(ref: CallRef): Promise<void> {
    try {
      await following.hangUp(ref);
    } catch (error) {
      // The store decides when it is retried.
      return log.warn({ err: error, ref }, 'a hang-up was not sent');
    }
    await readEnd(ref, 0);
  }

  async function readEnd(ref: CallRef, tries: number): Promise<void> {
    try {
      await following.confirmCall(ref);
      endings.delete(ref);
    } catch (error) {
      const pauseMs = Math.min(RETRY_MS * 2 ** tries, RETRY_AT_MOST_MS);
      endings.set(ref, { tries: tries + 1, notBeforeMs: nowMs() + pauseMs });
      if (isNotYet(error)) return;
      log.warn({ err: error, ref, tries: tries + 1 }, 'the end of a hung-up call was not read');
    }
  }

  /** The longest due come first, so that none is left out. */
  const dueEndings = () =>
    [...endings]
      .filter(([, { notBeforeMs }]) => notBeforeMs <= nowMs())
      .sort(([, one], [, other]) => one.notBeforeMs - other.notBeforeMs)
      .slice(0, MOST_AT_ONCE);

  async function round(): Promise<void> {
    try {
      const taken = { nowMs: nowMs(), leaseMs: LEASE_MS, limit: MOST_AT_ONCE };
      const refs = await store.takeHangups(taken);
      const due = dueEndings().map(([ref, { tries }]) => readEnd(ref, tries));
      await Promise.all([...refs.map(hangUp), ...due]);
    } catch (error) {
      log.warn({ err: error }, 'the calls to hang up could not be read from the store');
    }
  }

  return turnsEvery(EVERY_MS, round);
}
