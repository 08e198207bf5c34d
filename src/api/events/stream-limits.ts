/** Limits the open streams of a process, in total and by API key. */
import { Problem } from '../http/problem.ts';

export const MOST_STREAMS = 200;
export const MOST_STREAMS_OF_KEY = 20;

export interface Closable {
  close(): void;
}

export class OpenStreams {
  readonly #callers = new Map<Closable, string>();

  /** @throws Problem 429 or 503 */
  check(caller: string): void {
    const ofKey = [...this.#callers.values()].filter((other) => other === caller).length;
    if (ofKey >= MOST_STREAMS_OF_KEY) throw tooMany(429, MOST_STREAMS_OF_KEY, 'this API key');
    if (this.#callers.size >= MOST_STREAMS) throw tooMany(503, MOST_STREAMS, 'this server');
  }

  add(stream: Closable, caller: string): () => void {
    this.#callers.set(stream, caller);
    return () => void this.#callers.delete(stream);
  }

  closeAll(): void {
    for (const stream of this.#callers.keys()) stream.close();
  }
}

const tooMany = (status: 429 | 503, most: number, whose: string) =>
  new Problem({
    status,
    code: 'too_many_streams',
    detail: `All ${most} event streams of ${whose} are open. Close one, or read GET /v1/events page by page.`,
    headers: { 'retry-after': '5' },
  });
