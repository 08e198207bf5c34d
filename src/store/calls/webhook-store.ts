import type { CallRef } from '../../domain/ids.ts';
import type { PolledCalls } from '../../domain/calls/poll-pace.ts';
import type { Timing } from '../../domain/timing.ts';
import type { WebhookStatus } from '../../domain/account/webhook-health.ts';

export interface WebhookStore {
  /** Whether webhooks arrive in the account now. */
  webhooks(nowMs: number): Promise<WebhookStatus>;

  /** How many calls share the pace of GETs. */
  polledCalls(): Promise<PolledCalls>;

  /**
   * Live calls that must be polled: calls that were live during ingress downtime, or when webhooks were found not to
   * arrive (each once), and calls that have been silent for too long (`isPollOverdue`). A call that was returned and
   * not polled is returned again after `againAfterMs`.
   */
  takeSilentCalls(input: {
    nowMs: number;
    timing: Timing;
    againAfterMs: number;
    limit: number;
  }): Promise<CallRef[]>;
}
