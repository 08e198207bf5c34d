/** What the answer of a webhook endpoint means, and when an event is sent again. */

/** What came of one request. */
export interface WebhookAnswer {
  /** Null: there was no answer. */
  status: number | null;
  /** Why there was none, without the URL. */
  error: string | null;
  /** From `Retry-After`. */
  retryAfterMs: number | null;
  durationMs: number;
}

/** Requests since the last success. */
export interface WebhookFailures {
  tries: number;
  /** Null: the last request was answered with 2xx. */
  sinceMs: number | null;
}

export interface WebhookTiming {
  /** The pause after each failure in a row; the last one is repeated. */
  webhookRetryMs: readonly number[];
  /** After this time without a success the endpoint is disabled. */
  webhookGiveUpMs: number;
}

export type DeliveryVerdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; atMs: number; tries: number; sinceMs: number; reason: string }
  | { kind: 'disable'; reason: string };

/** So that endpoints that failed together are not asked together again. */
const JITTER = 0.2;
const GONE = 410;

/** @param random from 0 to 1 */
export function judgeDelivery(
  answer: WebhookAnswer,
  { tries, sinceMs }: WebhookFailures,
  { nowMs, random, timing }: { nowMs: number; random: number; timing: WebhookTiming },
): DeliveryVerdict {
  const { status, retryAfterMs } = answer;
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === GONE) return { kind: 'disable', reason: 'the endpoint answered 410 Gone' };
  const reason = failureText(answer);
  const failingSinceMs = sinceMs ?? nowMs;
  if (nowMs - failingSinceMs >= timing.webhookGiveUpMs) {
    const since = new Date(failingSinceMs).toISOString();
    return {
      kind: 'disable',
      reason: `every request since ${since} has failed, the last one: ${reason}`,
    };
  }
  const pauses = timing.webhookRetryMs;
  const longestMs = pauses.at(-1)!;
  const pauseMs = (pauses[tries] ?? longestMs) * (1 + JITTER * (2 * random - 1));
  const askedMs = Math.min(retryAfterMs ?? 0, longestMs);
  const atMs = Math.round(nowMs + Math.max(pauseMs, askedMs));
  return { kind: 'retry', atMs, tries: tries + 1, sinceMs: failingSinceMs, reason };
}

export function failureText({ status, error }: Pick<WebhookAnswer, 'status' | 'error'>): string {
  if (status === null) return error ?? 'no answer';
  if (status >= 300 && status < 400) return `HTTP ${status}; redirects are not followed`;
  return `HTTP ${status}`;
}

/** Of a request that delivers an event: a new one, one that is sent again on request, or none at all. */
export const DELIVERY_KINDS = ['event', 'replay', 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
