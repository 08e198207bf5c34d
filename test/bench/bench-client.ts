/** A client for measurements: any path, JSON, and a repeat where the connection breaks. */
import { randomUUID } from 'node:crypto';
import { repeatingFetch, USUAL_PATIENCE } from '../../src/client/repeating-fetch.ts';

export class BenchClient {
  readonly #url: string;
  readonly #apiKey: string;
  readonly #fetch = repeatingFetch(USUAL_PATIENCE);

  constructor({ url, apiKey }: { url: string; apiKey: string }) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#send(path, 'GET');
  }

  /** Text is sent unchanged, with its type. */
  post<Answer>(
    path: string,
    { body, contentType = 'application/json' }: { body?: unknown; contentType?: string } = {},
  ): Promise<Answer> {
    if (body === undefined) return this.#send(path, 'POST');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#send(path, 'POST', { text, contentType });
  }

  async #send<Answer>(
    path: string,
    method: string,
    sent?: { text: string; contentType: string },
  ): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      'idempotency-key': randomUUID(),
      ...(sent && { 'content-type': sent.contentType }),
    };
    const init = { method, headers, ...(sent && { body: sent.text }) };
    const response = await this.#fetch(new Request(new URL(path, this.#url), init));
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
