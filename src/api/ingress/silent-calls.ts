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
/** A call that could not be told, or whose worker is away, is told again. */
const AGAIN_AFTER_MS = 5 * 60_000;
/** Each costs a GET: so many in a turn do not flood the carrier after an outage. */
const AT_MOST = 25;

/**
 * Finds live calls whose webhooks stay away and makes them look by GET. Stands beside the ingress, which knows when it
 * could not hear; a call that looked by itself would need a timer for each state.
 */
export function watchSilentCalls(deps: SilentCallsDeps): { stop(): Promise<void> } {
  const { store, gateway, timing, nowMs, log } = deps;
  let state: WebhookState | undefined;
  let turn: Promise<void> | undefined;

  async function round(): Promise<void> {
    const standing = await store.webhooks(nowMs());
    if (state !== undefined && standing.state !== state) logChange(log, standing.state);
    state = standing.state;
    const input = { nowMs: nowMs(), timing, againAfterMs: AGAIN_AFTER_MS, limit: AT_MOST };
    for (const ref of await store.takeSilentCalls(input)) await gateway.pollCall(ref);
  }

  const everyMs = Math.min(LONGEST_EVERY_MS, Math.max(LEAST_EVERY_MS, timing.ringPollMs));
  const timer = setInterval(() => {
    turn ??= round()
      .catch((error: unknown) => log.warn({ err: error }, 'silent calls were not looked for'))
      .finally(() => (turn = undefined));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await turn;
    },
  };
}

function logChange(log: FastifyBaseLogger, state: WebhookState): void {
  if (state === 'lost') {
    log.warn('webhooks do not arrive: calls are looked at by GET from their start, until they do');
  } else log.info('webhooks arrive: calls wait for them');
}
