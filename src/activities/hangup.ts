/** Asking the carrier to end a call. Its answer stands in the call's story; only one that takes the hang-up counts as sent. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DestroyAnswer } from '../carrier/client.ts';
import { CarrierError } from '../carrier/errors.ts';
import type { CallRef } from '../domain/ids.ts';
import { unreachable } from '../domain/unreachable.ts';
import type { ActivityDeps } from './deps.ts';

/** `said`: for people, without anything that the carrier wrote, because it reaches histories. */
export type HangupAnswer =
  | { kind: 'taken'; said: string }
  /** The carrier does not know the call, or says no: the call may be over, or too new. */
  | { kind: 'refused'; said: string }
  | { kind: 'failed'; said: string; retryAfterMs: number | undefined };

export async function askToHangUp(
  { store, carrier, nowMs }: Pick<ActivityDeps, 'store' | 'carrier' | 'nowMs'>,
  { ref, carrierCallId }: { ref: CallRef; carrierCallId: string },
): Promise<HangupAnswer> {
  const answer = await destroy(carrier, carrierCallId);
  const { kind, said } = answer;
  await store.noteHangup(ref, { said, taken: kind === 'taken', nowMs: nowMs() });
  return answer;
}

async function destroy(carrier: ActivityDeps['carrier'], id: string): Promise<HangupAnswer> {
  try {
    return answerOf(await carrier.destroy(id));
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { message, retryAfterMs } = error;
    return { kind: 'failed', said: `hang-up failed: ${message}`, retryAfterMs };
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

/** Makes the caller ask again: after growing pauses, or when the carrier says, within reason. */
export function hangupNotTaken(
  why: string,
  retryAfterMs: number | undefined,
  { pollMs, lookRetryAtMostMs }: ActivityDeps['timing'],
): ApplicationFailure {
  return ApplicationFailure.create({
    message: why,
    type: 'HangupNotTaken',
    category: ApplicationFailureCategory.BENIGN,
    ...(retryAfterMs !== undefined && {
      nextRetryDelay: Math.min(Math.max(retryAfterMs, pollMs), lookRetryAtMostMs),
    }),
  });
}
