import type { CallRef } from '../../domain/ids.ts';
import type { PolledCalls } from '../../domain/calls/poll-pace.ts';
import type { Timing } from '../../domain/timing.ts';
import type { WebhookStanding } from '../../domain/account/webhook-health.ts';

export interface WebhookStore {
  /** How webhooks stand in the account just now. */
  webhooks(nowMs: number): Promise<WebhookStanding>;

  /** How many calls share the pace of GETs. */
  polledCalls(): Promise<PolledCalls>;

  /**
   * Live calls of which somebody must look what has become: those that were live while no ingress listened or when
   * webhooks were found not to arrive, once, and those that have been silent for too long (`isLookOverdue`). A call
   * that was given out and not looked at is given out again after `againAfterMs`.
   */
  takeSilentCalls(input: {
    nowMs: number;
    timing: Timing;
    againAfterMs: number;
    limit: number;
  }): Promise<CallRef[]>;
}
