/** Requests to the API as somebody with a key makes them, with a canary in every header that is not read. */
import { expect } from 'vitest';
import { PASSING } from './canaries.ts';

export interface Api {
  url: string;
}

export async function ask(api: Api, method: string, path: string, rest: RequestInit = {}) {
  const json = typeof rest.body === 'string' && !new Headers(rest.headers).has('content-type');
  return fetch(api.url + path, {
    method,
    ...rest,
    headers: {
      authorization: `Bearer ${PASSING.apiKey}`,
      'user-agent': PASSING.userAgent,
      'x-forwarded-host': PASSING.forwardedHost,
      forwarded: `host=${PASSING.forwardedHost};proto=http`,
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(rest.headers as Record<string, string>),
    },
  });
}

export async function order(
  api: Api,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Record<string, string>> {
  const rest = body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
  const answer = await ask(api, 'POST', path, rest);
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  return JSON.parse(text) as Record<string, string>;
}
