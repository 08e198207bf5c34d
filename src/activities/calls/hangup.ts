/** Asks the carrier to end a call. The timeline shows its answer; a hang-up counts as sent only if the carrier accepts it. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DestroyAnswer } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import type { CallRef } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { ActivityContext, ActivityDeps } from '../deps.ts';
import { confirmedEnd, readEvidence, writeEnd } from './call-endings.ts';

interface HangupAnswer {
  /** `refused`: the carrier does not know the call, or refuses. The call may have ended, or be too new. */
  kind: 'taken' | 'refused' | 'failed';
  /** For people. Contains no text of the carrier, because it is stored in histories. */
  text: string;
  /** The pause that the carrier asks for, within limits. */
  retryAfterMs?: number;
}

/**
 * Asks the carrier to end the call, whose end then comes as an event. Fails, so that Temporal tries again, if the carrier
 * does not accept the hang-up and GET shows no end: the carrier may not know a new call yet.
 */
export async function hangUp(context: ActivityContext, ref: CallRef): Promise<void> {
  const { carrierCallId, state } = await context.store.call(ref);
  if (carrierCallId === null || state === 'ended') return;
  const answer = await askToHangUp(context, { ref, carrierCallId });
  if (answer.kind === 'taken') return;
  if (answer.kind === 'failed') throw hangupNotTaken(answer.text, answer.retryAfterMs);
  const polled = await context.poller.poll(await context.store.call(ref), true);
  const shown = confirmedEnd(polled);
  if (!shown) throw hangupNotTaken(`${answer.text}; ${polled.polls.text}`);
  await writeEnd(context, await readEvidence(context, ref), shown);
}

async function askToHangUp(
  { store, carrier, timing, nowMs }: ActivityDeps,
  { ref, carrierCallId }: { ref: CallRef; carrierCallId: string },
): Promise<HangupAnswer> {
  const answer = await destroy(carrier, carrierCallId, timing);
  const { kind, text, retryAfterMs } = answer;
  await store.noteHangup(ref, {
    text: text,
    taken: kind === 'taken',
    retryAfterMs,
    nowMs: nowMs(),
  });
  return answer;
}

async function destroy(
  carrier: ActivityDeps['carrier'],
  id: string,
  { pollMs, pollRetryAtMostMs }: ActivityDeps['timing'],
): Promise<HangupAnswer> {
  try {
    return answerOf(await carrier.destroy(id));
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { message, retryAfterMs: askedMs } = error;
    return {
      kind: 'failed',
      text: `hang-up failed: ${message}`,
      ...(askedMs !== undefined && {
        retryAfterMs: Math.min(Math.max(askedMs, pollMs), pollRetryAtMostMs),
      }),
    };
  }
}

function answerOf(answer: DestroyAnswer): HangupAnswer {
  switch (answer.kind) {
    case 'asked':
      return { kind: 'taken', text: 'hang-up taken by the carrier' };
    case 'not-found':
      return { kind: 'refused', text: 'hang-up refused: the carrier does not know the call' };
    case 'refused':
      return { kind: 'refused', text: `hang-up refused: HTTP ${answer.status}` };
    default:
      return unreachable(answer);
  }
}

/** Makes Temporal try again, after growing pauses or after the pause that the carrier asks for. */
function hangupNotTaken(why: string, retryAfterMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: why,
    type: 'HangupNotTaken',
    category: ApplicationFailureCategory.BENIGN,
    ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}
