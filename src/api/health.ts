import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { ResourceDeps } from './api-deps.ts';
import { Problem } from './problem.ts';
import { jsonAnswer, problems } from './wire.ts';

/** The check is open to everybody, so it must not be a way to load the store or Temporal. */
const FRESH_FOR_MS = 1_000;

type Parts = Record<'store' | 'temporal', 'ok' | 'failing'>;

export const healthRoutes =
  ({ store, gateway, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const look = async (): Promise<Parts> => {
      const [storeOk, temporalOk] = await Promise.all([
        holds(() => store.check()),
        holds(() => gateway.check()),
      ]);
      return { store: storeOk ? 'ok' : 'failing', temporal: temporalOk ? 'ok' : 'failing' };
    };
    let last: { atMs: number; parts: Promise<Parts> } | undefined;
    const parts = () => {
      if (!last || nowMs() - last.atMs >= FRESH_FOR_MS) last = { atMs: nowMs(), parts: look() };
      return last.parts;
    };

    app.get(
      '/healthz',
      {
        config: { open: true },
        schema: {
          tags: ['health'],
          operationId: 'live',
          summary: 'The process answers',
          security: [],
          response: { 200: jsonAnswer('Alive', z.object({ status: z.literal('ok') })) },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/readyz',
      {
        config: { open: true },
        schema: {
          tags: ['health'],
          operationId: 'ready',
          summary: 'The store and Temporal can be reached',
          security: [],
          response: {
            200: jsonAnswer(
              'Ready',
              z.object({ store: z.literal('ok'), temporal: z.literal('ok') }),
            ),
            ...problems(503),
          },
        },
      },
      async () => {
        const { store, temporal } = await parts();
        if (store === 'ok' && temporal === 'ok') return { store, temporal };
        throw notReady({ store, temporal });
      },
    );
  };

async function holds(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

function notReady(parts: Parts): Problem {
  const failing = Object.entries(parts)
    .filter(([, state]) => state === 'failing')
    .map(([name]) => name);
  return new Problem({
    status: 503,
    code: 'not_ready',
    detail: `Cannot be reached: ${failing.join(' and ')}.`,
    more: parts,
    headers: { 'retry-after': '5' },
  });
}
