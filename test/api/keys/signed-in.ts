import type { ApiUnderTest } from '../api-under-test.ts';

/** What a browser sends from a page of the server itself. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Signs in, and gives the headers of the requests that the browser then sends. */
export async function signedIn(on: ApiUnderTest, key: string): Promise<Record<string, string>> {
  const answer = await on.api.inject({
    method: 'POST',
    url: '/v1/session',
    headers: OWN_PAGE,
    payload: { key },
  });
  const [cookie] = answer.cookies;
  if (!cookie) throw new Error(`no cookie: ${answer.body}`);
  return { cookie: `${cookie.name}=${cookie.value}`, ...OWN_PAGE };
}
