/** Builds the HTTP server of Dialwright. Call `listen`, or `inject` in tests. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../domain/problem-codes.ts';
import helmet from '@fastify/helmet';
import { LogController, fastify, type FastifyInstance } from 'fastify';
import { createSerializerCompiler, validatorCompiler } from 'fastify-zod-openapi';
import { accountRoutes } from './account/account.ts';
import { restoreRoutes } from './account/restore.ts';
import { agentPageRoutes } from './agent-page/agent-page.ts';
import { agentRoutes } from './agents/agents.ts';
import type { ApiDeps } from './http/api-deps.ts';
import { auditRoutes } from './audit/audit.ts';
import { guard } from './http/auth.ts';
import { BackgroundTasks } from './temporal/background-tasks.ts';
import { readBodies, requireBodies } from './http/bodies.ts';
import { dashboardRoutes } from './dashboard/dashboard.ts';
import { endpointRoutes } from './events/endpoints.ts';
import { eventRoutes } from './events/events.ts';
import { callbackRoutes } from './callbacks/callbacks.ts';
import { callNowRoute, hangupRoute } from './calls/call-orders.ts';
import { resolutionRoute } from './calls/call-resolution.ts';
import { callRoutes } from './calls/calls.ts';
import { campaignRoutes } from './campaigns/campaigns.ts';
import { carrierChangeRoutes } from './carrier-account/carrier-changes.ts';
import { carrierOperationRoute } from './carrier-account/carrier-operation.ts';
import { carrierReadRoutes } from './carrier-account/carrier-reads.ts';
import { addressList } from './http/client-address.ts';
import { closeAfterAnswer, endSoon, refuseWhenClosing } from './http/closing.ts';
import { codecRoutes } from './codec.ts';
import { CONNECTION_LIMITS, Connections, type ConnectionLimits } from './http/connections.ts';
import { contactListRoute } from './contacts/contact-list.ts';
import { contactRoutes } from './contacts/contacts.ts';
import { InboxRelay } from './ingress/inbox-relay.ts';
import { LateEvents } from './ingress/late-events.ts';
import { healthRoutes } from './health.ts';
import { Callers } from './keys/callers.ts';
import { keyRoutes } from './keys/keys.ts';
import { sessionRoutes, type SessionDeps } from './sessions/sessions.ts';
import { Sessions } from './sessions/start-session.ts';
import { ownAccountRoutes } from './users/own-account.ts';
import { providerRoutes } from './sessions/provider-sign-in.ts';
import { UserSignIns } from './users/sign-in.ts';
import { userRoutes } from './users/users.ts';
import { erasureRoutes } from './privacy/erasures.ts';
import type { HookLimits } from './ingress/hook-body.ts';
import { importRoutes } from './contacts/imports.ts';
import { createIngress } from './ingress/ingress.ts';
import { answerUnknownPaths } from './http/not-found.ts';
import { presetRoutes } from './presets/presets.ts';
import { decisionRoutes } from './decisions/decisions.ts';
import { describeApi, docsPage } from './openapi/openapi.ts';
import { answerError, problemJson } from './http/problem.ts';
import { outcomeRoutes } from './outcomes/outcomes.ts';
import { preflightRoute } from './planning/preflight.ts';
import { reconciliationRoutes } from './reconciliation/reconciliations.ts';
import { reportJobRoutes } from './reports/report-jobs.ts';
import { reportRoutes } from './reports/reports.ts';
import { recordingLookupRoute } from './recordings/recording-lookup.ts';
import { recordingRoutes } from './recordings/recordings.ts';
import { statisticsRoutes } from './statistics/statistics.ts';
import { forecastRoute } from './planning/forecast.ts';
import { rehearseRoute } from './planning/rehearse.ts';
import { consentRoutes } from './consents/consents.ts';
import { suppressionRoutes } from './contacts/suppressions.ts';
import { changeOnce } from './http/idempotency.ts';
import { answerAfterPosts } from './http/answers/posts-left.ts';
import { logRequests } from './http/request-log.ts';
import { takeTurns, Turns } from './http/load/turns.ts';
import { limitUnreadAnswers } from './http/load/large-answers.ts';
import { whyRoute } from './planning/why.ts';

export interface ApiOptions {
  hookLimits?: HookLimits;
  connectionLimits?: ConnectionLimits;
  /** What `npm run build:dashboard` writes, as an absolute path. Undefined: there is no dashboard. */
  dashboardFolder?: string;
}

