/** Following an accepted call to its end, its cost and its story. */
import { Context } from '@temporalio/activity';
import {
  deeper,
  foldEvents,
  isTerminalState,
  type CallEvent,
  type CallState,
  type CarrierState,
  type TerminalState,
} from '../domain/call-state.ts';
import { dispositionOf, spendsAttempt, type Disposition } from '../domain/disposition.ts';
import type { CallRef } from '../domain/ids.ts';
import {
  isCompleteStory,
  lookDueInMs,
  pauseAfterLookMs,
  pauseBeforeCostMs,
} from '../domain/observation.ts';
import type { Call, RecordingState } from '../store/call-store.ts';
import type { StoredEvent } from '../store/inbox-store.ts';
import type { ActivityDeps } from './deps.ts';
import { notYet } from './not-yet.ts';

/** How an accepted call ended. */
export interface Ended {
  disposition: Disposition;
  confirmed: boolean;
  /** Decimal string when the bill was settled already. */
  cost: string | null;
  /** Where the recording stands at this moment. */
  recording: RecordingState;
}

/** Looks for a call that GET does not know, and tries to reach the carrier at all. */
const LOOKS_BEFORE_BELIEVING_THE_EVENT = 3;
const TRIES_BEFORE_UNCONFIRMED = 8;

