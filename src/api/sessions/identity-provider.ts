/** Sign-in by OpenID Connect: the code flow with PKCE, state and nonce, and a signed id token (OpenID Connect Core, 3.1). */
import type { Configuration } from 'openid-client';
import type { IdentityProviderSettings } from '../http/api-deps.ts';
import { isLoopbackHost } from '../../outgoing/public-address.ts';

/** What the browser keeps between leaving for the provider and coming back. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who the provider says has signed in. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** In lower case; undefined: the provider does not vouch for a name. */
  name: string | undefined;
}

const ANSWER_S = 10;

export class IdentityProvider {
  readonly #settings: IdentityProviderSettings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: IdentityProviderSettings) {
    this.#settings = settings;
  }

  /** @throws Error the provider cannot be reached */
  async leave(callback: string): Promise<{ url: string; flow: Flow }> {
    const [client, configuration] = await this.#ready();
    const flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, flow };
  }

  /**
   * @param url of the callback, with what the provider has added
   * @throws Error the provider refuses, or its answer does not belong to the flow
   */
  async back(url: URL, { state, nonce, verifier }: Flow): Promise<Vouched> {
    const [client, configuration] = await this.#ready();
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const { nameClaim } = this.#settings;
    const name = claims[nameClaim];
    // An address that nobody has verified may be somebody else's.
    const isVouched = nameClaim !== 'email' || claims['email_verified'] === true;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: typeof name === 'string' && isVouched ? name.toLowerCase() : undefined,
    };
  }

  /** Read once; again after a failure. The library is loaded by the first sign-in. */
  async #ready() {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    const insecure = server.protocol === 'http:' && isLoopbackHost(server.hostname);
    this.#configuration ??= client.discovery(server, clientId, clientSecret, undefined, {
      timeout: ANSWER_S,
      execute: [
        client.enableNonRepudiationChecks,
        ...(insecure ? [client.allowInsecureRequests] : []),
      ],
    });
    try {
      return [client, await this.#configuration] as const;
    } catch (error) {
      this.#configuration = undefined;
      throw error;
    }
  }
}
