import { expect, test } from 'vitest';
import { serverSentEvents } from '../../src/terminal/server-sent-events.ts';

const bodyOf = (chunks: readonly Uint8Array[], ends = true) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (ends) controller.close();
    },
  });

async function read(body: ReadableStream<Uint8Array>, silentMs = 1_000) {
  const events = [];
  for await (const event of serverSentEvents(body, silentMs)) events.push(event);
  return events;
}

const STREAM =
  ': hello\n\nid: evt_1\nevent: call.ended\ndata: {"name":"Zoë"}\n\ndata: a\ndata: b\n\n';

test('events are the same wherever their bytes are cut, and comments are none', async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let at = 0; at <= bytes.length; at++) {
    expect(await read(bodyOf([bytes.subarray(0, at), bytes.subarray(at)]))).toEqual([
      { id: 'evt_1', event: 'call.ended', data: '{"name":"Zoë"}' },
      { id: undefined, event: undefined, data: 'a\nb' },
    ]);
  }
});

test('an event without an end is none, and a silent body is given up', async () => {
  const cut = new TextEncoder().encode('data: a');
  expect(await read(bodyOf([cut]))).toEqual([]);
  await expect(read(bodyOf([cut], false), 5)).rejects.toThrow('nothing came for 0.005 s');
});
