/** Handles the bill of an ended call, and all events after its end. */
import type { Ended } from '../../activities/calls/call-endings.ts';
import { watching } from '../activity-options.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import type { CallInput } from '../../contract/messages.ts';
import { watchUntil } from '../waiting.ts';
import type { CallContext } from './call-context.ts';
import { weighAgain } from './call-progress.ts';
import { PollBackoff } from './poll-backoff.ts';

const POLLS_FOR_A_CORRECTED_BILL = 4;

/**
 * Waits for the final cost until the settlement deadline, and then while the recording is collected. An event that adds
 * to the evidence of the end is weighed: a deeper leg, or a later bill.
 */
export async function settle(
  context: CallContext,
  ended: Ended,
  isLeft: () => boolean,
): Promise<Ended> {
  const { input, inbox } = context;
  const { ref, webhooks, timing } = input;
  const backoff = new PollBackoff(inbox, timing);
  let known = ended.mayLag ? await untilBillShows(context, ended) : ended;
  const hasNews = () => inbox.hasMoreThan(known.weighed);
  const untilNews = async () => {
    await inbox.until(hasNews);
    await backoff.waitTurn(() => false);
  };
  const pollsAtMs = webhooks ? Date.now() + timing.settleMs : null;
  showEnd(context, known, pollsAtMs);
  if (known.settlement === 'open' && webhooks) {
    await inbox.wait(hasNews, timing.settleMs, 'waiting for the bill');
  }
  for (;;) {
    showEnd(context, known);
    if (known.settlement === 'open' && !(hasNews() && backoff.isOpen)) {
      const billed = await watchForCost(ref, untilNews);
      if (billed) {
        known = billed.mayLag ? await untilBillShows(context, billed) : billed;
        continue;
      }
    } else {
      await inbox.until(() => hasNews() || isLeft());
      if (!hasNews()) return known;
      await backoff.waitTurn(() => false);
    }
    known = await weigh(context);
  }
}

/** @param billAtMs when polling for the bill begins; null: it has begun, or the bill is known */
function showEnd(
  { details }: CallContext,
  { disposition, cost, settlement, reason }: Ended,
  billAtMs: number | null = null,
): void {
  const bill =
    settlement === 'open'
      ? callWaitFor('bill', { untilMs: billAtMs })
      : `cost ${cost ?? 'never settled'}`;
  details.show(disposition, bill, ...(reason === null ? [] : [reason]));
}

async function weigh(context: CallContext): Promise<Ended> {
  context.inbox.takePoke();
  const known = await weighAgain(context.input.ref, 'weigh late events');
  return untilBillShows(context, known);
}

/** GET may show a corrected bill with a delay, so the call is polled a few times more. */
async function untilBillShows({ input, inbox }: CallContext, ended: Ended): Promise<Ended> {
  const { ref, timing } = input;
  let known = ended;
  for (let polls = 1; known.mayLag && polls < POLLS_FOR_A_CORRECTED_BILL; polls++) {
    const { weighed } = known;
    const hasNews = () => inbox.hasMoreThan(weighed);
    const pauseMs = timing.pollMs * 2 ** polls;
    if (await inbox.wait(hasNews, pauseMs, 'GET may not show the new bill yet')) break;
    known = await weighAgain(ref, 'poll for the corrected bill');
  }
  return { ...known, mayLag: false };
}

function watchForCost(ref: CallInput['ref'], untilNews: () => Promise<void>) {
  const summary = 'poll for the final cost';
  return watchUntil(() => watching.settleCall.executeWithOptions({ summary }, [ref]), untilNews);
}
