import type { WebhookStanding } from '../../domain/account/webhook-health.ts';
import type { ResourceDeps } from '../http/api-deps.ts';

/** Undefined where there is no public URL, so that none are asked for. */
export async function webhooksOf({
  store,
  settings,
  nowMs,
}: ResourceDeps): Promise<WebhookStanding | undefined> {
  return settings.publicUrl === undefined ? undefined : store.webhooks(nowMs());
}
