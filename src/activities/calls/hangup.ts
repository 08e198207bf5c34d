/** Asking the carrier to end a call. Its answer stands in the call's story; only one that takes the hang-up counts as sent. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DestroyAnswer } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import type { CallRef } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { shownEnd, type CallEndings } from './call-endings.ts';
import type { ActivityDeps } from '../deps.ts';
import type { Looking } from './polling.ts';

interface HangupAnswer {
  /** `refused`: the carrier does not know the call, or says no. The call may be over, or too new. */
  kind: 'taken' | 'refused' | 'failed';
  /** For people, without anything that the carrier wrote, because it reaches histories. */
  said: string;
  /** For so long the carrier asks to be left alone, within reason. */
  retryAfterMs?: number;
}

export function hangupActivities(
  deps: ActivityDeps,
  look: Looking,
  { read, writeEnd }: CallEndings,
) {
  return {
    /**
     * Asks the carrier to end the call; its end then comes as an event, like any other. Fails, so that it is asked
     * again, while the carrier does not take it and GET shows no end: a new call may not be known to it yet.
     */
    async hangUp(ref: CallRef): Promise<void> {
      const { carrierCallId, state } = await deps.store.call(ref);
      if (carrierCallId === null || state === 'ended') return;
      const answer = await askToHangUp(deps, { ref, carrierCallId });
      if (answer.kind === 'taken') return;
      if (answer.kind === 'failed') throw hangupNotTaken(answer.said, answer.retryAfterMs);
      const seen = await look(ref, true);
      const word = shownEnd(seen);
      if (word) await writeEnd(await read(ref), word);
      else throw hangupNotTaken(`${answer.said}; ${seen.polls.text}`);
    },
  };
}

async function askToHangUp(
  { store, carrier, timing, nowMs }: ActivityDeps,
  { ref, carrierCallId }: { ref: CallRef; carrierCallId: string },
): Promise<HangupAnswer> {
  const answer = await destroy(carrier, carrierCallId, timing);
  const { kind, said, retryAfterMs } = answer;
  await store.noteHangup(ref, { said, taken: kind === 'taken', retryAfterMs, nowMs: nowMs() });
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
      said: `hang-up failed: ${message}`,
      ...(askedMs !== undefined && {
        retryAfterMs: Math.min(Math.max(askedMs, pollMs), pollRetryAtMostMs),
      }),
    };
  }
}

function answerOf(answer: DestroyAnswer): HangupAnswer {
  switch (answer.kind) {
    case 'asked':
      return { kind: 'taken', said: 'hang-up taken by the carrier' };
    case 'not-found':
      return { kind: 'refused', said: 'hang-up refused: the carrier does not know the call' };
    case 'refused':
      return { kind: 'refused', said: `hang-up refused: HTTP ${answer.status}` };
    default:
      return unreachable(answer);
  }
}

/** Makes the caller ask again: after growing pauses, or when the carrier says. */
function hangupNotTaken(why: string, retryAfterMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: why,
    type: 'HangupNotTaken',
    category: ApplicationFailureCategory.BENIGN,
    ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}
