import type { WebhookStatus } from '../../domain/account/webhook-health.ts';
import type { ResourceDeps } from '../http/api-deps.ts';

/** Undefined without a public URL: then no webhooks are requested. */
export async function webhooksOf({
  store,
  settings,
  nowMs,
}: ResourceDeps): Promise<WebhookStatus | undefined> {
  return settings.publicUrl === undefined ? undefined : store.webhooks(nowMs());
}
