/** Fetches recordings: by the link of a webhook if there is one, otherwise through the recording desk, which spends the quota. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import { CarrierError, DownloadError, type DownloadErrorCode } from '../../carrier/http/errors.ts';
import { iso } from '../../domain/decisions/instants.ts';
import { callWorkflowId, type CallRef } from '../../domain/ids.ts';
import {
  jittered,
  pauseBeforeSearchMs,
  type LookupMiss,
} from '../../domain/recordings/recording-retry.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { DeskTicket } from '../../store/calls/recording-store.ts';
import { SIGNALS } from '../../contract/messages.ts';
import { wakeDesk } from '../campaigns/call-starter.ts';
import type { ActivityContext } from '../deps.ts';
import { storeRecording, whyNoRoomFor } from './recording-files.ts';

export type FetchOutcome = { kind: 'stored' } | { kind: 'failed'; why: string };

/**
 * When the desk's next turn is. Given as a duration and not as an instant, because the clocks of workers may differ from
 * the server's. `text` is shown in the Web UI.
 */
export type DeskNext =
  /** No lookup is possible for so long, so a signal does not shorten the wait. */
  | { closed: true; waitMs: number; text: string }
  /** Null: when a call asks. */
  | { closed: false; waitMs: number | null; text: string };

type Turn =
  | { kind: 'stored' }
  /** Nobody looks for it any more. */
  | { kind: 'erased'; why: string }
  | { kind: 'missed'; miss: LookupMiss; why: string; retryAfterMs: number | undefined };

const SIGNAL_DEADLINE_MS = 2_000;
/** Temporal detects a killed worker by missing heartbeats. */
const HEARTBEAT_MS = 2_000;
/** Errors that mean: the carrier gave a link, but not to a recording. */
const UNUSABLE: DownloadErrorCode[] = [
  'expired',
  'forbidden-address',
  'redirects',
  'truncated',
  'too-large',
  'not-audio',
  'http',
];

/** Downloads the recording by the newest link from a webhook. */
export async function fetchRecording(
  context: ActivityContext,
  ref: CallRef,
): Promise<FetchOutcome> {
  const { store, nowMs } = context;
  if (await store.storedRecording(ref)) return { kind: 'stored' };
  const delivered = await store.deliveredRecording(ref);
  if (!delivered) return { kind: 'failed', why: 'no link was delivered' };
  try {
    await storeRecording(context, ref, delivered.url);
    return { kind: 'stored' };
  } catch (error) {
    const why = reasonOf(error);
    await store.note(ref, { text: `recording: ${why}`, nowMs: nowMs() });
    if (error instanceof DownloadError && isWorthRetrying(error)) throw error;
    return { kind: 'failed', why };
  }
}

/** Puts the call into the desk's queue. Only the first in the queue wakes the desk, because many signals would load its workflow. */
export async function askDesk(context: ActivityContext, ref: CallRef): Promise<void> {
  const { store, nowMs } = context;
  const place = await store.wantRecording(ref, nowMs());
  if (place === 'next') await wakeDesk(context);
}

/** One turn of the desk: at most one lookup, and its effects. Temporal must not retry it, because each lookup spends quota. */
export async function takeDeskTurn(context: ActivityContext): Promise<DeskNext> {
  const activity = Context.current();
  const pulse = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
  try {
    return await takeTurn(context);
  } finally {
    clearInterval(pulse);
  }
}

async function takeTurn(context: ActivityContext): Promise<DeskNext> {
  const { store, timing, deskSpacing, nowMs } = context;
  const { deskSpacingMs: spacingMs, lookupAtMostMs } = timing;
  const noRoom = await whyNoRoomFor(context);
  if (noRoom !== undefined) {
    const waitMs = timing.recordingRetryMs;
    const now = nowMs();
    await store.closeDesk({ untilMs: now + waitMs, why: noRoom, nowMs: now });
    return { waitMs, text: noRoom, closed: true };
  }
  const leftMs = deskSpacing.leftMs(spacingMs);
  if (leftMs > 0) return { waitMs: leftMs, text: 'the quota is spent', closed: true };
  const turn = await store.takeDeskTurn({ nowMs: nowMs(), spacingMs, lookupAtMostMs });
  const leftUntil = (untilMs: number) => Math.max(1, untilMs - nowMs());
  if (turn.kind === 'wait')
    return { waitMs: leftUntil(turn.untilMs), text: turn.why, closed: true };
  if (turn.kind === 'idle') {
    const waitMs = turn.untilMs === null ? null : leftUntil(turn.untilMs);
    return { waitMs, text: 'nothing is due', closed: false };
  }
  const outcome = await serve(context, turn.ticket);
  return { waitMs: spacingMs, text: `${turn.ticket.ref}: ${outcome}`, closed: true };
}

