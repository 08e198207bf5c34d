/** A real OpenID Connect provider on loopback, and a browser that signs in there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { clientId: 'dialwright', clientSecret: 'a-secret-of-the-client-0123456789' };
const CALLBACK = 'http://localhost/v1/session/provider/callback';

export interface Person {
  email: string;
  email_verified: boolean;
}

export interface ProviderUnderTest {
  issuer: string;
  stop(): Promise<void>;
}

/** @param people by what they type as their login */
export async function startProvider(people: Record<string, Person>): Promise<ProviderUnderTest> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [CALLBACK],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people[id] }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Signs in at the provider, and gives the address that it leads back to. */
export async function signInThere(url: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  for (let next = new URL(url), forms = 0; ;) {
    if (next.href.startsWith(CALLBACK)) return next;
    const page = await visit(next, jar);
    const location = page.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(await page.text())?.[1];
    if (action === undefined || (forms += 1) > 2) throw new Error(`no form at ${next.href}`);
    const prompt = forms === 1 ? 'login' : 'consent';
    const body = new URLSearchParams({ prompt, login, password: 'any' });
    const sent = await visit(new URL(action, next), jar, { method: 'POST', body });
    next = new URL(sent.headers.get('location')!, next);
  }
}

async function visit(url: URL, jar: Map<string, string>, init: RequestInit = {}) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}
