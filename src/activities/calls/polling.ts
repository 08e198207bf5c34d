/** Polls calls by GET: one GET of a call at a time, none sooner than the last answer allows. Every answer is stored. */
import type { CarrierClient, ShownCall } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import {
  pauseWhenCrowdedMs,
  POLLS_AT_ONCE,
  sharedPauseMs,
  takePollSlot,
} from '../../domain/calls/poll-pace.ts';
import { isResting, type PollState, type Seen } from '../../domain/calls/polling.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { Timing } from '../../domain/timing.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { Store } from '../../store/store.ts';
import { notYet } from '../not-yet.ts';
import { showOrError } from './show-or-error.ts';

export interface PolledCall {
  seen: Seen;
  /** The poll state after this poll. */
  polls: PollState;
  /** Asked only before another poll: most polls show the end. */
  shared: () => Promise<SharedPace>;
}

/** The number of calls that share the pace of GETs, including this one, and the pause before its next poll. */
interface SharedPace {
  calls: number;
  pauseMs: number;
}

/** 410: the call existed and is gone for good. */
export const GONE_STATUS = 410;

interface PollerDeps {
  store: Store;
  carrier: CarrierClient;
  timing: Timing;
  nowMs: () => number;
}

/** Polls the calls of one process, and limits the number and pace of its GETs. */
export class Poller {
  readonly #deps: PollerDeps;
  /** The latest poll of each call that is being polled. */
  readonly #turns = new Map<CallRef, Promise<unknown>>();
  #underWay = 0;
  #nextPollMs = 0;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /**
   * Waits for a running poll of the same call, then polls again, because the running poll may miss the latest changes. A
   * GET that fails counts as an answer: no behaviour of the carrier makes this throw. An urgent poll is one that an agent
   * waits for. All others fail with "not yet" if too many are running.
   * @param call as it was just read
   */
  async poll(call: Call, isUrgent = false): Promise<PolledCall> {
    const { ref } = call;
    const before = this.#turns.get(ref);
    const turn = before
      ? before.catch(() => undefined).then(() => this.#pollAgain(ref, isUrgent))
      : this.#pollNow(call, isUrgent);
    this.#turns.set(ref, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(ref) === turn) this.#turns.delete(ref);
    }
  }

  async #pollAgain(ref: CallRef, isUrgent: boolean): Promise<PolledCall> {
    return this.#pollNow(await this.#deps.store.call(ref), isUrgent);
  }

  async #pollNow(call: Call, isUrgent: boolean): Promise<PolledCall> {
    const { store, carrier, timing, nowMs } = this.#deps;
    const shared = () => this.#sharedWith(call);
    const resting = whileResting(call, nowMs(), timing);
    if (resting) return { ...resting, shared };
    const askedAtMs = nowMs();
    const id = boundId(call);
    const shown = isUrgent
      ? readShown(await showOrError(carrier, id))
      : await this.#showInTurn(call, id);
    const random = Math.random();
    const poll = { ...shown, nowMs: nowMs(), askedAtMs, random, timing };
    const polls = await store.notePoll(call.ref, poll);
    return { seen: shown.seen, polls, shared };
  }

  /** Fails with "not yet" instead of waiting, because a waiting activity could delay the POST of another call. */
  async #showInTurn(call: Call, id: string): Promise<Shown> {
    const { carrier, timing, nowMs } = this.#deps;
    const slotMs = takePollSlot({ nextMs: this.#nextPollMs, nowMs: nowMs() }, timing);
    if (this.#underWay >= POLLS_AT_ONCE || slotMs === undefined) {
      const { calls } = await this.#sharedWith(call);
      const pauseMs = pauseWhenCrowdedMs({ calls, random: Math.random() }, timing);
      throw notYet('too many other polls are due at once', pauseMs);
    }
    this.#nextPollMs = slotMs;
    this.#underWay += 1;
    try {
      return readShown(await showOrError(carrier, id));
    } finally {
      this.#underWay -= 1;
    }
  }

  async #sharedWith({ state }: Call): Promise<SharedPace> {
    const { live, unsettled } = await this.#deps.store.polledCalls();
    const calls = state === 'ended' ? unsettled : live;
    return { calls, pauseMs: sharedPauseMs(calls, this.#deps.timing) };
  }
}

/** After the carrier asked for a pause or failed, no GET is made until the pause is over. */
function whileResting(
  { polls }: Call,
  nowMs: number,
  timing: Timing,
): Omit<PolledCall, 'shared'> | undefined {
  if (polls === null || !isResting(polls, nowMs, timing)) return undefined;
  return { seen: { kind: 'failed', askedMs: undefined }, polls };
}

interface Shown {
  seen: Seen;
  /** Contains no text of the carrier, because it is stored in histories. */
  text: string;
}

function readShown(shown: ShownCall | CarrierError): Shown {
  if (shown instanceof CarrierError) {
    if (shown.status === GONE_STATUS) return readShown({ kind: 'not-found' });
    const seen: Seen = { kind: 'failed', askedMs: shown.retryAfterMs };
    return { seen, text: `GET failed: ${shown.message}` };
  }
  if (shown.kind === 'not-found')
    return { seen: { kind: 'gone' }, text: 'GET does not know the call' };
  const { status: state, statusText, cost, recordingUrl, unreadableCost } = shown;
  const status = state ?? (statusText === '' ? 'no status' : 'a status we do not know');
  const recorded = recordingUrl !== null;
  const more = [
    ...(recorded ? [' and a recording'] : []),
    ...(unreadableCost === null ? [] : [' and a cost that cannot be read']),
  ];
  const text = `GET shows ${status}${more.join('')}`;
  return { seen: { kind: 'shown', state, recorded, cost, unreadableCost }, text };
}

function boundId(call: Call): string {
  if (call.carrierCallId === null) throw new Error(`call ${call.ref} has no carrier id`);
  return call.carrierCallId;
}

/** Fails with "not yet" for `pauseMs`, or longer if many calls share the pace of GETs. */
export async function pollAgain(
  { polls, shared }: PolledCall,
  pauseMs: number,
  what = '',
): Promise<Error> {
  const { calls, pauseMs: sharedMs } = await shared();
  if (sharedMs <= pauseMs) return notYet(what + polls.text, pauseMs);
  const why = `next poll in ${Math.ceil(sharedMs / 1_000)} s, as ${calls} calls share the polls`;
  return notYet(`${what}${polls.text}; ${why}`, sharedMs);
}

/** The pause before the next poll. After a failed poll it is at least the time that the failure demands. */
export const pauseBeforePollMs = (
  { polls }: PolledCall,
  otherwiseMs: number,
  nowMs: number,
): number => Math.max(polls.failures > 0 ? polls.notBeforeMs - nowMs : otherwiseMs, 1);