export function followingActivities(deps: ActivityDeps) {
  const { store, carrier, timing, nowMs } = deps;

  /** Writes the end of a call, from the carrier's word or, failing that, from an event's name. */
  async function writeEnd(
    call: Call,
    folded: CallState,
    word: { state: TerminalState; confirmed: boolean; cost: string | null; lost?: boolean },
  ): Promise<Ended> {
    const deepest =
      word.state === 'completed' ? 'bridged' : deeper(folded.deepest, call.deepest ?? 'accepted');
    const disposition = word.lost ? 'carrier-lost' : dispositionOf({ state: word.state, deepest });
    await store.endCall(
      call.ref,
      {
        state: word.state,
        confirmed: word.confirmed,
        disposition,
        reason: word.lost
          ? 'the carrier no longer knows the call, or it stood still too long'
          : null,
        spendsAttempt: spendsAttempt(disposition, isCompleteStory(folded.seen)),
        cost: word.cost,
        recordingExpected: deepest === 'bridged',
      },
      nowMs(),
    );
    const { cost, recording } = await store.call(call.ref);
    return { disposition, confirmed: word.confirmed, cost, recording };
  }

  async function read(
    ref: CallRef,
  ): Promise<{ call: Call; stored: StoredEvent[]; folded: CallState }> {
    const call = await store.call(ref);
    const stored = await store.events(ref);
    return { call, stored, folded: foldEvents(callEvents(stored)) };
  }

  async function look(
    call: Call,
  ): Promise<{ state: CarrierState | undefined; cost: string | null; known: boolean }> {
    const shown = await carrier.show(boundId(call));
    const known = shown.kind === 'call';
    const state = known ? shown.status : undefined;
    await store.note(call.ref, {
      kind: 'observation',
      text: known ? `GET shows ${shown.statusText || 'no status'}` : 'GET does not know the call',
      ...(state !== undefined && !isTerminalState(state) ? { observed: state } : {}),
      nowMs: nowMs(),
    });
    return { state, cost: known ? shown.cost : null, known };
  }

  return {
    /**
     * Watches a silent call until it has ended. One activity for any number of looks: while the state the
     * events show may still last, or GET shows no end, it fails with "not yet" and comes again.
     */
    async observeCall(input: {
      ref: CallRef;
      webhooks: boolean;
      /** Look at once: something came that could not be read. */
      atOnce: boolean;
    }): Promise<Ended> {
      const { call, stored, folded } = await read(input.ref);
      if (folded.ended) return confirm(input.ref);
      const deepest = deeper(folded.deepest, call.deepest ?? 'accepted');
      const progressMs = Math.max(
        call.placedAtMs ?? 0,
        ...stored.map((event) => event.receivedAtMs),
      );
      const sinceProgressMs = nowMs() - progressMs;
      const { attempt } = Context.current().info;
      const dueInMs = lookDueInMs({ deepest, sinceProgressMs, webhooks: input.webhooks }, timing);
      if (dueInMs > 0 && !(input.atOnce && attempt === 1))
        throw notYet(`${deepest}: silent, but not for too long`, dueInMs);
      const seen = await look(call);
      if (seen.state !== undefined && isTerminalState(seen.state)) {
        return writeEnd(call, folded, { state: seen.state, confirmed: true, cost: seen.cost });
      }
      if (sinceProgressMs > timing.lostAfterMs) {
        return writeEnd(call, folded, {
          state: 'failed',
          confirmed: false,
          cost: null,
          lost: true,
        });
      }
      throw notYet(describeLook(seen), pauseAfterLookMs(attempt, timing));
    },

    /** After a terminal event: believes it once GET agrees. */
    confirmCall: confirm,

    /**
     * Reads the final cost. The bill may lag behind its event, so a cost that is not there yet is asked for
     * again, with growing pauses, until the settlement deadline; then null, and the call is `unsettled`.
     */
    async settleCall(ref: CallRef): Promise<string | null> {
      const call = await store.call(ref);
      if (call.settlement === 'settled') return call.cost;
      const { cost } = await look(call);
      if (cost !== null) {
        await store.settleCall(ref, cost, nowMs());
        return cost;
      }
      if (nowMs() - (call.endedAtMs ?? 0) >= timing.settleAtMostMs) {
        await store.giveUpSettling(ref, nowMs());
        return null;
      }
      throw notYet('no cost yet', pauseBeforeCostMs(Context.current().info.attempt - 1, timing));
    },

    /**
     * All events of the call, for one that was started again or told to look; no signal needs to carry them
     * any more. `unreadable`: among those nobody had been told of was a body that could not be read.
     */
    async takeEvents(ref: CallRef): Promise<{ events: CallEvent[]; unreadable: boolean }> {
      const uncarried = await store.uncarriedEvents(ref);
      const events = callEvents(await store.events(ref));
      await store.markCarried(
        uncarried.map((event) => event.id),
        'signal',
      );
      return { events, unreadable: uncarried.some((event) => event.seq === null) };
    },

    /** Asks the carrier to end the call. Its end then comes as an event, like any other. */
    async hangUp(ref: CallRef): Promise<void> {
      const call = await store.call(ref);
      if (call.carrierCallId === null || call.state === 'ended') return;
      const answer = await carrier.destroy(call.carrierCallId);
      await store.note(ref, { kind: 'note', text: `hang-up: ${answer.kind}`, nowMs: nowMs() });
    },
  };

  async function confirm(ref: CallRef): Promise<Ended> {
    const { call, folded } = await read(ref);
    const { attempt } = Context.current().info;
    if (!folded.ended) throw new Error(`call ${ref} is confirmed before it has ended`);
    const seen = await look(call).catch((error: unknown) => {
      if (attempt < TRIES_BEFORE_UNCONFIRMED) throw error;
      return undefined;
    });
    if (seen?.state !== undefined && isTerminalState(seen.state)) {
      return writeEnd(call, folded, { state: seen.state, confirmed: true, cost: seen.cost });
    }
    // Plain evidence of a live call outweighs an event, which anybody who saw the URL could have sent.
    const isLost = nowMs() - (call.placedAtMs ?? 0) > timing.lostAfterMs;
    if (seen?.state !== undefined && !isLost) {
      throw notYet(describeLook(seen), timing.pollAtMostMs);
    }
    // GET may not know the call yet; an unreadable status never becomes readable.
    if (seen?.known === false && attempt < LOOKS_BEFORE_BELIEVING_THE_EVENT) {
      throw notYet(describeLook(seen), timing.pollMs);
    }
    return writeEnd(call, folded, { state: folded.ended, confirmed: false, cost: null });
  }
}

function boundId(call: Call): string {
  if (call.carrierCallId === null) throw new Error(`call ${call.ref} has no carrier id`);
  return call.carrierCallId;
}

function callEvents(stored: readonly StoredEvent[]): CallEvent[] {
  return stored.flatMap(({ seq, name }) => (seq === null ? [] : [{ seq, name }]));
}

function describeLook({
  state,
  known,
}: {
  state: CarrierState | undefined;
  known: boolean;
}): string {
  if (!known) return 'GET does not know the call yet';
  return `GET shows ${state ?? 'no status we know'}`;
}
