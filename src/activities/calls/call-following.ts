/** Following an accepted call to its end, its cost and its story. */
import { Context } from '@temporalio/activity';
import {
  deeper,
  FINALIZED_EVENT,
  type CallEvent,
  type TerminalState,
} from '../../domain/calls/call-state.ts';
import type { CallRef } from '../../domain/ids.ts';
import {
  pollDueInMs,
  mayBelieveEvent,
  pauseAfterPollMs,
  whyLost,
} from '../../domain/calls/polling.ts';
import { awaitsWebhooks } from '../../domain/account/webhook-health.ts';
import type { Call } from '../../store/calls/call-store.ts';
import {
  callEvents,
  createCallEndings,
  lateEnd,
  shownEnd,
  reportedEnd,
  type Ended,
  type CallEvidence,
} from './call-endings.ts';
import type { ActivityDeps } from '../deps.ts';
import { hangupActivities } from './hangup.ts';
import { createPoller, lookAgain, pauseBeforeLookMs, type PolledCall } from './polling.ts';
import { notYet } from '../not-yet.ts';
import { settlingActivities } from './settling.ts';

export function followingActivities(deps: ActivityDeps) {
  const { store, timing, nowMs } = deps;
  const look = createPoller(deps);
  const endings = createCallEndings(deps);
  const { read, writeEnd, told } = endings;

  /** The end of a live call, once GET agrees; an event alone is believed where GET cannot be had. */
  async function endByEvent(known: CallEvidence, state: TerminalState): Promise<Ended> {
    const seen = await look(known.call.ref, true);
    const word = shownEnd(seen);
    if (word) return writeEnd(known, word);
    if (seen.seen.kind === 'shown' && seen.seen.state !== undefined) {
      // Plain evidence of a live call outweighs an event, which anybody who saw the URL could have sent.
      if (why(known, seen) === undefined) throw lookAgain(seen, timing.pollAtMostMs);
    } else if (seen.seen.kind !== 'shown' && !mayBelieveEvent(seen.polls, nowMs(), timing)) {
      throw notYet(seen.polls.text, beforeBelievingMs(seen));
    }
    return writeEnd(known, reportedEnd(seen, { state, confirmed: false }));
  }

  /** The end of a live call that GET shows, or that it is lost; else it is looked at again. */
  async function endByLook(known: CallEvidence): Promise<Ended> {
    const seen = await look(known.call.ref, known.call.hangupAsked);
    const word = shownEnd(seen);
    if (word) return writeEnd(known, word);
    const lost = why(known, seen);
    if (lost === undefined) {
      const pauseMs = pauseAfterPollMs(afterSeen(known, seen), timing);
      throw lookAgain(seen, pauseBeforeLookMs(seen, pauseMs, nowMs()));
    }
    const unseen = { polls: null, recorded: false };
    return writeEnd(known, { state: 'failed', confirmed: false, cost: seen.cost, lost, ...unseen });
  }

  /** What came after the end of a call was decided: it may deepen the end, and correct the bill. */
  async function weighAgain(known: CallEvidence): Promise<Ended> {
    const { call, events, deepest } = known;
    const seen = await look(call.ref);
    if (seen.seen.kind === 'failed' && !mayBelieveEvent(seen.polls, nowMs(), timing)) {
      throw notYet(seen.polls.text, beforeBelievingMs(seen));
    }
    const word = lateEnd(known, seen);
    const ended = word ? await writeEnd(known, word) : await told(call.ref, events, deepest);
    return { ...ended, mayLag: billsOf(events) > 1 && ended.cost === call.cost };
  }

  async function isLeftToWebhooks({ call, webhookAtMs }: CallEvidence): Promise<boolean> {
    const followed = {
      placedAtMs: call.placedAtMs ?? 0,
      webhookAtMs,
      pollProgressAtMs: call.polls?.progressAtMs ?? null,
      hangupAsked: call.hangupAsked,
    };
    return awaitsWebhooks(followed, await store.webhooks(nowMs()), nowMs(), timing);
  }

  const why = ({ progressAtMs }: CallEvidence, { polls: looks }: PolledCall) =>
    whyLost({ looks, sinceProgressMs: nowMs() - progressAtMs, nowMs: nowMs() }, timing);

  const afterSeen = ({ deepest, progressAtMs }: CallEvidence, { polls: looks }: PolledCall) => ({
    deepest: deeper(deepest, looks.live?.state ?? 'accepted'),
    sinceProgressMs: nowMs() - Math.max(progressAtMs, looks.progressAtMs ?? 0),
    inVain: looks.inVain,
  });

  // However long the carrier wants to be left alone, an agent does not wait for it longer than this.
  const beforeBelievingMs = (seen: PolledCall) =>
    Math.min(pauseBeforeLookMs(seen, timing.pollMs, nowMs()), timing.unconfirmedAfterMs);

  return {
    /**
     * Watches a silent call until it has ended. One activity for any number of looks: while the state the
     * events show may still last, or GET shows no end, it fails with "not yet" and comes again. A call that
     * the carrier no longer knows, or that cannot be seen or stands still for too long, ends as lost.
     */
    async observeCall(input: {
      ref: CallRef;
      webhooks: boolean;
      /** When something came that could not be read: a look made before that does not count. */
      pokedAtMs: number | null;
    }): Promise<Ended> {
      const known = await read(input.ref);
      const { call, folded, deepest, progressAtMs } = known;
      if (call.state === 'ended') return weighAgain(known);
      if (folded.ended) return endByEvent(known, folded.ended);
      const sinceProgressMs = nowMs() - progressAtMs;
      const webhooks = input.webhooks && (await isLeftToWebhooks(known));
      const dueInMs = pollDueInMs({ deepest, sinceProgressMs, webhooks }, timing);
      if (dueInMs > 0 && !isAskedFor(call, input.pokedAtMs)) {
        throw notYet(`${deepest}: silent, but not for too long`, dueInMs);
      }
      return endByLook(known);
    },

    /**
     * After a terminal event: believes it once GET agrees. Of a call that has ended already: weighs again
     * how, with whatever was told since.
     */
    async confirmCall(ref: CallRef): Promise<Ended> {
      const known = await read(ref);
      if (known.call.state === 'ended') return weighAgain(known);
      // What told of its end turned out to be about another call.
      return known.folded.ended ? endByEvent(known, known.folded.ended) : endByLook(known);
    },

    /**
     * All events of the call, for one that was started again or told to look; no signal needs to carry them
     * any more. `unreadable`: among those nobody had been told of was a body that could not be read.
     */
    async takeEvents(ref: CallRef): Promise<{ events: CallEvent[]; unreadable: boolean }> {
      const unrelayed = await store.unrelayedEvents(ref);
      const events = callEvents(await store.events(ref));
      await store.markRelayed(
        unrelayed.map((event) => event.id),
        'signal',
      );
      return { events, unreadable: unrelayed.some((event) => event.seq === null) };
    },

    ...settlingActivities(deps, look, endings),
    ...hangupActivities(deps, look, endings),
  };
}

// Asked for by something unreadable, or due again because the last look failed.
function isAskedFor({ polls: looks }: Call, pokedAtMs: number | null): boolean {
  if (looks !== null && looks.failures > 0) return true;
  if (pokedAtMs === null) return false;
  return Context.current().info.attempt === 1 || (looks?.atMs ?? 0) < pokedAtMs;
}

const billsOf = (events: readonly CallEvent[]): number =>
  new Set(events.flatMap(({ seq, name }) => (name === FINALIZED_EVENT ? [seq] : []))).size;
