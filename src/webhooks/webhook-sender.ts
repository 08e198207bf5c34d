/** Sends one event to one endpoint, signed by Standard Webhooks 1.0. Redirects are not followed. */
import { Webhook } from 'standardwebhooks';
import { AddressError, openCheckedClient, type AddressRules } from '../outgoing/checked-client.ts';
import type { WebhookAnswer } from '../domain/events/webhook-delivery.ts';
import { unlessAborted } from '../outgoing/unless-aborted.ts';

export interface WebhookMessage {
  url: string;
  /** `whsec_…`, the newest first. Each makes a signature. */
  secrets: readonly string[];
  /** The same for each attempt. */
  id: string;
  body: string;
}

export interface WebhookSender {
  /** No text of the answer has the URL, which may contain a token. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer>;
}

/** The answer's body is read up to here, so that an answer of any length ends. */
const MOST_BODY_BYTES = 64 * 1_024;

export interface SenderOptions extends AddressRules {
  /** Limit of one request, its body included. */
  timeoutMs: number;
}

export const webhookSender = (options: SenderOptions): WebhookSender => ({
  async send(message, signal) {
    const startedAtMs = performance.now();
    const took = () => Math.round(performance.now() - startedAtMs);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]);
    try {
      const answer = await post(message, options, limit);
      return { ...answer, error: null, durationMs: took() };
    } catch (error) {
      // The caller stopped this request and sends it again, so it is no failed attempt.
      if (signal.aborted) throw error;
      const text = limit.aborted ? `no answer within ${options.timeoutMs} ms` : faultText(error);
      return { status: null, error: text, retryAfterMs: null, durationMs: took() };
    }
  },
});

async function post(
  { url: text, secrets, id, body }: WebhookMessage,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<Pick<WebhookAnswer, 'status' | 'retryAfterMs'>> {
  const url = new URL(text);
  const client = await unlessAborted(openCheckedClient(url, rules), signal);
  try {
    const request = client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...signatureOf({ id, body, secrets }), ...HEADERS },
      body,
      signal,
    });
    const response = await unlessAborted(request, signal);
    await response.body.dump({ limit: MOST_BODY_BYTES });
    return { status: response.statusCode, retryAfterMs: retryAfterOf(response.headers) };
  } finally {
    client.destroy();
  }
}

const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Dialwright-Webhooks/1',
  'accept-encoding': 'identity',
};

/** The headers of Standard Webhooks. The instant is that of this attempt, so that receivers can refuse old requests. */
export function signatureOf({
  id,
  body,
  secrets,
}: Omit<WebhookMessage, 'url'>): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Seconds, or a date (RFC 9110). */
function retryAfterOf({ 'retry-after': value }: Record<string, unknown>): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now());
}

/** Texts of our own: those of the network may quote the URL. */
function faultText(error: unknown): string {
  if (error instanceof AddressError) return FAULTS[error.code];
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code)
    ? `the endpoint cannot be reached (${code})`
    : 'the endpoint cannot be reached';
}

const FAULTS: Record<AddressError['code'], string> = {
  'forbidden-address':
    'the URL must lead to public addresses, by https on the default port (see DIALWRIGHT_WEBHOOK_ORIGINS)',
  unreachable: 'the host of the URL is not found',
};
