/** Reads a stream of server-sent events over real HTTP. */
import { request, type IncomingMessage } from 'node:http';

export interface ReadEvent {
  id: string | undefined;
  event: string | undefined;
  data: Record<string, unknown> & { subject?: string };
}

export class EventReader {
  readonly events: ReadEvent[] = [];
  readonly response: IncomingMessage;
  comments = 0;
  ended = false;
  #text = '';
  #waiting: (() => void)[] = [];

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('close', () => {
      this.ended = true;
      this.#notify();
    });
    response.on('error', () => undefined);
  }

  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, { headers: { accept: 'text/event-stream', ...headers } }, resolve);
    sent.on('error', reject);
    sent.end();
    return new EventReader(await promise);
  }

  get status(): number {
    return this.response.statusCode!;
  }

  get types(): (string | undefined)[] {
    return this.events.map(({ event }) => event);
  }

  /** Waits until the condition holds. */
  async until(holds: (reader: EventReader) => boolean): Promise<this> {
    while (!holds(this)) {
      if (this.ended) throw new Error('the stream ended first');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this;
  }

  async end(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.response.destroy();
  }

  #take(text: string): void {
    const blocks = (this.#text + text).split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) this.#takeBlock(block);
    this.#notify();
  }

  #takeBlock(block: string): void {
    if (block.startsWith(':')) this.comments += 1;
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const data = field('data');
    if (data === undefined) return;
    this.events.push({ id: field('id'), event: field('event'), data: JSON.parse(data) as never });
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