/** Makes the lookup of a ticket. Returns the outcome as text. */
async function serve(context: ActivityContext, ticket: DeskTicket): Promise<string> {
  const turn = await lookUp(context, ticket);
  const dueAtMs = turn.kind === 'missed' ? await defer(context, ticket, turn) : null;
  if (dueAtMs === null) await signalSettled(context, ticket.ref);
  if (turn.kind === 'stored') return 'stored';
  if (turn.kind === 'erased') return turn.why;
  return `${turn.why}; ${dueAtMs === null ? 'given up' : `again at ${iso(dueAtMs)}`}`;
}

async function lookUp(context: ActivityContext, ticket: DeskTicket): Promise<Turn> {
  try {
    const found = await endingTurn(context, ticket, () =>
      context.carrier.lookUpRecording(ticket.carrierCallId, {
        deadlineAtMs: ticket.takenAtMs + context.timing.lookupSendMs,
        nowMs: context.nowMs,
        signal: Context.current().cancellationSignal,
      }),
    );
    switch (found.kind) {
      case 'redirect':
        await storeRecording(context, ticket.ref, found.url);
        return { kind: 'stored' };
      case 'not-found':
        return missed('not-found', 'not found');
      case 'over-quota':
        return missed('outage', 'over the quota', found.retryAfterMs ?? undefined);
      case 'unreadable':
        return missed('unusable', found.why);
      default:
        return unreachable(found);
    }
  } catch (error) {
    if (error instanceof DownloadError && error.code === 'erased')
      return { kind: 'erased', why: error.message };
    const retryAfterMs = error instanceof CarrierError ? error.retryAfterMs : undefined;
    return missed(missOf(error), reasonOf(error), retryAfterMs);
  }
}

// Every lookup counts, whatever its result, and the spacing starts at its end. If the end cannot be stored, the store
// assumes the longest possible lookup.
async function endingTurn<Found>(
  { store, deskSpacing, nowMs }: ActivityContext,
  { takenAtMs }: DeskTicket,
  lookup: () => Promise<Found>,
): Promise<Found> {
  try {
    return await lookup();
  } finally {
    deskSpacing.begin();
    await store
      .endDeskTurn({ takenAtMs, nowMs: nowMs() })
      .catch((error: unknown) => Context.current().log.warn('end not recorded', { error }));
  }
}

/** The time of the next lookup; null: it is given up. */
async function defer(
  { store, timing, nowMs }: ActivityContext,
  { ref, tries, searches: before, endedAtMs }: DeskTicket,
  { miss, why, retryAfterMs }: Extract<Turn, { kind: 'missed' }>,
): Promise<number | null> {
  const now = nowMs();
  const searched = miss !== 'outage';
  const searches = before + Number(searched);
  const soFar = { searches, outages: tries - searches, sinceEndMs: now - endedAtMs };
  const pauseMs = pauseBeforeSearchMs(miss, soFar, timing);
  const dueAtMs = pauseMs === null ? null : now + pauseMs;
  await store.deferRecording(ref, { dueAtMs, why, searched, nowMs: now });
  if (retryAfterMs !== undefined) {
    const untilMs = now + jittered(retryAfterMs, Math.random());
    await store.closeDesk({ untilMs, why: `the carrier asks to wait: ${why}`, nowMs: now });
  }
  return dueAtMs;
}

async function signalSettled({ client }: ActivityContext, ref: CallRef): Promise<void> {
  const handle = client.workflow.getHandle(callWorkflowId(ref));
  try {
    await client.withDeadline(Date.now() + SIGNAL_DEADLINE_MS, () =>
      handle.signal(SIGNALS.recordingSettled),
    );
  } catch (error) {
    // The workflow waits only for a while and may have closed. The row in the store is enough.
    if (!(error instanceof WorkflowNotFoundError)) {
      Context.current().log.warn('the call was not signalled', { ref });
    }
  }
}

const missed = (miss: LookupMiss, why: string, retryAfterMs?: number): Turn => ({
  kind: 'missed',
  miss,
  why,
  retryAfterMs,
});

function missOf(error: unknown): LookupMiss {
  return error instanceof DownloadError && UNUSABLE.includes(error.code) ? 'unusable' : 'outage';
}

function isWorthRetrying({ code }: DownloadError): boolean {
  return ['unreachable', 'timeout', 'truncated', 'unavailable', 'being-removed'].includes(code);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
