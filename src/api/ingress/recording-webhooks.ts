/**
 * Receives recording webhooks. The account has one URL for all of them, so whoever has seen it can name any call. The
 * store bounds what is written for each call; this file bounds, by hour, those that belong to no call.
 */
import { readRecordingWebhook } from '../../carrier/calls/webhook.ts';
import type { PlacementKey } from '../../domain/ids.ts';
import type { KeptDelivery, RecordingDelivery } from '../../store/calls/recording-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { readOrElse, startOf, type WholeBody } from './hook-body.ts';
import { FixedWindowLimit } from './fixed-window-limit.ts';
import { WriteBound } from './write-bound.ts';

/** Recording webhooks of unknown calls per hour. The store keeps the newest, for calls whose id is not known yet, and for setting up the carrier profile. */
const STRAY_AN_HOUR = 1_000;
const FOREIGN = 'is a recording webhook, and names another call than its URL';
/** So many writes take a few commits. More would delay the webhooks of other calls. */
const MOST_WRITES_WAITING = 256;

/** @param keepForeign keeps a webhook on a call's own URL that is about another call, and makes the call poll */
export function createRecordingReceiver(
  deps: ResourceDeps,
  keepForeign: (key: PlacementKey, body: WholeBody, why: string) => Promise<void>,
) {
  const { store, gateway, background, log, nowMs, settings } = deps;
  // Else it cannot be compared with the id of the call.
  const namesById = settings.carrierProfile.recording.callIdField === 'id';
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
  async function keep(delivery: RecordingDelivery): Promise<KeptDelivery> {
    const kept = await bound.run(() => store.keepRecordingDelivery(delivery));
    const { ref, isNewLink } = kept;
    if (ref !== undefined && isNewLink) {
      background.run('signalling a call that its recording is there', () =>
        gateway.signalRecordingDelivered(ref),
      );
    }
    return kept;
  }

  const read = (body: WholeBody) => ({
    ...readBody(deps, body),
    receivedAtMs: nowMs(),
    body: startOf(body).toString('utf8'),
  });

  return {
    /** On the account's URL: the body names the call. */
    async receive(body: WholeBody): Promise<void> {
      const delivery = read(body);
      const { carrierCallId } = delivery;
      const isKnown =
        carrierCallId !== null && (await store.callOfCarrierId(carrierCallId)) !== undefined;
      if (isKnown || mayKeepStray()) await keep(delivery);
    },

    /** On the URL of one placement. */
    async receiveOf(key: PlacementKey, body: WholeBody): Promise<void> {
      const delivery = { ...read(body), ...key };
      if (!namesById) delivery.carrierCallId = null;
      if ((await keep(delivery)).isForeign) await keepForeign(key, body, FOREIGN);
    },
  };
}

function readBody({ settings }: ResourceDeps, body: WholeBody) {
  const nothing = { carrierCallId: null, url: null };
  if (body.kind !== 'read') return nothing;
  return readOrElse(() => readRecordingWebhook(body.bytes, settings.carrierProfile)) ?? nothing;
}
