/** Follows a call from acceptance to its end: by webhooks, and by polling if there are none. */
import type { Ended } from '../../activities/calls/call-endings.ts';
import { durable, quick, watching } from '../activity-options.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import type { CallInput } from '../../contract/messages.ts';
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
  return untilConfirmed({ input, inbox, details });
}

/** GET may lag behind the webhook of the end, and the webhook may be forged, so each later one makes the call poll again. */
async function untilConfirmed({
  input: { ref, timing },
  inbox,
  details,
}: Pick<CallContext, 'input' | 'inbox' | 'details'>): Promise<Ended> {
  const summary = 'confirm the end by GET';
  const backoff = new PollBackoff(inbox, timing, EVENTS_OF_A_CALL);
  for (;;) {
    const { received } = inbox;
    const pokedAtMs = inbox.takePoke();
    const shown = await confirmNow(ref, summary);
    if (shown) return shown;
    details.show(UNDER_WAY, callWaitFor('poll', { more: 'GET does not show its end yet' }));
    const untilNews = async () => {
      await inbox.until(() => inbox.received > received);
      await backoff.waitTurn(() => false);
    };
    const confirmed = await watchUntil(
      () => watching.confirmCall.executeWithOptions({ summary }, [ref, pokedAtMs]),
      untilNews,
    );
    if (confirmed) return confirmed;
  }
}

/** The document names so many events (6). */
const EVENTS_OF_A_CALL = 7;

function observe(input: Parameters<typeof watching.observeCall>[0]): Promise<Ended> {
  const summary = 'poll the silent call by GET';
  return watching.observeCall.executeWithOptions({ summary }, [input]);
}

/** Decides again how a call ended, with all later events. */
export async function weighAgain(ref: CallInput['ref'], summary: string): Promise<Ended> {
  const weighed = await confirmNow(ref, summary);
  return weighed ?? durable.confirmCall.executeWithOptions({ summary }, [ref]);
}

/** Undefined: GET does not confirm it yet. */
async function confirmNow(ref: CallInput['ref'], summary: string): Promise<Ended | undefined> {
  try {
    return await quick.confirmCall.executeWithOptions({ summary }, [ref]);
  } catch {
    return undefined;
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
