/** Looking at a call by GET: one look at a time, none sooner than the last one allows, and every answer kept. */
import type { ShownCall } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { PollState, Seen } from '../../domain/calls/polling.ts';
import {
  pauseWhenCrowdedMs,
  POLLS_AT_ONCE,
  sharedPauseMs,
  takePollSlot,
} from '../../domain/calls/poll-pace.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { ActivityDeps } from '../deps.ts';
import { notYet } from '../not-yet.ts';

export interface PolledCall {
  seen: Seen;
  /** Decimal string where the call shows a final cost. */
  cost: string | null;
  /** How the looks at this call stand, this one included. */
  polls: PollState;
  /** It shares the pace of GETs with so many calls, itself among them, and is not looked at again before. */
  shared: { calls: number; pauseMs: number };
}

/** 410: there was such a call, and there never will be again. */
const GONE_STATUS = 410;

export type Looking = ReturnType<typeof createPoller>;

export function createPoller(deps: Pick<ActivityDeps, 'store' | 'carrier' | 'timing' | 'nowMs'>) {
  const { store, carrier, timing, nowMs } = deps;
  const turns = new Map<CallRef, Promise<unknown>>();
  let polls = 0;
  let nextPollMs = 0;

  async function ask(ref: CallRef, isUrgent: boolean): Promise<PolledCall> {
    const call = await store.call(ref);
    const resting = whileResting(call, nowMs());
    if (resting) return { ...resting, shared: await sharedWith(call) };
    const askedAtMs = nowMs();
    const { seen, said, cost, unreadableCost } = isUrgent
      ? await show(boundId(call))
      : await poll(call);
    const draw = Math.random();
    const look = { seen, said, unreadableCost, nowMs: nowMs(), askedAtMs, draw, timing };
    const looks = await store.notePoll(ref, look);
    return { seen, cost, polls: looks, shared: await sharedWith(call) };
  }

  /** A look that can wait does so outside: in here it would keep the POST of another call from being made. */
  async function poll(call: Call): Promise<Shown> {
    const slotMs = takePollSlot({ nextMs: nextPollMs, nowMs: nowMs() }, timing);
    if (polls >= POLLS_AT_ONCE || slotMs === undefined) {
      const { calls } = await sharedWith(call);
      const pauseMs = pauseWhenCrowdedMs({ calls, draw: Math.random() }, timing);
      throw notYet('too many other looks fell due at once', pauseMs);
    }
    nextPollMs = slotMs;
    polls += 1;
    try {
      return await show(boundId(call));
    } finally {
      polls -= 1;
    }
  }

  async function sharedWith({ state }: Call): Promise<PolledCall['shared']> {
    const { live, unsettled } = await store.polledCalls();
    const calls = state === 'ended' ? unsettled : live;
    return { calls, pauseMs: sharedPauseMs(calls, timing) };
  }

  async function show(id: string): Promise<Shown> {
    try {
      return readShown(await carrier.show(id));
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      if (error.status === GONE_STATUS) return readShown({ kind: 'not-found' });
      const said = `GET failed: ${error.message}`;
      return {
        seen: { kind: 'failed', askedMs: error.retryAfterMs },
        said,
        cost: null,
        unreadableCost: null,
      };
    }
  }

  /**
   * Waits for a look at the same call that is under way, then makes its own: what that one read may be
   * older than what was told since. A GET that fails is an answer too; nothing the carrier does throws. An agent waits
   * for an urgent look; any other one is "not yet" where too many are under way.
   */
  return async function look(ref: CallRef, isUrgent = false): Promise<PolledCall> {
    const before = turns.get(ref) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => ask(ref, isUrgent));
    turns.set(ref, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(ref) === turn) turns.delete(ref);
    }
  };
}

/** The carrier asked to be left alone, or failed just now: nobody asks it, and nothing new is known. */
function whileResting(
  { polls: looks }: Call,
  nowMs: number,
): Omit<PolledCall, 'shared'> | undefined {
  if (looks === null || looks.notBeforeMs <= nowMs) return undefined;
  return { seen: { kind: 'failed', askedMs: undefined }, cost: null, polls: looks };
}

interface Shown {
  seen: Seen;
  /** Without anything that the carrier wrote: it reaches histories. */
  said: string;
  cost: string | null;
  unreadableCost: string | null;
}

function readShown(shown: ShownCall): Shown {
  if (shown.kind === 'not-found') {
    const said = 'GET does not know the call';
    return { seen: { kind: 'gone' }, said, cost: null, unreadableCost: null };
  }
  const { status: state, statusText, cost, recordingUrl, unreadableCost } = shown;
  const word = state ?? (statusText === '' ? 'no status' : 'a status we do not know');
  const recorded = recordingUrl !== null;
  const more = [
    ...(recorded ? [' and a recording'] : []),
    ...(unreadableCost === null ? [] : [' and a cost that cannot be read']),
  ];
  const said = `GET shows ${word}${more.join('')}`;
  return { seen: { kind: 'shown', state, recorded }, said, cost, unreadableCost };
}

function boundId(call: Call): string {
  if (call.carrierCallId === null) throw new Error(`call ${call.ref} has no carrier id`);
  return call.carrierCallId;
}

/** Not before the calls that share the pace of GETs have had their turn. */
export function lookAgain({ polls: looks, shared }: PolledCall, pauseMs: number, what = ''): Error {
  if (shared.pauseMs <= pauseMs) return notYet(what + looks.text, pauseMs);
  const seconds = Math.ceil(shared.pauseMs / 1_000);
  const why = `next look in ${seconds} s, as ${shared.calls} calls share the looks`;
  return notYet(`${what}${looks.text}; ${why}`, shared.pauseMs);
}

/** A look that failed sets when the next one may be made. */
export const pauseBeforeLookMs = (
  { polls: looks }: PolledCall,
  otherwiseMs: number,
  nowMs: number,
): number => Math.max(looks.failures > 0 ? looks.notBeforeMs - nowMs : otherwiseMs, 1);
