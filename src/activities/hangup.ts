/** Asking the carrier to end a call. Its answer stands in the call's story; only one that takes the hang-up counts as sent. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DestroyAnswer } from '../carrier/client.ts';
import { CarrierError } from '../carrier/errors.ts';
import type { CallRef } from '../domain/ids.ts';
import { unreachable } from '../domain/unreachable.ts';
import type { ActivityDeps } from './deps.ts';

export interface HangupAnswer {
  /** `refused`: the carrier does not know the call, or says no. The call may be over, or too new. */
  kind: 'taken' | 'refused' | 'failed';
  /** For people, without anything that the carrier wrote, because it reaches histories. */
  said: string;
  /** For so long the carrier asks to be left alone, within reason. */
  retryAfterMs?: number;
}

export async function askToHangUp(
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
  { pollMs, lookRetryAtMostMs }: ActivityDeps['timing'],
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
        retryAfterMs: Math.min(Math.max(askedMs, pollMs), lookRetryAtMostMs),
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
export function hangupNotTaken(why: string, retryAfterMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: why,
    type: 'HangupNotTaken',
    category: ApplicationFailureCategory.BENIGN,
    ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}
