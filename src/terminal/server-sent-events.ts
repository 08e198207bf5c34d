/** Reads server-sent events (WHATWG HTML 9.2), as far as the API sends them. */

export interface ServerSentEvent {
  id: string | undefined;
  type: string | undefined;
  data: string;
}

/**
 * The events of a body, until it ends. A body that sends nothing for `silentMs`, not even a comment, is given up, because
 * a connection may break without notice.
 * @throws if the connection breaks, or is given up
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = '';
    for (;;) {
      const { done, value } = await withinMs(reader.read(), silentMs);
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    // A broken connection refuses to be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerSentEvent | undefined {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const all = (name: string) => fields.flatMap((field) => (field?.[1] === name ? field[2]! : []));
  const data = all('data');
  if (data.length === 0) return undefined;
  return { id: all('id').at(-1), type: all('event').at(-1), data: data.join('\n') };
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
