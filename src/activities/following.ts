/** Following an accepted call to its end, its cost and its story. */
import { Context } from '@temporalio/activity';
import {
  deeper,
  foldEvents,
  FINALIZED_EVENT,
  isKnownEvent,
  isCompleteStory,
  isTerminalState,
  shownEventName,
  type CallEvent,
  type CallState,
  type LiveState,
  type TerminalState,
} from '../domain/call-state.ts';
import { dispositionOf, spendsAttempt, type Disposition } from '../domain/disposition.ts';
import type { CallRef } from '../domain/ids.ts';
import { weighedOf, type Weighed } from '../domain/late-event.ts';
import {
  isAgentLegSeen,
  isBillOverdue,
  lookDueInMs,
  mayBelieveEvent,
  pauseAfterLookMs,
  pauseBeforeCostMs,
  whyLost,
  type Looks,
} from '../domain/observation.ts';
import { awaitsWebhooks } from '../domain/webhook-health.ts';
import type { Call, RecordingState, Settlement } from '../store/call-store.ts';
import type { StoredEvent } from '../store/inbox-store.ts';
import type { ActivityDeps } from './deps.ts';
import { askToHangUp, hangupNotTaken } from './hangup.ts';
import { createLooking, type Look } from './looking.ts';
import { notYet } from './not-yet.ts';

/** How an accepted call ended, as far as is known. */
export interface Ended {
  disposition: Disposition;
  /** Why, where the disposition alone does not say it. */
  reason: string | null;
  /** Decimal string when the bill is known. */
  cost: string | null;
  settlement: Settlement;
  /** Where the recording stands at this moment. */
  recording: RecordingState;
  /** The evidence behind it: an event that says more is weighed again. */
  weighed: Weighed;
  /** More than one bill was announced, and the last look showed the cost that was known before: it may lag. */
  mayLag: boolean;
}

/** A call and everything its webhooks have said. */
interface Known {
  call: Call;
  /** When the last webhook came that says something. */
  heardAtMs: number | null;
  events: CallEvent[];
  folded: CallState;
  deepest: LiveState;
  /** The last that is known to have moved the call on: its POST, an event, a look that showed more. */
  progressAtMs: number;
}

/** How a call ended, from whoever says so. */
interface Word {
  state: TerminalState;
  confirmed: boolean;
  cost: string | null;
  /** The looks at the call, where the carrier says so itself. */
  looks: Looks | null;
  /** It has a recording: it was bridged, whatever its events have told. */
  recorded: boolean;
  /** Nobody says so: the carrier has lost the call. */
  lost?: string;
}