const LARGEST_BODY_BYTES = 1_048_576;
const HEADERS_TIMEOUT_MS = 5_000;
/** Enough for a long list of contacts over a slow line. Only callers with a key may send bodies; webhooks have their own limit. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Connections that are being closed count for a moment, beyond the limit for open ones. */
const MOST_CLOSING = 256;
/** Answers are parsed by their schemas first. The default compiles a writer for each schema: 0.6 s at every start. */
const serializerCompiler = createSerializerCompiler({ stringify: JSON.stringify });

/** `close` waits for running requests, and then for their background tasks. */
export function createApi(deps: ApiDeps, options: ApiOptions = {}): FastifyInstance {
  const { connectionLimits = CONNECTION_LIMITS } = options;
  const trusted = addressList(deps.settings.trustedProxies);
  const connections = new Connections(connectionLimits, trusted);
  const background = new BackgroundTasks(deps.log);
  const turns = new Turns();
  const keys = new Callers(deps.settings.apiKeys, { ...deps, background });
  const app = createServer(deps, { connections, turns, keys });
  app.server.maxConnections = connectionLimits.most + MOST_CLOSING;
  const { store, gateway, settings, log } = deps;
  const { lingerMs } = settings.timing;
  const lateEvents = new LateEvents(deps);
  const relay = new InboxRelay({ store, gateway, lateEvents, lingerMs, log });
  app.addHook('onClose', async () => {
    await relay.stop();
    await background.settled();
  });
  const signing = { signIns: new UserSignIns(deps), sessions: new Sessions({ ...deps, keys }) };
  app.register(async (all) =>
    registerAll(all, { ...deps, background, relay, connections, turns, keys, ...signing }, options),
  );
  return app;
}

function createServer(
  deps: ApiDeps,
  { connections, turns, keys }: Pick<AllDeps, 'connections' | 'turns' | 'keys'>,
): FastifyInstance {
  const { settings, log } = deps;
  const app = fastify({
    loggerInstance: log,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: requestIds(),
    // Fastify's own request lines contain URLs, which contain tokens.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // On a busy machine, registering the routes may take longer than the default limit of ten seconds.
    pluginTimeout: 0,
    // Node answers 400 if Host is missing, and the carrier does not repeat a webhook after a 4xx. Nothing here needs Host.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      closeAfterAnswer(request, reply, connections);
      void answerError(error, request, reply);
    },
    clientErrorHandler: answerUnreadable,
  });
  watchConnections(app, connections);
  // Node would answer 417, and the carrier does not repeat a webhook after a 4xx.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  logRequests(app);
  closeConnectionsOnTheWayOut(app);
  refuseWhenClosing(app);
  takeTurns(app, turns, connections);
  app.addHook('onSend', async (request, reply) => closeAfterAnswer(request, reply, connections));
  limitUnreadAnswers(app, connections);
  keepPrivateAnswersOut(app);
  answerUnknownPaths(app);
  guard(app, keys, connections);
  changeOnce(app);
  answerAfterPosts(app, deps);
  readBodies(app);
  requireBodies(app);
  return app;
}

