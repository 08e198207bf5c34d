/** From acceptance to the end: webhooks tell; where they stay away, looking does. */
import type { Ended } from '../../activities/calls/call-endings.ts';
import { durable, quick, watching } from '../activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallInput } from '../messages.ts';
import { PollBackoff } from './poll-backoff.ts';
import { watchUntil } from '../waiting.ts';

/**
 * Returns when the call has ended, and GET agrees or cannot be had.
 * @param lookFirst no webhook may tell of it: it has run before, or webhooks do not arrive
 */
export async function followToEnd(
  input: CallInput,
  inbox: CallInbox,
  lookFirst: boolean,
): Promise<Ended> {
  let isOver = false;
  void hangUpWhenAsked(input.ref, inbox, () => isOver);
  const ended = await untilEnd(input, inbox, lookFirst);
  isOver = true;
  return ended;
}

async function untilEnd(input: CallInput, inbox: CallInbox, lookFirst: boolean): Promise<Ended> {
  const { ref, webhooks, timing } = input;
  const hasEnded = () => inbox.state.ended !== undefined;
  const isTold = () => hasEnded() || inbox.poked;
  const pacing = new PollBackoff(inbox, timing);
  if (webhooks && !lookFirst) {
    await inbox.wait(isTold, timing.silenceMs, 'until its end, or silence');
  }
  // What cannot be read makes it look at once; while such looks must wait, it watches as ever.
  const heard = async () => {
    await inbox.until(isTold);
    await pacing.turn(hasEnded);
  };
  while (!hasEnded()) {
    const toldAtMs = inbox.heedPoke();
    const observed = await watchUntil(() => observe({ ref, webhooks, toldAtMs }), heard);
    if (observed) return observed;
  }
  // This GET answers whatever asked for one.
  inbox.heedPoke();
  return confirm(ref, 'confirm the end by GET');
}

function observe(input: Parameters<typeof watching.observeCall>[0]): Promise<Ended> {
  const summary = 'look at the silent call by GET';
  return watching.observeCall.executeWithOptions({ summary }, [input]);
}

/** Decides how the call ended; of one that has ended, decides again with all that was told since. */
export async function confirm(ref: CallInput['ref'], summary: string): Promise<Ended> {
  try {
    return await quick.confirmCall.executeWithOptions({ summary }, [ref]);
  } catch {
    return durable.confirmCall.executeWithOptions({ summary }, [ref]);
  }
}

async function hangUpWhenAsked(
  ref: CallInput['ref'],
  inbox: CallInbox,
  isOver: () => boolean,
): Promise<void> {
  await inbox.until(() => inbox.hangupAsked || isOver());
  if (isOver()) return;
  await durable.hangUp.executeWithOptions({ summary: 'hang up' }, [ref]);
  // Its end needs no webhook, and its agent waits for it.
  if (!isOver()) inbox.poke();
}
