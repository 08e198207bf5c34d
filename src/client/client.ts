/**
 * The typed client of the HTTP API, published as `dialwright/client`: `openapi-fetch` with types made from
 * docs/openapi.json. It sends the key, gives each change an idempotency key, and repeats what a broken connection lost.
 */
import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { repeatingFetch, USUAL_PATIENCE, type Patience } from './repeating-fetch.ts';

export type { components, operations, paths } from './api-types.ts';
/** Bodies and answers by their names in the document, such as `Schemas['Campaign']`. */
export type Schemas = components['schemas'];
export type DialwrightClient = Client<paths>;

export interface ClientOptions extends Partial<Patience> {
  /** Where the server answers, such as `http://127.0.0.1:3000`. A path is put in front of every request. */
  url: string;
  /** Left out by pages of the server itself, which send the cookie of a session. */
  apiKey?: string;
}

/** A refusal is returned as `error`, as openapi-fetch does; a connection that breaks for good rejects. */
export function createClient({ url, apiKey, ...patience }: ClientOptions): DialwrightClient {
  const client = createOpenApiClient<paths>({
    baseUrl: url,
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch: repeatingFetch({ ...USUAL_PATIENCE, ...patience }),
  });
  client.use({
    onRequest({ request }) {
      if (request.method === 'GET' || request.headers.has('idempotency-key')) return;
      request.headers.set('idempotency-key', crypto.randomUUID());
    },
  });
  return client;
}
