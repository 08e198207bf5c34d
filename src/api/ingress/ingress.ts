/**
 * Receives the carrier's webhooks. The token in the path is their only authentication, and it can only cause a poll of
 * its call. After a 4xx other than 408 the carrier does not repeat a webhook, so a valid token never gets one: a body
 * that cannot be read is stored as a poke. `docs/ingress.md` explains the guards against floods.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readWebhook, type WebhookReading } from '../../carrier/calls/webhook.ts';
import {
  verifyCallbackToken,
  verifyRecordingToken,
  verifyRecordingTokenOfCall,
} from '../../carrier/calls/tokens.ts';
import { isKnownEvent } from '../../domain/calls/call-state.ts';
import { webhookSign } from '../../domain/restore/restore.ts';
import { parsePlacementId, type PlacementKey } from '../../domain/ids.ts';
import type { InboxEvent } from '../../store/calls/inbox-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { BodiesAtOnce } from '../http/bodies-at-once.ts';
import type { Connections } from '../http/connections.ts';
import { turnOf, type Turns } from '../http/load/turns.ts';
import type { InboxRelay } from './inbox-relay.ts';
import {
  HOOK_LIMITS,
  readHookBody,
  readOrElse,
  startOf,
  type HookBody,
  type HookLimits,
  type WholeBody,
} from './hook-body.ts';
import { InboxOverloaded, WriteBound } from './write-bound.ts';
import { Problem, answerError } from '../http/problem.ts';
import { createRecordingReceiver } from './recording-webhooks.ts';
import { EVENTS_PER_CALL, EventQuota, UNKNOWN_EVENTS_PER_CALL } from './event-quota.ts';
import { LiveCalls } from './live-calls.ts';
import { TokenBucket } from '../http/load/token-bucket.ts';
import { wakesCall } from './wake-rule.ts';

export interface IngressDeps extends ResourceDeps {
  relay: InboxRelay;
  connections: Connections;
  turns: Turns;
  limits?: HookLimits;
}

export const createIngress = (deps: IngressDeps) => async (app: FastifyInstance) => {
  takeAnyBody(app);
  app.setErrorHandler(answerHookError);
  const limits = deps.limits ?? HOOK_LIMITS;
  const receiver = createReceiver(deps, limits);
  const recordingReceiver = createRecordingReceiver(deps, receiver.keepUnreadable);
  const recordings = new TokenBucket(limits.recordings);
  const bodies = new BodiesAtOnce(limits.mostAtOnce, limits.graceMs);

  /** A wrong token waits for its turn like every request without a credential. */
  async function refuse(request: FastifyRequest): Promise<never> {
    await turnOf(request, deps.turns);
    throw notFound();
  }

  /** For a request with a valid token. `subject`: the call or account that the token is for. */
  async function readBody({ raw }: FastifyRequest, subject: string): Promise<HookBody> {
    deps.connections.prove(raw.socket, 'hook-token');
    deps.noteWebhook?.();
    const body = await bodies.during(subject, (signal) => readHookBody(raw, limits, signal));
    deps.connections.hasArrived(raw.socket);
    return body;
  }

  /** Storing goes on after the time is over. If it succeeds, the carrier's next delivery is recognised as a duplicate. */
  async function keptInTime(keeping: Promise<void>, { elapsedTime }: FastifyReply): Promise<void> {
    const late = new AbortController();
    const leftMs = limits.answerMs - elapsedTime;
    const tooLate = sleep(leftMs, undefined, { signal: late.signal }).then(() => {
      throw new NotKeptInTime(limits.answerMs);
    });
    try {
      await Promise.race([keeping, tooLate]);
    } finally {
      late.abort();
    }
  }

  app.post<{ Params: { placementId: string; token: string } }>(
    '/click2call/:placementId/:token',
    { config: { open: true, isHook: true }, schema: { hide: true } },
    async (request, reply) => {
      const { placementId, token } = request.params;
      const key = parsePlacementId(placementId);
      if (!key || !verifyCallbackToken(placementId, token, deps.settings.hookSecrets)) {
        return refuse(request);
      }
      const body = await readBody(request, placementId);
      if (isUnfinished(body)) return giveUp(reply, body);
      await keptInTime(receiver.receive(key, body), reply);
      return acknowledge(reply, body);
    },
  );

  app.post<{ Params: { token: string } }>(
    '/recordings/:token',
    { config: { open: true, isHook: true }, schema: { hide: true } },
    async (request, reply) => {
      if (!verifyRecordingToken(request.params.token, deps.settings.hookSecrets)) {
        return refuse(request);
      }
      if (!recordings.take(deps.nowMs())) throw comeAgain();
      const body = await readBody(request, 'recordings');
      if (isUnfinished(body)) return giveUp(reply, body);
      await keptInTime(recordingReceiver.receive(body), reply);
      return acknowledge(reply, body);
    },
  );

  app.post<{ Params: { placementId: string; token: string } }>(
    '/recordings/:placementId/:token',
    { config: { open: true, isHook: true }, schema: { hide: true } },
    async (request, reply) => {
      const { placementId, token } = request.params;
      const key = parsePlacementId(placementId);
      const { hookSecrets } = deps.settings;
      if (!key || !verifyRecordingTokenOfCall(placementId, token, hookSecrets)) {
        return refuse(request);
      }
      const body = await readBody(request, `recording ${placementId}`);
      if (isUnfinished(body)) return giveUp(reply, body);
      await keptInTime(recordingReceiver.receiveOf(key, body), reply);
      return acknowledge(reply, body);
    },
  );
};