export function followingActivities(deps: ActivityDeps) {
  const { store, timing, nowMs } = deps;
  const look = createLooking(deps);

  async function read(ref: CallRef): Promise<Known> {
    const call = await store.call(ref);
    const stored = await store.events(ref);
    const events = callEvents(stored);
    const folded = foldEvents(events);
    const deepest = deeper(folded.deepest, call.deepest ?? 'accepted');
    const heardAtMs = lastHeardAt(stored);
    return { call, heardAtMs, events, folded, deepest, progressAtMs: progressOf(call, heardAtMs) };
  }

  /** Writes the end of a call, or says better how it ended; the store keeps the deepest that was said. */
  async function writeEnd(known: Known, word: Word): Promise<Ended> {
    const { call, events, folded, deepest } = known;
    const reached = word.state === 'completed' || word.recorded ? 'bridged' : deepest;
    const agentLegSeen = isAgentLegSeen({ events: folded.seen, looks: word.looks }, timing);
    const said = dispositionOf({ state: word.state, deepest: reached, agentLegSeen });
    const disposition = word.lost === undefined ? said : 'carrier-lost';
    const written = await store.endCall(
      call.ref,
      {
        state: word.state,
        deepest: reached,
        confirmed: word.confirmed,
        disposition,
        reason: word.lost ?? null,
        spendsAttempt: spendsAttempt(disposition, isCompleteStory(folded.seen)),
        cost: word.cost,
        recordingExpected: reached === 'bridged',
        heard: word.confirmed && deps.publicUrl !== undefined ? known.heardAtMs !== null : null,
      },
      nowMs(),
    );
    // A leg was told of while the carrier was asked: its event has been taken note of, and counts.
    if (written === 'outdated') return writeEnd(await read(call.ref), word);
    deps.agentFreed.ring();
    return told(call.ref, events, reached);
  }

  async function told(ref: CallRef, events: CallEvent[], deepest: LiveState): Promise<Ended> {
    const call = await store.call(ref);
    const { disposition, reason, cost, recording } = call;
    if (disposition === null) throw new Error(`call ${ref} has no disposition`);
    const legUnknown = disposition === 'leg-unknown';
    const weighed = weighedOf(events, { deepest, confirmed: call.confirmed === true, legUnknown });
    // For its workflow the bill is open until GET has told it, or is overdue.
    const settlement = isBilled(call) ? call.settlement : 'open';
    return { disposition, reason, cost, settlement, recording, weighed, mayLag: false };
  }

  /** The end of a live call, once GET agrees; an event alone is believed where GET cannot be had. */
  async function endByEvent(known: Known, state: TerminalState): Promise<Ended> {
    const seen = await look(known.call.ref, true);
    const word = terminalWord(seen);
    if (word) return writeEnd(known, word);
    if (seen.seen.kind === 'shown' && seen.seen.state !== undefined) {
      // Plain evidence of a live call outweighs an event, which anybody who saw the URL could have sent.
      if (why(known, seen) === undefined) throw lookAgain(seen, timing.pollAtMostMs);
    } else if (seen.seen.kind !== 'shown' && !mayBelieveEvent(seen.looks, nowMs(), timing)) {
      throw notYet(seen.looks.said, beforeBelievingMs(seen));
    }
    return writeEnd(known, toldWord(seen, { state, confirmed: false }));
  }

  /** The end of a live call that GET shows, or that it is lost; else it is looked at again. */
  async function endByLook(known: Known): Promise<Ended> {
    const seen = await look(known.call.ref, known.call.hangupAsked);
    const word = terminalWord(seen);
    if (word) return writeEnd(known, word);
    const lost = why(known, seen);
    if (lost === undefined) {
      throw lookAgain(seen, pauseMs(seen, pauseAfterLookMs(afterSeen(known, seen), timing)));
    }
    const unseen = { looks: null, recorded: false };
    return writeEnd(known, { state: 'failed', confirmed: false, cost: seen.cost, lost, ...unseen });
  }

  /** What came after the end of a call was decided: it may deepen the end, and correct the bill. */
  async function weighAgain(known: Known): Promise<Ended> {
    const { call, events, deepest } = known;
    const seen = await look(call.ref);
    if (seen.seen.kind === 'failed' && !mayBelieveEvent(seen.looks, nowMs(), timing)) {
      throw notYet(seen.looks.said, beforeBelievingMs(seen));
    }
    const word = lateWord(known, seen);
    const ended = word ? await writeEnd(known, word) : await told(call.ref, events, deepest);
    return { ...ended, mayLag: billsOf(events) > 1 && ended.cost === call.cost };
  }

  async function isLeftToWebhooks({ call, heardAtMs }: Known): Promise<boolean> {
    const followed = {
      placedAtMs: call.placedAtMs ?? 0,
      heardAtMs,
      progressLookAtMs: call.looks?.progressAtMs ?? null,
      hangupAsked: call.hangupAsked,
    };
    return awaitsWebhooks(followed, await store.webhooks(nowMs()), nowMs(), timing);
  }

  const why = ({ progressAtMs }: Known, { looks }: Look) =>
    whyLost({ looks, sinceProgressMs: nowMs() - progressAtMs, nowMs: nowMs() }, timing);

  const afterSeen = ({ deepest, progressAtMs }: Known, { looks }: Look) => ({
    deepest: deeper(deepest, looks.live?.state ?? 'accepted'),
    sinceProgressMs: nowMs() - Math.max(progressAtMs, looks.progressAtMs ?? 0),
    inVain: looks.inVain,
  });

  const pauseMs = ({ looks }: Look, otherwiseMs: number) =>
    Math.max(looks.failures > 0 ? looks.notBeforeMs - nowMs() : otherwiseMs, 1);

  // However long the carrier wants to be left alone, an agent does not wait for it longer than this.
  const beforeBelievingMs = (seen: Look) =>
    Math.min(pauseMs(seen, timing.pollMs), timing.unconfirmedAfterMs);

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
      toldAtMs: number | null;
    }): Promise<Ended> {
      const known = await read(input.ref);
      const { call, folded, deepest, progressAtMs } = known;
      if (call.state === 'ended') return weighAgain(known);
      if (folded.ended) return endByEvent(known, folded.ended);
      const sinceProgressMs = nowMs() - progressAtMs;
      const webhooks = input.webhooks && (await isLeftToWebhooks(known));
      const dueInMs = lookDueInMs({ deepest, sinceProgressMs, webhooks }, timing);
      if (dueInMs > 0 && !isAskedFor(call, input.toldAtMs)) {
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
     * Reads the final cost. The bill may lag behind its event, so a cost that is not there yet is asked for
     * again, with growing pauses, until the settlement deadline; then the call is `unsettled`, or keeps the cost
     * that a call record told.
     */
    async settleCall(ref: CallRef): Promise<Ended> {
      const known = await read(ref);
      const { call, events, folded, deepest } = known;
      if (call.settlement === 'settled' && isBilled(call)) return told(ref, events, deepest);
      const seen = await look(ref);
      const word = lateWord(known, seen);
      const isBridgedAfterAll = word?.recorded === true && call.recording === 'none';
      const isNews = word?.confirmed === true && (word.cost !== null || call.confirmed !== true);
      if (word && (isBridgedAfterAll || isNews)) await writeEnd(known, word);
      else if (seen.cost !== null) await store.settleCall(ref, seen.cost, nowMs());
      if (seen.cost !== null) return told(ref, events, deepest);
      const waitedMs = nowMs() - (call.endedAtMs ?? 0);
      if (isBillOverdue({ looks: seen.looks, waitedMs, nowMs: nowMs() }, timing)) {
        await store.giveUpSettling(ref, nowMs());
        const { settlement } = await store.call(ref);
        return { ...(await told(ref, events, deepest)), settlement };
      }
      const pause = pauseBeforeCostMs({ waitedMs, billed: folded.finalized }, timing);
      throw lookAgain(seen, pauseMs(seen, pause), 'no cost yet: ');
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

    /**
     * Asks the carrier to end the call; its end then comes as an event, like any other. Fails, so that it is asked
     * again, while the carrier does not take it and GET shows no end: a new call may not be known to it yet.
     */
    async hangUp(ref: CallRef): Promise<void> {
      const { carrierCallId, state } = await store.call(ref);
      if (carrierCallId === null || state === 'ended') return;
      const answer = await askToHangUp(deps, { ref, carrierCallId });
      if (answer.kind === 'taken') return;
      if (answer.kind === 'failed') throw hangupNotTaken(answer.said, answer.retryAfterMs);
      const seen = await look(ref, true);
      const word = terminalWord(seen);
      if (word) await writeEnd(await read(ref), word);
      else throw hangupNotTaken(`${answer.said}; ${seen.looks.said}`);
    },
  };
}

function terminalWord({ seen, cost, looks }: Look): Word | undefined {
  if (seen.kind !== 'shown' || seen.state === undefined) return undefined;
  const { state, recorded } = seen;
  return isTerminalState(state) ? { state, confirmed: true, cost, looks, recorded } : undefined;
}

/** The end that something other than the look tells: a recording proves the bridge where the status is no word we know. */
function toldWord(
  { seen, cost }: Look,
  { state, confirmed }: Pick<Word, 'state' | 'confirmed'>,
): Word {
  const recorded = seen.kind === 'shown' && seen.state === undefined && seen.recorded;
  return { state, confirmed, cost, looks: null, recorded };
}

/** Of a call whose end is decided. A lost one may live on: only its end says more than that it was lost. */
function lateWord({ call, folded }: Known, look: Look): Word | undefined {
  const word = terminalWord(look);
  if (word || (folded.ended === undefined && call.disposition === 'carrier-lost')) return word;
  return toldWord(look, { state: folded.ended ?? 'failed', confirmed: call.confirmed === true });
}

/** Not before the calls that share the pace of GETs have had their turn. */
function lookAgain({ looks, shared }: Look, pauseMs: number, what = ''): Error {
  if (shared.pauseMs <= pauseMs) return notYet(what + looks.said, pauseMs);
  const seconds = Math.ceil(shared.pauseMs / 1_000);
  const why = `next look in ${seconds} s, as ${shared.calls} calls share the looks`;
  return notYet(`${what}${looks.said}; ${why}`, shared.pauseMs);
}

/** A cost that only a call record told is settled for our books, but GET may still tell the real one. */
const isBilled = ({ costSource }: Call): boolean => costSource !== 'cdr';

// Asked for by something unreadable, or due again because the last look failed.
function isAskedFor({ looks }: Call, toldAtMs: number | null): boolean {
  if (looks !== null && looks.failures > 0) return true;
  if (toldAtMs === null) return false;
  return Context.current().info.attempt === 1 || (looks?.atMs ?? 0) < toldAtMs;
}

// What says nothing moves nothing on: a flood of it must not put off a look, nor keep a lost call alive.
function lastHeardAt(stored: readonly StoredEvent[]): number | null {
  const heard = stored.filter(({ seq, name }) => seq !== null && isKnownEvent(name));
  return heard.length === 0 ? null : Math.max(...heard.map((event) => event.receivedAtMs));
}

const progressOf = ({ placedAtMs, looks }: Call, heardAtMs: number | null): number =>
  Math.max(placedAtMs ?? 0, looks?.progressAtMs ?? 0, heardAtMs ?? 0);

const billsOf = (events: readonly CallEvent[]): number =>
  new Set(events.flatMap(({ seq, name }) => (name === FINALIZED_EVENT ? [seq] : []))).size;

export function callEvents(stored: readonly StoredEvent[]): CallEvent[] {
  return stored.flatMap(({ seq, name }) =>
    seq === null ? [] : [{ seq, name: shownEventName(name) }],
  );
}
