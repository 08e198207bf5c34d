import { turnsEvery } from '../../background/turns.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../domain/timing.ts';
import type { WebhookState } from '../../domain/account/webhook-health.ts';
import type { WebhookStore } from '../../store/calls/webhook-store.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

export interface SilentCallsDeps {
  store: WebhookStore;
  gateway: Pick<TemporalGateway, 'pollCall'>;
  timing: Timing;
  nowMs: () => number;
  log: FastifyBaseLogger;
}

const LONGEST_EVERY_MS = 5_000;
const LEAST_EVERY_MS = 250;
/** A call that could not be signalled, or whose worker is away, is signalled again after this time. */
const AGAIN_AFTER_MS = 5 * 60_000;
/** Calls in one round. Each costs a GET, so more would flood the carrier after an outage. */
const AT_MOST = 25;

/**
 * Finds live calls without webhooks and makes them poll by GET. Runs with the ingress, which knows its own downtime; a
 * call that checked this by itself would need a timer for each state.
 */
export function watchSilentCalls(deps: SilentCallsDeps): { stop(): Promise<void> } {
  const { store, gateway, timing, nowMs, log } = deps;
  let state: WebhookState | undefined;

  async function round(): Promise<void> {
    const webhooks = await store.webhooks(nowMs());
    if (state !== undefined && webhooks.state !== state) logChange(log, webhooks.state);
    state = webhooks.state;
    const input = { nowMs: nowMs(), timing, againAfterMs: AGAIN_AFTER_MS, limit: AT_MOST };
    for (const ref of await store.takeSilentCalls(input)) await gateway.pollCall(ref);
  }

  const everyMs = Math.min(LONGEST_EVERY_MS, Math.max(LEAST_EVERY_MS, timing.ringPollMs));
  return turnsEvery(everyMs, () =>
    round().catch((error: unknown) => log.warn({ err: error }, 'silent calls could not be read')),
  );
}

function logChange(log: FastifyBaseLogger, state: WebhookState): void {
  if (state === 'lost') {
    log.warn('webhooks do not arrive: calls are polled by GET from their start until they do');
  } else log.info('webhooks arrive: calls wait for them');
}