class NotKeptInTime extends Error {
  override readonly name = 'NotKeptInTime';

  constructor(withinMs: number) {
    super(`the store has not kept it within ${withinMs} ms`);
  }
}

type Unfinished = Exclude<HookBody, WholeBody>;

/** So many bytes are stored of a webhook that cannot be read, and so many different bodies. */
const UNREADABLE_BYTES = 2_048;
const UNREADABLE_PER_CALL = 16;

/** Writes that wait for their commit, which many of them share. */
export const MOST_WRITES_WAITING = 2_000;

const isUnfinished = (body: HookBody): body is Unfinished =>
  body.kind === 'too-slow' || body.kind === 'cut-off';

function createReceiver(deps: IngressDeps, limits: HookLimits) {
  const { store, settings, relay, nowMs } = deps;
  const bound = new WriteBound(MOST_WRITES_WAITING);
  const liveCalls = new LiveCalls(store, nowMs);
  // Separate quotas, so that unknown event names cannot use up the quota of known ones.
  const quotas = {
    known: new EventQuota(EVENTS_PER_CALL),
    unknown: new EventQuota(UNKNOWN_EVENTS_PER_CALL),
    unreadable: new EventQuota(UNREADABLE_PER_CALL),
  };

  async function keep(event: InboxEvent): Promise<void> {
    const outcome = await bound.run(() => store.appendEvent(event));
    if (outcome.isForgotten) noteForgotten(event);
    const { everyEventBelow } = settings;
    if (!wakesCall(event, outcome, { liveCalls: await liveCalls.count(), everyEventBelow })) return;
    relay.wake(event.ref, outcome.poke ? 'poke' : 'event');
  }

  /** Behind the answer: the webhook is kept already. */
  function noteForgotten(key: PlacementKey): void {
    store.noteRestore(webhookSign(key), nowMs()).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a webhook of a placement that the database does not know');
    });
  }

  const poke = (key: PlacementKey) => keep(pokeEvent(key, nowMs()));

  function readEvent(body: WholeBody): WebhookReading {
    if (body.kind === 'too-large') {
      return { kind: 'poke', why: `is larger than ${limits.mostBytes} bytes` };
    }
    const read = readOrElse(() => readWebhook(body.bytes, settings.carrierProfile));
    return read ?? { kind: 'poke', why: 'causes an error in our own reader' };
  }

  /** For a webhook that cannot be used: makes the call poll. A few bodies are stored as well, to help whoever sets up the carrier profile. */
  async function keepUnreadable(key: PlacementKey, body: WholeBody, why: string): Promise<void> {
    const start = startOf(body).subarray(0, UNREADABLE_BYTES).toString('utf8');
    const bytes = body.kind === 'read' ? body.bytes.length : null;
    const identity = { seq: 0, name: `${why} ${start}`, carrierCallId: null };
    if (quotas.unreadable.reserve(key, identity) !== 'fits') return poke(key);
    try {
      await keep({ ...pokeEvent(key, nowMs()), unreadable: { why, body: start, bytes } });
      quotas.unreadable.keep(key, identity);
    } finally {
      quotas.unreadable.release(key, identity);
    }
  }

  return {
    keepUnreadable,

    async receive(key: PlacementKey, body: WholeBody): Promise<void> {
      const read = readEvent(body);
      if (read.kind === 'poke') return keepUnreadable(key, body, read.why);
      const isKnown = isKnownEvent(read.name);
      const quota = isKnown ? quotas.known : quotas.unknown;
      const verdict = quota.reserve(key, read);
      if (verdict === 'kept') return;
      // An event with an unknown name is ignored (6, rule 4). A known event that is not stored causes a poll.
      if (verdict === 'spent') return isKnown ? poke(key) : undefined;
      const receivedAtMs = nowMs();
      const text = startOf(body).toString('utf8');
      const { seq, name, occurredAt, carrierCallId } = read;
      try {
        await keep({ ...key, seq, name, occurredAt, carrierCallId, receivedAtMs, body: text });
        quota.keep(key, read);
      } finally {
        quota.release(key, read);
      }
    },
  };
}

