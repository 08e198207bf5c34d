/**
 * Receives recording webhooks. The account has one URL for all of them, so whoever has seen it can name any call. The
 * store bounds what is written for each call; this file bounds, by hour, those that belong to no call.
 */
import { readRecordingWebhook } from '../../carrier/calls/webhook.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { readOrElse, startOf, type WholeBody } from './hook-body.ts';
import { FixedWindowLimit } from './fixed-window-limit.ts';
import { WriteBound } from './inbox-writer.ts';

/** Recording webhooks of unknown calls per hour. The store keeps the newest, for calls whose id is not known yet, and for setting up the carrier profile. */
const STRAY_AN_HOUR = 1_000;
/** So many writes take a few commits. More would delay the webhooks of other calls. */
const MOST_WRITES_WAITING = 256;

/** `ref`: the call whose own URL received the webhook. Without it, the body names the call. */
export function createRecordingReceiver(deps: ResourceDeps) {
  const { store, gateway, background, log, nowMs } = deps;
  const strays = new FixedWindowLimit(STRAY_AN_HOUR);
  const bound = new WriteBound(MOST_WRITES_WAITING);

  function mayKeepStray(): boolean {
    if (strays.take(nowMs())) return true;
    if (strays.refused === 1) {
      log.warn('no more recording webhooks of unknown calls are kept in this hour');
    }
    return false;
  }

  /** @throws InboxOverloaded */
  async function keep(delivery: Parameters<typeof store.keepRecordingDelivery>[0]): Promise<void> {
    const { ref, isNewLink: news } = await bound.run(() => store.keepRecordingDelivery(delivery));
    if (ref === undefined || !news) return;
    background.run('signalling a call that its recording is there', () =>
      gateway.signalRecordingDelivered(ref),
    );
  }

  return async (body: WholeBody, ref?: CallRef): Promise<void> => {
    const read = readBody(deps, body);
    const { carrierCallId } = read;
    const isKnown =
      ref !== undefined ||
      (carrierCallId !== null && (await store.callOfCarrierId(carrierCallId)) !== undefined);
    if (!isKnown && !mayKeepStray()) return;
    const own = ref === undefined ? {} : { ref };
    await keep({ ...own, ...read, receivedAtMs: nowMs(), body: startOf(body).toString('utf8') });
  };
}

function readBody({ settings }: ResourceDeps, body: WholeBody) {
  const nothing = { carrierCallId: null, url: null };
  if (body.kind !== 'read') return nothing;
  return readOrElse(() => readRecordingWebhook(body.bytes, settings.carrierProfile)) ?? nothing;
}
