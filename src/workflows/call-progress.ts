/** From acceptance to the end: webhooks tell; where they stay away, looking does. */
import type { Ended } from '../activities/following.ts';
import { durable, watching } from './activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallInput } from './messages.ts';
import { watchUntil } from './waiting.ts';

/**
 * Returns when the call has ended: with how, where looking found the end; undefined where an event told it
 * and it is still to be confirmed.
 */
export async function followToEnd(
  input: CallInput,
  inbox: CallInbox,
  resumed: boolean,
): Promise<Ended | undefined> {
  const { ref, webhooks, timing } = input;
  const hasEnded = () => inbox.state.ended !== undefined;
  void hangUpWhenAsked(ref, inbox, hasEnded);
  if (webhooks && !resumed) {
    const isToldOf = () => hasEnded() || inbox.unreadable;
    await inbox.wait(isToldOf, timing.silenceMs, 'until its end, or silence');
    if (hasEnded()) return undefined;
  }
  return watchUntil(
    () =>
      watching.observeCall.executeWithOptions({ summary: 'look at the silent call by GET' }, [
        { ref, webhooks, atOnce: inbox.unreadable },
      ]),
    () => inbox.until(hasEnded),
  );
}

async function hangUpWhenAsked(
  ref: string,
  inbox: CallInbox,
  hasEnded: () => boolean,
): Promise<void> {
  await inbox.until(() => inbox.hangupAsked || hasEnded());
  if (!hasEnded()) await durable.hangUp.executeWithOptions({ summary: 'hang up' }, [ref]);
}
