/** Recordings: from the webhook's link where it came, else through the desk, which spends the quota. */
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import { DownloadError } from '../carrier/errors.ts';
import { downloadRecording } from '../carrier/recording-download.ts';
import { callWorkflowId, type CallRef } from '../domain/ids.ts';
import { unreachable } from '../domain/unreachable.ts';
import type { DeskTicket } from '../store/recording-store.ts';
import { SIGNALS, type DeskInput } from '../workflows/messages.ts';
import { wakeDesk } from './call-starter.ts';
import type { ActivityDeps } from './deps.ts';

export type FetchOutcome = { kind: 'stored' } | { kind: 'failed'; why: string };

/** When the desk is to take its next turn; null: when somebody asks. */
export interface DeskNext {
  untilMs: number | null;
  /** For the Web UI. */
  said: string;
  /** The quota closes until then; asking cannot shorten it. */
  spent: boolean;
}

const MAX_RECORDING_BYTES = 512 * 1024 * 1024;
const SIGNAL_DEADLINE_MS = 2_000;

export function recordingActivities(deps: ActivityDeps) {
  const { store, carrier, timing, nowMs } = deps;

  async function download(ref: CallRef, url: string): Promise<void> {
    const file = `${ref}.mp3`;
    const stored = await downloadRecording(url, {
      file: join(deps.recordingsDir, file),
      allowedOrigins: deps.recordingOrigins,
      timeoutMs: timing.downloadMs,
      maxBytes: MAX_RECORDING_BYTES,
      signal: Context.current().cancellationSignal,
    });
    await store.recordingStored(ref, { file, ...stored }, nowMs());
  }

  async function lookUp(ticket: DeskTicket): Promise<string> {
    const found = await endingTurn(() => carrier.lookUpRecording(ticket.carrierCallId));
    switch (found.kind) {
      case 'redirect':
        await download(ticket.ref, found.url);
        return 'stored';
      case 'not-found':
        throw new Error('not found yet');
      case 'over-quota':
        throw new Error('over the quota');
      case 'unreadable':
        throw new Error(found.why);
      default:
        return unreachable(found);
    }
  }

  // A lookup counts as made however it ended, and spacing runs from its end.
  async function endingTurn<Found>(lookup: () => Promise<Found>): Promise<Found> {
    try {
      return await lookup();
    } finally {
      await store.endDeskTurn(nowMs());
    }
  }

  async function defer(ticket: DeskTicket, error: unknown): Promise<string> {
    const why = error instanceof Error ? error.message : String(error);
    const again = ticket.tries < timing.recordingTries;
    const dueAtMs = again ? nowMs() + timing.recordingRetryMs * 2 ** (ticket.tries - 1) : null;
    await store.deferRecording(ticket.ref, { dueAtMs, why, nowMs: nowMs() });
    return again ? `${why}; looked for again later` : `${why}; given up`;
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

  return {
    /** Downloads the recording from the link that the webhook brought. */
    async fetchRecording(ref: CallRef): Promise<FetchOutcome> {
      if (await store.storedRecording(ref)) return { kind: 'stored' };
      const delivered = await store.deliveredRecording(ref);
      if (!delivered) return { kind: 'failed', why: 'no link was delivered' };
      try {
        await download(ref, delivered.url);
        return { kind: 'stored' };
      } catch (error) {
        if (error instanceof DownloadError && isWorthRetrying(error)) throw error;
        return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
      }
    },

    /** Puts the call into the desk's queue and wakes the desk. */
    async askDesk(ref: CallRef): Promise<void> {
      await store.wantRecording(ref, nowMs());
      await wakeDesk(deps);
    },

    /** One turn of the desk: at most one lookup, and what came of it. Must never be retried by itself. */
    async takeDeskTurn({ spacingMs }: DeskInput): Promise<DeskNext> {
      const turn = await store.takeDeskTurn({ nowMs: nowMs(), spacingMs });
      if (turn.kind === 'wait')
        return { untilMs: turn.untilMs, said: 'the quota is spent', spent: true };
      if (turn.kind === 'idle')
        return { untilMs: turn.untilMs, said: 'nothing is due', spent: false };
      const said = await lookUp(turn.ticket).catch((error: unknown) => defer(turn.ticket, error));
      await tellCall(turn.ticket.ref);
      return { untilMs: nowMs() + spacingMs, said: `${turn.ticket.ref}: ${said}`, spent: true };
    },
  };
}

function isWorthRetrying(error: DownloadError): boolean {
  return ['unreachable', 'timeout', 'truncated', 'disk'].includes(error.code);
}