/** Other processes and later starts count too, so each has a prefix of its own. */
function requestIds(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${start}-${(count += 1)}`;
}

function watchConnections(app: FastifyInstance, connections: Connections): void {
  const { server } = app;
  app.addHook('preClose', async () => connections.endUnused());
  server.on('connection', (socket) => connections.accept(socket));
  server.on('request', ({ socket }, response) => {
    usedBefore.add(socket);
    response.once('close', connections.begin(socket));
  });
}

interface AllDeps extends SessionDeps {
  relay: InboxRelay;
  turns: Turns;
}

async function registerAll(
  app: FastifyInstance,
  deps: AllDeps,
  { hookLimits, dashboardFolder }: ApiOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
  });
  await describeApi(app);
  await app.register(docsPage);
  await app.register(healthRoutes(deps));
  if (dashboardFolder !== undefined) await app.register(dashboardRoutes(dashboardFolder));
  const resources = [
    campaignRoutes,
    contactRoutes,
    importRoutes,
    callRoutes,
    decisionRoutes,
    presetRoutes,
    callNowRoute,
    callbackRoutes,
    hangupRoute,
    resolutionRoute,
    outcomeRoutes,
    agentPageRoutes,
    recordingRoutes,
    recordingLookupRoute,
    agentRoutes,
    accountRoutes,
    restoreRoutes,
    suppressionRoutes,
    consentRoutes,
    contactListRoute,
    preflightRoute,
    rehearseRoute,
    forecastRoute,
    whyRoute,
    auditRoutes,
    keyRoutes,
    sessionRoutes,
    userRoutes,
    ownAccountRoutes,
    providerRoutes,
    eventRoutes,
    erasureRoutes,
    endpointRoutes,
    carrierReadRoutes,
    carrierChangeRoutes,
    carrierOperationRoute,
    reconciliationRoutes,
    reportRoutes,
    statisticsRoutes,
    reportJobRoutes,
  ];
  for (const routes of resources) await app.register(routes(deps), { prefix: '/v1' });
  const { payloadCodec, settings } = deps;
  if (payloadCodec) {
    await app.register(codecRoutes(payloadCodec, settings.codecOrigins), { prefix: '/codec' });
  }
  const ingress = createIngress({
    ...deps,
    ...(hookLimits ? { limits: hookLimits } : {}),
  });
  await app.register(ingress, { prefix: '/hooks' });
}

/** Forbids caches to store answers that need a key, because they contain personal data. */
function keepPrivateAnswersOut(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { open = false } = request.routeOptions.config;
    if (open || reply.hasHeader('cache-control')) return;
    reply.header('cache-control', 'no-store');
  });
}

// An open keep-alive connection would delay the shutdown.
function closeConnectionsOnTheWayOut(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Answers bytes that do not parse as HTTP and so never become a request. */
function answerUnreadable(
  { code = '', rawPacket }: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Socket,
): void {
  const tooSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const mayAnswer = tooSlow || isAllThatCame(rawPacket, socket);
  if (!socket.writable || code === 'ECONNRESET' || !mayAnswer) {
    socket.destroy();
    return;
  }
  const [status, name] = UNREADABLE[code] ?? [400, 'malformed_request'];
  const problem = problemJson({ status, code: name, detail: 'The request could not be read.' });
  const body = JSON.stringify(problem);
  endSoon(
    socket,
    `HTTP/1.1 ${status} ${problem.title}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Connections that had a request before: the client could take this answer for the answer to that request. */
const usedBefore = new WeakSet<object>();

/**
 * Whether the packet is everything that arrived and is no webhook. Earlier packets are not known here. If it may be a
 * webhook, the connection is broken instead: the carrier repeats a webhook then, but not after a 4xx.
 */
function isAllThatCame(packet: unknown, socket: Socket): boolean {
  return (
    Buffer.isBuffer(packet) &&
    socket.bytesRead === packet.length &&
    !usedBefore.has(socket) &&
    !packet.includes('/hooks/')
  );
}

const UNREADABLE: Record<string, [number, ProblemCode]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_too_slow'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
};
