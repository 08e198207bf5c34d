/** What a person does while the campaigns run: each once, when so much of the work is done. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../faults/client-log.ts';

export interface Deed {
  /** Share of the contacts that have come to their end. */
  after: number;
  what: string;
  act: (client: Client) => Promise<void>;
}

const PAUSED_MS = 6_000;
const STOPPED_MS = 4_000;

/** @param ids of the campaigns, by name @param most calls at once of the account, at first */
export function deedsFor(ids: Map<string, string>, most: number): Deed[] {
  const of = (name: string) => `/v1/campaigns/${ids.get(name)}`;
  return [
    {
      after: 0.15,
      what: 'voices paused, and resumed',
      async act(client) {
        await must(client, 'POST', `${of('voices')}/pause`);
        await sleep(PAUSED_MS);
        await must(client, 'POST', `${of('voices')}/resume`);
      },
    },
    {
      after: 0.25,
      what: 'autumn: tighter limits',
      act: (client) =>
        must(client, 'PATCH', of('autumn'), {
          max_live_calls: 3,
          calls_per_second: 2.5,
          caps: { least_gap: '12s', per_day: 2, rolling: [{ days: 7, most: 2 }] },
          agents: { pool: 'floor', wrap_up: '800ms' },
        }),
    },
    {
      after: 0.35,
      what: 'the account: less pace, fewer calls at once',
      act: (client) =>
        must(client, 'PATCH', '/v1/account', {
          calls_per_second: 9,
          max_live_calls: Math.ceil(most * 0.7),
        }),
    },
    {
      after: 0.45,
      what: 'the account stopped, and let go',
      async act(client) {
        await must(client, 'POST', '/v1/account/stop', { reason: 'a drill' });
        await sleep(STOPPED_MS);
        await must(client, 'POST', '/v1/account/go');
      },
    },
    {
      after: 0.5,
      what: 'an agent paused, and ready again',
      async act(client) {
        await must(client, 'POST', '/v1/agents/floor-1/pause');
        await sleep(PAUSED_MS);
        await must(client, 'POST', '/v1/agents/floor-1/ready');
      },
    },
    {
      after: 0.6,
      what: 'wider limits again',
      async act(client) {
        await must(client, 'PATCH', '/v1/account', { calls_per_second: 12, max_live_calls: most });
        await must(client, 'PATCH', of('autumn'), { max_live_calls: 4, calls_per_second: 5 });
      },
    },
  ];
}

/** Acts when the time has come, side by side with the others. */
export class Operator {
  readonly done: string[] = [];
  readonly #client: Client;
  readonly #left: Deed[];
  readonly #acting: Promise<void>[] = [];

  constructor(client: Client, deeds: Deed[]) {
    this.#client = client;
    this.#left = [...deeds];
  }

  see(share: number): void {
    while (this.#left[0] && share >= this.#left[0].after) {
      const { what, act } = this.#left.shift()!;
      const acting = act(this.#client).then(() => void this.done.push(what));
      // Whoever awaits it gets the error.
      acting.catch(() => undefined);
      this.#acting.push(acting);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#acting);
  }
}

export async function must(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const { status, body: said } = await client.ask(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`);
}
