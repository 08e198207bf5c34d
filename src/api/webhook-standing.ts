import type { WebhookStanding } from '../domain/webhook-health.ts';
import type { ResourceDeps } from './api-deps.ts';

/** Undefined where there is no public URL, so that none are asked for. */
export async function webhooksOf({
  store,
  settings,
  nowMs,
}: ResourceDeps): Promise<WebhookStanding | undefined> {
  return settings.publicUrl === undefined ? undefined : store.webhooks(nowMs());
}
