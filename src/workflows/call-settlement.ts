/** The bill of a call that has ended, and whatever else is told of it late. */
import type { Ended } from '../activities/following.ts';
import { watching } from './activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import { confirm } from './call-progress.ts';
import type { CallInput } from './messages.ts';
import { Pacing } from './pacing.ts';
import { watchUntil } from './waiting.ts';

/**
 * Waits for the final cost, up to the settlement deadline, and then for as long as others still work on the
 * call. An event that says more than the end was decided on is weighed: a deeper leg, a later bill.
 */
export async function settle(
  input: CallInput,
  inbox: CallInbox,
  ended: Ended,
  isLeft: () => boolean,
): Promise<Ended> {
  const { ref, webhooks, timing } = input;
  const pacing = new Pacing(inbox, timing);
  let known = ended;
  const hasNews = () => inbox.tellsMoreThan(known.weighed);
  const heard = async () => {
    await inbox.until(hasNews);
    await pacing.turn(() => false);
  };
  if (known.settlement === 'open' && webhooks) {
    await inbox.wait(hasNews, timing.settleMs, 'waiting for the bill');
  }
  for (;;) {
    if (known.settlement === 'open' && !(hasNews() && pacing.isOpen)) {
      const billed = await watchForCost(ref, heard);
      if (billed) {
        known = billed;
        continue;
      }
    } else {
      await inbox.until(() => hasNews() || isLeft());
      if (!hasNews()) return known;
      await pacing.turn(() => false);
    }
    inbox.heedPoke();
    known = await confirm(ref, 'weigh what was told late');
  }
}

function watchForCost(ref: CallInput['ref'], heard: () => Promise<void>) {
  const summary = 'look for the final cost';
  return watchUntil(() => watching.settleCall.executeWithOptions({ summary }, [ref]), heard);
}
