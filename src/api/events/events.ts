import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { eventId, parseEventId, type EventFilter } from '../../domain/events/event.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import {
  PageQuery,
  listAnswer,
  listOf,
  pageRequest,
  wholeList,
  wholeListAnswer,
} from '../http/answers/pages.ts';
import { EventFeed } from './event-feed.ts';
import { EventStream } from './event-stream.ts';
import {
  EventIdText,
  alertView,
  AlertView,
  eventView,
  EventView,
  FilterQuery,
  filterOf,
} from './event-view.ts';
import { OpenStreams } from './stream-limits.ts';

const EventsQuery = PageQuery.extend({
  ...FilterQuery,
  order: z.enum(['asc', 'desc']).default('asc').meta({
    description: '`asc`: the oldest first, which a reader needs that goes on later. Lists only.',
  }),
  after: EventIdText.optional().meta({
    description:
      'Only events after this one. For a stream, the header `Last-Event-ID` counts first.',
    example: 'evt_1042',
  }),
});

const EventsHeaders = z.looseObject({
  'last-event-id': EventIdText.optional().meta({
    description: 'The last event that a reader of the stream has. Browsers send it by themselves.',
  }),
});

const EventStreamText = z.string().meta({
  description:
    'Server-sent events. `id` is the event’s id, `event` its type, `data` the event as JSON. Comments keep the ' +
    'connection open. `events.lost`: events after `Last-Event-ID` are not kept any more; the stream goes on with the ' +
    'oldest one.',
});

const { reads } = routesOf('events');

export const eventRoutes = routes((app, deps) => {
  const { store, log } = deps;
  const feed = new EventFeed({ store, log });
  const streams = new OpenStreams();
  app.addHook('preClose', async () => {
    streams.closeAll();
    await feed.stop();
  });

  const follow = async (
    caller: string,
    filter: EventFilter,
    after: string | undefined,
  ): Promise<EventStream> => {
    streams.check(caller);
    const stream = new EventStream({ store, feed }, filter);
    stream.once('close', streams.add(stream, caller));
    stream.once('error', (error) => log.warn({ err: error }, 'a stream of events broke off'));
    await openStream(stream, after);
    return stream;
  };

  app.get(
    '/events',
    reads('read', {
      operationId: 'listEvents',
      summary: 'List what happened, or follow it as a stream',
      description:
        'With `Accept: text/event-stream` the answer is a stream of server-sent events: new ones, and those behind ' +
        '`Last-Event-ID`. Otherwise it is a list. To poll it, repeat the request with `after` set to the last id.',
      querystring: EventsQuery,
      headers: EventsHeaders,
      response: {
        200: {
          description: 'A page of events, or the stream',
          content: {
            'application/json': { schema: listOf(EventView) },
            'text/event-stream': { schema: EventStreamText },
          },
        },
      },
      problems: [410, 429, 503],
    }),
    async (request, reply) => {
      const { query } = request;
      const filter = filterOf(query);
      if (wantsStream(request)) {
        const after = request.headers['last-event-id'] ?? query.after;
        return sendStream(reply, await follow(request.caller.id, filter, after));
      }
      const after = query.after === undefined ? undefined : parseEventId(query.after);
      if (after !== undefined) await refuseLost(deps, after);
      const page = await store.outbox({ ...filter, order: query.order, after }, pageRequest(query));
      return listAnswer(page, eventView);
    },
  );

  app.get(
    '/agent/events',
    reads('agent', {
      operationId: 'followOwnEvents',
      summary: 'Follow what happens to the agent of this key and to its calls',
      description: 'A stream of server-sent events, as `GET /v1/events` has them.',
      headers: EventsHeaders,
      response: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: EventStreamText } },
        },
      },
      problems: [403, 429, 503],
    }),
    async (request, reply) => {
      const { caller, headers } = request;
      if (caller.agentId === null) throw noAgent();
      if (!wantsStream(request)) throw onlyStreams();
      const own = { agentId: caller.agentId };
      return sendStream(reply, await follow(caller.id, own, headers['last-event-id']));
    },
  );

  app.get(
    '/alerts',
    reads('read', {
      operationId: 'listAlerts',
      summary: 'List the alerts that stand',
      response: {
        200: wholeListAnswer(
          'Alerts that were raised and are not cleared, the oldest first',
          AlertView,
        ),
      },
    }),
    async () => wholeList(await store.alerts(), alertView),
  );
});

const onlyStreams = () =>
  new Problem({
    status: 422,
    code: 'invalid_request',
    detail: 'These events come as a stream only: send `Accept: text/event-stream`.',
  });

const noAgent = () =>
  new Problem({
    status: 403,
    code: 'no_agent',
    detail: 'These are the events of an agent, and this API key belongs to none.',
  });

async function openStream(stream: EventStream, after: string | undefined): Promise<void> {
  try {
    await stream.open(after === undefined ? undefined : parseEventId(after));
  } catch (error) {
    stream.destroy();
    throw error;
  }
  void stream.run();
}

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])text\/event-stream\b/i.test(headers.accept ?? '');

/** Proxies must pass each event on at once. */
function sendStream(reply: FastifyReply, stream: EventStream): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply.type('text/event-stream; charset=utf-8').send(stream);
}

async function refuseLost({ store }: ResourceDeps, after: number): Promise<void> {
  const { prunedTo } = await store.outboxSpan();
  if (after >= prunedTo) return;
  throw new Problem({
    status: 410,
    code: 'events_lost',
    detail: `Events after ${eventId(after)} are not kept any more. Go on with after=${eventId(prunedTo)}.`,
    more: { oldest_after: eventId(prunedTo) },
  });
}
