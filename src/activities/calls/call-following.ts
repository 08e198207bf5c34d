/** Following an accepted call to its end, and weighing what comes after it. */
import { Context } from '@temporalio/activity';
import { awaitsWebhooks } from '../../domain/account/webhook-health.ts';
import { deeper, type CallEvent, type TerminalState } from '../../domain/calls/call-state.ts';
import {
  endDueInMs,
  mayBelieveEvent,
  pauseAfterPollMs,
  pauseBeforeEndMs,
  pollDueInMs,
  whyLost,
} from '../../domain/calls/polling.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { ActivityContext } from '../deps.ts';
import { notYet } from '../not-yet.ts';
import {
  callEvents,
  confirmedEnd,
  endedOf,
  lateEnd,
  readEvidence,
  writeEnd,
  type CallEvidence,
  type Ended,
} from './call-endings.ts';
import { pauseBeforePollMs, pollAgain, type PolledCall } from './polling.ts';

/**
 * Watches a call without webhooks until it has ended. One activity makes all polls: as long as there is no end, it fails
 * with "not yet" and Temporal tries it again. A call that the carrier no longer knows, or that cannot be read or does not
 * change for too long, ends as lost.
 */
export async function observeCall(
  context: ActivityContext,
  input: {
    ref: CallRef;
    webhooks: boolean;
    /** The time of the last poke. A poll made before it does not answer it. */
    pokedAtMs: number | null;
  },
): Promise<Ended> {
  const { timing, nowMs } = context;
  const evidence = await readEvidence(context, input.ref);
  const { call, folded, deepest, progressAtMs } = evidence;
  if (call.state === 'ended') return weighAgain(context, evidence);
  if (folded.ended) return endByEvent(context, evidence, folded.ended, input.pokedAtMs);
  const sinceProgressMs = nowMs() - progressAtMs;
  const webhooks = input.webhooks && (await isLeftToWebhooks(context, evidence));
  const dueInMs = pollDueInMs({ deepest, sinceProgressMs, webhooks }, timing);
  if (dueInMs > 0 && !isAskedFor(call, input.pokedAtMs)) {
    throw notYet(`${deepest}: silent, but not for too long`, dueInMs);
  }
  return endByPoll(context, evidence, input.pokedAtMs);
}

/**
 * Confirms a terminal event by GET, unless GET was asked since. For a call that has ended already, decides the end again with all later events.
 */
export async function confirmCall(
  context: ActivityContext,
  ref: CallRef,
  pokedAtMs: number | null = null,
): Promise<Ended> {
  const evidence = await readEvidence(context, ref);
  const { call, folded } = evidence;
  if (call.state === 'ended') return weighAgain(context, evidence);
  // Without an end among the events, the terminal event was about another call.
  return folded.ended
    ? endByEvent(context, evidence, folded.ended, pokedAtMs)
    : endByPoll(context, evidence, pokedAtMs);
}

/**
 * Returns all events of the call and marks them as relayed, for a workflow that was started again or must read its inbox.
 * `unreadable`: one of those that were not relayed before has a body that could not be read.
 */
export async function takeEvents(
  { store }: ActivityContext,
  ref: CallRef,
): Promise<{ events: CallEvent[]; unreadable: boolean }> {
  const unrelayed = await store.unrelayedEvents(ref);
  const events = callEvents(await store.events(ref));
  await store.markRelayed(
    ref,
    unrelayed.map((event) => event.id),
    'signal',
  );
  return { events, unreadable: unrelayed.some((event) => event.seq === null) };
}

/** The end of a live call by an event that GET confirms. If GET fails for too long, the event alone counts. */
async function endByEvent(
  context: ActivityContext,
  evidence: CallEvidence,
  state: TerminalState,
  pokedAtMs: number | null,
): Promise<Ended> {
  const { timing, nowMs } = context;
  const { call, webhookAtMs } = evidence;
  const newsAtMs = Math.max(webhookAtMs ?? 0, pokedAtMs ?? 0);
  const dueInMs = endDueInMs({ polls: call.polls, newsAtMs }, nowMs(), timing);
  if (dueInMs > 0) throw notYet(call.polls?.text ?? '', dueInMs);
  // Only the first GET after a webhook is urgent: a forged end must not take GETs from other calls.
  const polled = await context.poller.poll(call, (call.polls?.askedAtMs ?? 0) < newsAtMs);
  const shown = confirmedEnd(polled);
  if (shown) return writeEnd(context, evidence, shown);
  if (polled.seen.kind === 'shown' && polled.seen.state !== undefined) {
    // A live state in GET outweighs the event, because anybody who has seen the URL could have sent it.
    if (whyGivenUp(context, evidence, polled) === undefined) {
      throw await pollAgain(polled, pauseBeforeEndMs(nowMs() - newsAtMs, timing));
    }
  } else if (polled.seen.kind !== 'shown' && !mayBelieveEvent(polled.polls, nowMs(), timing)) {
    const pauseMs = pauseBeforeEndMs(nowMs() - newsAtMs, timing);
    throw notYet(polled.polls.text, beforeBelievingMs(context, polled, pauseMs));
  }
  return writeEnd(context, evidence, { state, confirmed: false, polled });
}

