/** The bill of a call that has ended, and whatever else is told of it late. */
import type { Ended } from '../../activities/calls/call-endings.ts';
import { watching } from '../activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import { confirm } from './call-progress.ts';
import type { CallInput } from '../messages.ts';
import { PollBackoff } from './poll-backoff.ts';
import { watchUntil } from '../waiting.ts';

const LOOKS_AT_A_CORRECTED_BILL = 4;

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
  const pacing = new PollBackoff(inbox, timing);
  let known = ended.mayLag ? await untilBillShows(input, inbox, ended) : ended;
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
    known = await weigh(input, inbox);
  }
}

async function weigh(input: CallInput, inbox: CallInbox): Promise<Ended> {
  inbox.heedPoke();
  const known = await confirm(input.ref, 'weigh what was told late');
  return untilBillShows(input, inbox, known);
}

/** A bill that was corrected may not show in GET at once: it is looked for a few times more. */
async function untilBillShows(
  { ref, timing }: CallInput,
  inbox: CallInbox,
  ended: Ended,
): Promise<Ended> {
  let known = ended;
  for (let looks = 1; known.mayLag && looks < LOOKS_AT_A_CORRECTED_BILL; looks++) {
    const { weighed } = known;
    const isTold = () => inbox.tellsMoreThan(weighed);
    const pauseMs = timing.pollMs * 2 ** looks;
    if (await inbox.wait(isTold, pauseMs, 'GET may not show the new bill yet')) break;
    known = await confirm(ref, 'look for the corrected bill');
  }
  return { ...known, mayLag: false };
}

function watchForCost(ref: CallInput['ref'], heard: () => Promise<void>) {
  const summary = 'look for the final cost';
  return watchUntil(() => watching.settleCall.executeWithOptions({ summary }, [ref]), heard);
}
