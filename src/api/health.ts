import * as z from 'zod';
import { StoreUnavailable } from '../store/faults.ts';
import { Problem } from './http/problem.ts';
import { routes, routesOf } from './http/routes.ts';
import { jsonAnswer } from './http/schemas.ts';

/** Results are cached, because the route needs no key and must not allow anybody to load the store or Temporal. */
const FRESH_FOR_MS = 1_000;

type State = 'ok' | 'failing';
/** Null: no fault. */
type Fault = string | null;

interface Faults {
  store: Fault;
  temporal: Fault;
}

const stateOf = (fault: Fault): State => (fault === null ? 'ok' : 'failing');

const Alive = z.object({
  status: z.literal('ok'),
  installation: z.string().nullable().meta({
    description:
      'The id of its database, so that somebody who checks an address sees whose server answers. Null: not read yet.',
  }),
});

const Ready = z.object({ store: z.literal('ok'), temporal: z.enum(['ok', 'failing']) });

const { opens } = routesOf('health');
/** `/livez` is the usual name of this probe; `/healthz` is what supervisors and proxies of older versions ask. */
const LIVENESS = [
  { url: '/livez', operationId: 'livez' },
  { url: '/healthz', operationId: 'live' },
] as const;

export const healthRoutes = routes((app, { store, gateway }) => {
  let installation: string | null = null;
  // Not awaited, because liveness does not depend on the store.
  store.installationId().then(
    (id) => (installation = id),
    () => undefined,
  );
  const check = async (): Promise<Faults> => {
    const [storeFault, temporalFault] = await Promise.all([
      faultOf(() => store.check()),
      faultOf(() => gateway.check()),
    ]);
    return { store: storeFault, temporal: temporalFault };
  };
  let last: { atMs: number; parts: Promise<Faults> } | undefined;
  const parts = () => {
    // A monotonic clock: after the machine's clock is set back, a result would count as fresh for too long.
    const atMs = performance.now();
    if (!last || atMs - last.atMs >= FRESH_FOR_MS) last = { atMs, parts: check() };
    return last.parts;
  };

  for (const { url, operationId } of LIVENESS) {
    app.get(
      url,
      opens({
        operationId,
        summary: 'The process answers',
        description:
          'For what restarts a hung process. It asks neither the store nor Temporal, because a restart mends neither.',
        response: { 200: jsonAnswer('Alive', Alive) },
      }),
      async () => ({ status: 'ok' as const, installation }),
    );
  }

  app.get(
    '/readyz',
    opens({
      operationId: 'ready',
      summary: 'The server can store what it is sent',
      description:
        'For a balancer. The status is that of the store. Without Temporal a server still stores webhooks and answers, so ' +
        'Temporal is only shown.',
      response: { 200: jsonAnswer('Ready', Ready) },
      problems: [503],
    }),
    async () => {
      const faults = await parts();
      if (faults.store !== null) throw notReady(faults.store, stateOf(faults.temporal));
      return { store: 'ok' as const, temporal: stateOf(faults.temporal) };
    },
  );
});

/** The route needs no key, so this names only the failing part and, for the store, a fault that a person can fix. */
async function faultOf(check: () => Promise<void>): Promise<Fault> {
  try {
    await check();
    return null;
  } catch (error) {
    return error instanceof StoreUnavailable ? error.message : 'it cannot be reached';
  }
}

function notReady(fault: string, temporal: State): Problem {
  return new Problem({
    status: 503,
    code: 'not_ready',
    detail: `Not ready: store: ${fault}.`,
    more: { store: 'failing', temporal },
    headers: { 'retry-after': '5' },
  });
}