const pokeEvent = (key: PlacementKey, receivedAtMs: number): InboxEvent => ({
  ...key,
  seq: null,
  name: 'poke',
  occurredAt: null,
  carrierCallId: null,
  receivedAtMs,
  body: null,
});

// The content type is not checked, because a wrong one must not lose the event.
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onRequest', async (request) => {
    delete request.raw.headers['content-type'];
  });
}

function acknowledge(reply: FastifyReply, body: WholeBody): FastifyReply {
  if (body.kind === 'too-large') reply.header('connection', 'close');
  return reply.code(204).send();
}

function giveUp(reply: FastifyReply, { kind }: Unfinished): FastifyReply {
  reply.header('connection', 'close');
  if (kind === 'too-slow') {
    const detail = 'The body did not arrive in time.';
    throw new Problem({ status: 408, code: 'body_too_slow', detail });
  }
  return reply.code(408).send();
}

const comeAgain = () =>
  new Problem({
    status: 503,
    code: 'too_many_recording_webhooks',
    detail: 'Too many recording webhooks at the moment. Retry later.',
    headers: { 'retry-after': '30' },
  });

const notFound = () =>
  new Problem({
    status: 404,
    code: 'not_found',
    detail: 'Not found.',
  });

/**
 * Every failure after a valid token is our own fault, so the carrier may retry. An overload is over soon. Where the
 * store is away, the carrier's own pauses are longer than any `Retry-After` that is worth asking for: five of 30 s are
 * over after 150 s, and its own after 15 minutes.
 */
function answerHookError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Problem) return answerError(error, request, reply);
  const isOverload = error instanceof InboxOverloaded;
  const cannot = new Problem(
    {
      status: 503,
      code: 'not_kept',
      detail: 'The webhook could not be stored. Retry later.',
      headers: { ...(isOverload ? { 'retry-after': '30' } : {}), connection: 'close' },
    },
    // Overload is visible by the 503 answers. Logging a stack for each would add to it.
    isOverload ? {} : { cause: error },
  );
  return answerError(cannot, request, reply);
}
