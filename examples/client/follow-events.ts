import { setTimeout as sleep } from 'node:timers/promises';
import type { DialwrightClient, Schemas } from 'dialwright/client';
import { answerOf, Refusal } from './answers.ts';

/** The server sends a comment every 15 seconds: a connection that is silent for longer is broken. */
const SILENT_MS = 45_000;
const LONGEST_PAUSE_MS = 30_000;

/** The id of the newest event; empty: there is none yet. */
export async function newestEvent(client: DialwrightClient): Promise<string> {
  const query = { order: 'desc', limit: 1 } as const;
  const page = await answerOf(() => client.GET('/v1/events', { params: { query } }));
  // The same path is also the stream, so its answer has two types.
  const { data } = page as unknown as { data: Schemas['Event'][] };
  return data[0]?.id ?? '';
}

/** Each event after `after` once and in order, also over broken connections. @throws Refusal */
export async function* follow(
  client: DialwrightClient,
  query: { campaign?: string; types?: string },
  after: string,
): AsyncGenerator<Schemas['Event']> {
  let last = after;
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      const stream = await answerOf(() =>
        client.GET('/v1/events', {
          params: { query, header: last === '' ? {} : { 'last-event-id': last } },
          headers: { accept: 'text/event-stream' },
          parseAs: 'stream',
          signal: silence.signal,
        }),
      );
      for await (const event of eventsOf(stream as ReadableStream<Uint8Array>, timer)) {
        yield event;
        last = event.id;
        pauseMs = 1_000;
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      console.error(`The stream broke off after ${last || 'its start'}; it goes on there.`);
    } finally {
      clearTimeout(timer);
    }
    await sleep(pauseMs);
  }
}

/** Server-sent events, as far as this API sends them. Every piece puts the timer off. */
async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
  timer: NodeJS.Timeout,
): AsyncGenerator<Schemas['Event']> {
  let text = '';
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    timer.refresh();
    const blocks = (text + piece).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Schemas['Event'];
    }
  }
}
