/** Follows a call from acceptance to its end: by webhooks, and by polling if there are none. */
import type { Ended } from '../../activities/calls/call-endings.ts';
import { durable, quick, watching } from '../activity-options.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import type { CallInput } from '../messages.ts';
import { watchUntil } from '../waiting.ts';
import type { CallContext } from './call-context.ts';
import { PollBackoff } from './poll-backoff.ts';

/**
 * Returns when the call has ended, and GET confirms it or fails for too long.
 * @param pollFirst polls without waiting for a webhook: the call has run before, or webhooks do not arrive
 */
export function followToEnd(context: CallContext, pollFirst: boolean): Promise<Ended> {
  let isOver = false;
  const ended = untilEnd(context, pollFirst).finally(() => {
    isOver = true;
  });
  // A hang-up does not end the call by itself. After the end of the call, the hang-up is not awaited.
  const hungUp = hangUpWhenAsked(context, () => isOver);
  return Promise.race([ended, hungUp.then(() => ended)]);
}

export const UNDER_WAY = 'under way';
const SILENT = 'no webhook shows its end';

async function untilEnd(
  { input, inbox, details }: CallContext,
  pollFirst: boolean,
): Promise<Ended> {
  const { ref, webhooks, timing } = input;
  const hasEnded = () => inbox.state.ended !== undefined;
  const hasNews = () => hasEnded() || inbox.poked;
  const backoff = new PollBackoff(inbox, timing);
  if (webhooks && !pollFirst) {
    await inbox.wait(hasNews, timing.silenceMs, 'until its end, or silence');
    if (!hasEnded()) details.show(UNDER_WAY, callWaitFor('poll', { more: SILENT }));
  }
  // An unreadable webhook makes the call poll at once, unless the backoff lasts. Until then the watching activity continues.
  const untilNews = async () => {
    await inbox.until(hasNews);
    await backoff.waitTurn(hasEnded);
  };
  while (!hasEnded()) {
    const pokedAtMs = inbox.takePoke();
    const observed = await watchUntil(() => observe({ ref, webhooks, pokedAtMs }), untilNews);
    if (observed) return observed;
  }
  // The GET that confirms the end also answers a poke.
  inbox.takePoke();
  return confirm(ref, 'confirm the end by GET');
}

function observe(input: Parameters<typeof watching.observeCall>[0]): Promise<Ended> {
  const summary = 'poll the silent call by GET';
  return watching.observeCall.executeWithOptions({ summary }, [input]);
}

/** Decides how the call ended. For a call that has ended already, decides again with all later events. */
export async function confirm(ref: CallInput['ref'], summary: string): Promise<Ended> {
  try {
    return await quick.confirmCall.executeWithOptions({ summary }, [ref]);
  } catch {
    return durable.confirmCall.executeWithOptions({ summary }, [ref]);
  }
}

async function hangUpWhenAsked(
  { input, inbox }: CallContext,
  isOver: () => boolean,
): Promise<void> {
  await inbox.until(() => inbox.hangupAsked || isOver());
  if (isOver()) return;
  await durable.hangUp.executeWithOptions({ summary: 'hang up' }, [input.ref]);
  // Polls for the end at once: no webhook may come, and the agent waits for it.
  if (!isOver()) inbox.poke();
}
