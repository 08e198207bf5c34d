/** Who gets events while everything is killed: an endpoint, and a reader of the stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader } from '../api/events/event-reader.ts';
import { verified, type Receiver } from '../webhooks/receiver.ts';
import { API_KEY } from './processes.ts';
import type { World } from './world.ts';

const RECONNECT_AFTER_MS = 100;

/** An endpoint of its own. `got` are the ids in the order of their first arrivals; each request is verified. */
export async function openEndpoint(
  { client }: Pick<World, 'client'>,
  receiver: Receiver,
  { path, types }: { path: string; types: string[] | null },
) {
  const body = { url: `${receiver.origin}${path}`, ...(types && { types }) };
  const answer = await client.ask('POST', '/v1/webhook-endpoints', body);
  if (answer.status >= 300) throw new Error(`no endpoint: ${JSON.stringify(answer.body)}`);
  const secret = answer.body.secret as string;
  return {
    got: () => [
      ...new Set(
        receiver.requests
          .filter((request) => request.path === path)
          .map((request) => verified(secret, request).id),
      ),
    ],
  };
}

/** Reads the stream, and goes on with `Last-Event-ID` whenever it breaks. */
export class StreamFollower {
  /** The ids in the order in which they came, also those that came twice. */
  readonly got: string[] = [];
  /** How often it connected. */
  connections = 0;
  readonly #url: string;
  readonly #done: Promise<void>;
  #reader: EventReader | undefined;
  #stopped = false;

  constructor(serverUrl: string) {
    this.#url = `${serverUrl}/v1/events`;
    this.#done = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#reader?.close();
    await this.#done;
  }

  /** What has come on the connection that stands counts too. */
  all(): string[] {
    return [...this.got, ...idsOf(this.#reader)];
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      const headers = {
        authorization: `Bearer ${API_KEY}`,
        'last-event-id': this.got.at(-1) ?? 'evt_0',
      };
      this.#reader = await EventReader.open(this.#url, headers).catch(() => undefined);
      if (this.#reader?.status === 200) this.connections += 1;
      if (this.#stopped) this.#reader?.close();
      await this.#reader?.end();
      this.got.push(...idsOf(this.#reader));
      this.#reader = undefined;
      await sleep(RECONNECT_AFTER_MS);
    }
  }
}

const idsOf = (reader: EventReader | undefined): string[] =>
  (reader?.events ?? []).flatMap(({ id }) => id ?? []);
