/** Routes by which a browser leaves for the identity provider and comes back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ProblemCode } from '../../domain/problem-codes.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { flowCookie, flowOf } from '../http/sessions/session-cookie.ts';
import type { SessionDeps } from './sessions.ts';
import { mustKeepCookies } from './start-session.ts';
import { IdentityProvider, type Flow } from './identity-provider.ts';

const FLOW_S = 600;
/** Each may make the server wait for the provider, and needs no key. */
const MOST_AT_ONCE = 20;
const CALLBACK = '/v1/session/provider/callback';

const SignInWays = z
  .object({
    provider: z.string().nullable().meta({
      description: 'Host of the identity provider (`DIALWRIGHT_OIDC_ISSUER`); null: there is none.',
    }),
  })
  .meta({ id: 'SignInWays' });

const FlowText = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
/** What providers add: `code`, `state`, `iss`, or `error` with its text. Others are ignored. */
const CallbackQuery = z.looseObject({ code: z.string().max(4_096).optional() });

const { opens } = routesOf('keys');

export const providerRoutes = parts<SessionDeps>(() => [waysRoute, flowRoutes]);

const waysRoute = routes((app, { settings: { identityProvider } }: SessionDeps) => {
  app.get(
    '/session/ways',
    opens({
      operationId: 'listSignInWays',
      summary: 'Show whether people sign in by an identity provider too',
      response: { 200: jsonAnswer('The ways', SignInWays) },
    }),
    async () => ({ provider: identityProvider ? new URL(identityProvider.issuer).host : null }),
  );
});

const flowRoutes = routes((app, deps: SessionDeps) => {
  const { settings } = deps;
  const provider = settings.identityProvider && new IdentityProvider(settings.identityProvider);
  let running = 0;
  const bounded = async <Result>(work: (known: IdentityProvider) => Promise<Result>) => {
    if (!provider) throw new Refused('no_provider');
    if (running >= MOST_AT_ONCE) throw new Refused('sign_in_busy');
    running += 1;
    try {
      return await work(provider);
    } finally {
      running -= 1;
    }
  };
  const leads = { 302: { description: 'Leads on, or back to the sign-in with the reason' } };

  app.get(
    '/session/provider',
    opens({
      operationId: 'startProviderSignIn',
      summary: 'For browsers: leave for the identity provider to sign in there',
      response: leads,
    }),
    async (request, reply) => {
      mustKeepCookies(request);
      return explained(request, reply, async () => {
        const left = await bounded((known) => known.leave(callbackOf(request)));
        reply.header('set-cookie', flowCookie(JSON.stringify(left.flow), FLOW_S));
        return left.url;
      });
    },
  );

  app.get(
    '/session/provider/callback',
    opens({
      operationId: 'finishProviderSignIn',
      summary: 'For browsers that come back from the identity provider',
      querystring: CallbackQuery,
      response: leads,
    }),
    async (request, reply) =>
      explained(request, reply, async () => {
        const flow = flowIn(request);
        if (!flow) throw new Refused('provider_refused');
        const url = new URL(request.url, callbackOf(request));
        const vouched = await bounded((known) => known.back(url, flow));
        const user = await deps.store.userOfProvider(vouched);
        const caller = user && (await deps.keys.withId(user.id));
        if (!caller) throw new Refused('provider_refused');
        await deps.sessions.start(caller, request, reply);
        return '/';
      }),
  );
});

/** Shown by the page of the sign-in, because a browser came here and no program. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.code = code;
  }
}

async function explained(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return await reply.redirect(await work(), 302);
  } catch (error) {
    const code = codeOf(error);
    request.log.warn({ err: error, code }, 'a sign-in by the identity provider failed');
    return reply.redirect(`/#sign-in-refused=${code}`, 302);
  }
}

function codeOf(error: unknown): ProblemCode {
  if (error instanceof Refused) return error.code;
  if (error instanceof Problem) return error.input.code;
  // The library names its errors; what is thrown by the network has none of these names.
  const names = [
    'AuthorizationResponseError',
    'ResponseBodyError',
    'ClientError',
    'OperationProcessingError',
  ];
  return error instanceof Error && names.includes(error.name)
    ? 'provider_refused'
    : 'provider_unreachable';
}

const callbackOf = ({ protocol, host }: FastifyRequest): string =>
  `${protocol}://${host}${CALLBACK}`;

function flowIn(request: FastifyRequest): Flow | undefined {
  try {
    return FlowText.safeParse(JSON.parse(flowOf(request) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
