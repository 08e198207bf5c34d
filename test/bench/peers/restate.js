/**
 * A call on Restate, a single node: a workflow whose run places, awaits the promises of the end and of the bill, and
 * confirms. Each webhook is an invocation of a shared handler, sent with an idempotency key, that resolves a promise.
 *
 * Gives: a journal that a workflow goes on from after its process died, on any process; repeats are dropped; timers,
 * state and journals can be asked for by SQL, and there is a page to look at. Journals and results are kept for a day.
 * Does not, as it stands here: a step may run again when its process died over it, so a POST whose answer was lost would
 * be made twice; a lost webhook is waited for without end; one node keeps one copy; no agents, hours, caps or pauses.
 */
import { createEndpointHandler, workflow } from '@restatedev/restate-sdk';
import { createServer } from 'node:http2';
import { Pool } from 'undici';

/** A run is attached to until its end, so each call in flight holds one. */
const CONNECTIONS = 256;
const ASKED_AT_ONCE = 50;

export async function openIngress({ ingressUrl }) {
  const ask = openClient(ingressUrl);
  return (key, webhook) =>
    ask('POST', `/call/${key}/take/send`, webhook, {
      'idempotency-key': `${key}-${webhook.event_seq}`,
    });
}

export async function openWorker({ ingressUrl, adminUrl, servicePort }, carrier) {
  const call = workflow({
    name: 'call',
    handlers: {
      async run(ctx, key) {
        const { id } = await ctx.run('place', () => carrier.place(key));
        await ctx.promise('click2call.completed').get();
        await ctx.promise('click2call.finalized').get();
        return ctx.run('confirm', () => carrier.show(id));
      },
      async take(ctx, webhook) {
        await ctx.promise(webhook.event).resolve(webhook);
      },
    },
  });
  const server = createServer(createEndpointHandler({ services: [call] }));
  await new Promise((resolve) => void server.listen(servicePort, '127.0.0.1', resolve));
  await openClient(adminUrl)('POST', '/deployments', { uri: `http://127.0.0.1:${servicePort}` });
  const ask = openClient(ingressUrl);

  return {
    call: (key) => ask('POST', `/call/${key}/run`, key),
    async records(keys) {
      const found = [];
      for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
        const some = keys.slice(from, from + ASKED_AT_ONCE);
        const outputs = some.map((key) => ask('GET', `/restate/workflow/call/${key}/output`));
        found.push(...(await Promise.all(outputs)));
      }
      return found;
    },
  };
}

function openClient(url) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  return async (method, path, body, headers = {}) => {
    const answer = await pool.request({
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  };
}