/** The end of a live call that GET shows, or the decision that the call is lost. Otherwise polls again. */
async function endByPoll(
  context: ActivityContext,
  evidence: CallEvidence,
  pokedAtMs: number | null,
): Promise<Ended> {
  const { timing, nowMs } = context;
  const { hangupAsked } = evidence.call;
  const polled = await context.poller.poll(evidence.call, hangupAsked);
  const shown = confirmedEnd(polled);
  if (shown) return writeEnd(context, evidence, shown);
  const lost = whyGivenUp(context, evidence, polled);
  if (lost === undefined) {
    const usualMs = pauseAfterPollMs(silenceAfter(context, evidence, polled), timing);
    // After a hang-up the end is near, and GET may lag behind it.
    const endMs = hangupAsked ? pauseBeforeEndMs(nowMs() - (pokedAtMs ?? 0), timing) : usualMs;
    throw await pollAgain(polled, pauseBeforePollMs(polled, Math.min(usualMs, endMs), nowMs()));
  }
  return writeEnd(context, evidence, { state: 'failed', confirmed: false, polled, lost });
}

/** Decides the end again with later events: they may deepen the end or correct the bill. */
async function weighAgain(context: ActivityContext, evidence: CallEvidence): Promise<Ended> {
  const polled = await context.poller.poll(evidence.call);
  const isFailed = polled.seen.kind === 'failed';
  if (isFailed && !mayBelieveEvent(polled.polls, context.nowMs(), context.timing)) {
    throw notYet(polled.polls.text, beforeBelievingMs(context, polled));
  }
  const end = lateEnd(evidence, polled);
  if (end) return writeEnd(context, evidence, end);
  return endedOf(await context.store.call(evidence.call.ref), evidence);
}

async function isLeftToWebhooks(
  { store, timing, nowMs }: ActivityContext,
  { call, webhookAtMs }: CallEvidence,
): Promise<boolean> {
  const followed = {
    placedAtMs: call.placedAtMs ?? 0,
    webhookAtMs,
    pollProgressAtMs: call.polls?.progressAtMs ?? null,
    hangupAsked: call.hangupAsked,
  };
  return awaitsWebhooks(followed, await store.webhooks(nowMs()), nowMs(), timing);
}

function whyGivenUp(
  { timing, nowMs }: ActivityContext,
  { progressAtMs }: CallEvidence,
  { polls }: PolledCall,
): string | undefined {
  const atMs = nowMs();
  return whyLost({ polls, sinceProgressMs: atMs - progressAtMs, nowMs: atMs }, timing);
}

const silenceAfter = (
  { nowMs }: ActivityContext,
  { deepest, progressAtMs }: CallEvidence,
  { polls }: PolledCall,
) => ({
  deepest: deeper(deepest, polls.live?.state ?? 'accepted'),
  sinceProgressMs: nowMs() - Math.max(progressAtMs, polls.progressAtMs ?? 0),
  inVain: polls.inVain,
});

// An agent waits for the end, so the pause that the carrier asks for has a limit.
const beforeBelievingMs = (
  { timing, nowMs }: ActivityContext,
  polled: PolledCall,
  pauseMs = timing.pollMs,
): number => Math.min(pauseBeforePollMs(polled, pauseMs, nowMs()), timing.unconfirmedAfterMs);

// A poll is needed because of a poke, or because the last poll failed.
function isAskedFor({ polls }: Call, pokedAtMs: number | null): boolean {
  if (polls !== null && polls.failures > 0) return true;
  if (pokedAtMs === null) return false;
  return Context.current().info.attempt === 1 || (polls?.atMs ?? 0) < pokedAtMs;
}
