/** Recordings: from the webhook's link where it came, else through the desk, which spends the quota. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import { CarrierError, DownloadError, type DownloadErrorCode } from '../../carrier/http/errors.ts';
import { callWorkflowId, type CallRef } from '../../domain/ids.ts';
import {
  jittered,
  pauseBeforeSearchMs,
  type LookupMiss,
} from '../../domain/recordings/recording-retry.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { DeskTicket } from '../../store/calls/recording-store.ts';
import { SIGNALS } from '../../workflows/messages.ts';
import { wakeDesk } from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { recordingFiles } from './recording-files.ts';

export type FetchOutcome = { kind: 'stored' } | { kind: 'failed'; why: string };

/** When the desk is to take its next turn; null: when somebody asks. */
export interface DeskNext {
  untilMs: number | null;
  /** For the Web UI. */
  text: string;
  /** Nothing can be looked up until then; asking cannot shorten it. */
  closed: boolean;
}

type Turn =
  | { kind: 'stored' }
  | { kind: 'missed'; miss: LookupMiss; why: string; retryAfterMs: number | undefined };

const SIGNAL_DEADLINE_MS = 2_000;
/** A killed worker is noticed by their absence. */
const HEARTBEAT_MS = 2_000;
/** The carrier did its part, and what came of it was no recording. */
const UNUSABLE: DownloadErrorCode[] = [
  'expired',
  'forbidden-address',
  'redirects',
  'truncated',
  'too-large',
  'not-audio',
  'http',
];

export function recordingActivities(deps: ActivityDeps) {
  const { store, carrier, timing, nowMs } = deps;
  const files = recordingFiles(deps);
  const spacing = steadySpacing();

  async function lookUp(ticket: DeskTicket): Promise<Turn> {
    try {
      const found = await endingTurn(ticket, () =>
        carrier.lookUpRecording(ticket.carrierCallId, {
          deadlineAtMs: ticket.takenAtMs + timing.lookupSendMs,
          signal: Context.current().cancellationSignal,
        }),
      );
      switch (found.kind) {
        case 'redirect':
          await files.download(ticket.ref, found.url);
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
      const retryAfterMs = error instanceof CarrierError ? error.retryAfterMs : undefined;
      return missed(missOf(error), reasonOf(error), retryAfterMs);
    }
  }

  // A lookup counts as made however it ended, and spacing runs from its end. Where the end cannot be
  // recorded, the store takes it to have lasted as long as one can.
  async function endingTurn<Found>(
    { takenAtMs }: DeskTicket,
    lookup: () => Promise<Found>,
  ): Promise<Found> {
    try {
      return await lookup();
    } finally {
      spacing.begin();
      await store
        .endDeskTurn({ takenAtMs, nowMs: nowMs() })
        .catch((error: unknown) => Context.current().log.warn('end not recorded', { error }));
    }
  }

  async function serve(ticket: DeskTicket): Promise<string> {
    const turn = await lookUp(ticket);
    const dueAtMs = turn.kind === 'missed' ? await defer(ticket, turn) : null;
    if (dueAtMs === null) await tellCall(ticket.ref);
    if (turn.kind === 'stored') return 'stored';
    return `${turn.why}; ${dueAtMs === null ? 'given up' : `again at ${iso(dueAtMs)}`}`;
  }

  /** When it is due again; null: given up. */
  async function defer(
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

  async function tellCall(ref: CallRef): Promise<void> {
    const handle = deps.client.workflow.getHandle(callWorkflowId(ref));
    try {
      await deps.client.withDeadline(Date.now() + SIGNAL_DEADLINE_MS, () =>
        handle.signal(SIGNALS.recordingSettled),
      );
    } catch (error) {
      // The call waits only so long and may have ended; the row is what counts.
      if (!(error instanceof WorkflowNotFoundError))
        Context.current().log.warn('call not told', { ref });
    }
  }

  async function takeTurn(): Promise<DeskNext> {
    const { deskSpacingMs: spacingMs, lookupAtMostMs } = timing;
    const noRoom = await files.whyNoRoom();
    if (noRoom !== undefined) {
      const untilMs = nowMs() + timing.recordingRetryMs;
      await store.closeDesk({ untilMs, why: noRoom, nowMs: nowMs() });
      return { untilMs, text: noRoom, closed: true };
    }
    const leftMs = spacing.leftMs(spacingMs);
    if (leftMs > 0) {
      return { untilMs: nowMs() + leftMs, text: 'the quota is spent', closed: true };
    }
    const turn = await store.takeDeskTurn({ nowMs: nowMs(), spacingMs, lookupAtMostMs });
    if (turn.kind === 'wait') return { untilMs: turn.untilMs, text: turn.why, closed: true };
    if (turn.kind === 'idle') {
      return { untilMs: turn.untilMs, text: 'nothing is due', closed: false };
    }
    const said = await serve(turn.ticket);
    return { untilMs: nowMs() + spacingMs, text: `${turn.ticket.ref}: ${said}`, closed: true };
  }

  return {
    /** Downloads the recording from the newest link that a webhook brought. */
    async fetchRecording(ref: CallRef): Promise<FetchOutcome> {
      if (await store.storedRecording(ref)) return { kind: 'stored' };
      const delivered = await store.deliveredRecording(ref);
      if (!delivered) return { kind: 'failed', why: 'no link was delivered' };
      try {
        await files.download(ref, delivered.url);
        return { kind: 'stored' };
      } catch (error) {
        const why = reasonOf(error);
        await store.note(ref, { text: `recording: ${why}`, nowMs: nowMs() });
        if (error instanceof DownloadError && isWorthRetrying(error)) throw error;
        return { kind: 'failed', why };
      }
    },

    /** Puts the call into the desk's queue. Only who is next wakes the desk: a crowd would keep its workflow busy. */
    async askDesk(ref: CallRef): Promise<void> {
      const place = await store.wantRecording(ref, nowMs());
      if (place === 'next') await wakeDesk(deps);
    },

    /** One turn of the desk: at most one lookup, and what came of it. Must never be retried by itself. */
    async takeDeskTurn(): Promise<DeskNext> {
      const context = Context.current();
      const pulse = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        return await takeTurn();
      } finally {
        clearInterval(pulse);
      }
    },
  };
}

/** A wall clock may be set forward. What this process looked up is spaced by a clock that nobody sets, too. */
function steadySpacing() {
  let begunAtMs = -Infinity;
  return {
    begin: () => void (begunAtMs = performance.now()),
    leftMs: (spacingMs: number) => Math.ceil(begunAtMs + spacingMs - performance.now()),
  };
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
  return ['unreachable', 'timeout', 'truncated', 'unavailable'].includes(code);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const iso = (ms: number): string => new Date(ms).toISOString();
