/** Reads server-sent events, whose body may break off without notice. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * The events of a body, until it ends. A body that sends nothing for `silentMs`, not even a comment, is given up.
 * @throws if the connection breaks, or is given up
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  try {
    for (;;) {
      const { done, value } = await withinMs(reader.read(), silentMs);
      if (done) return;
      parser.feed(value);
      yield* events;
      events = [];
    }
  } finally {
    // A broken connection refuses to be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

async function withinMs<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`nothing came for ${ms / 1_000} s`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
