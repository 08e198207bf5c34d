/** Bodies on a genuine callback URL that the carrier never sent. */

const ODD: readonly (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '{"event":',
  '{"event":"click2call.agent_moved","occurred_at":"2026-01-01T00:00:00Z","event_seq":9007199254740993,"data":{}}',
  '{"event":7,"event_seq":"three","data":null}',
  '{"event":"click2call.finalized","event_seq":-1,"data":{"id":"","cost":null}}',
  `{"event":"click2call.bridged","event_seq":1e400,"data":${'['.repeat(500)}${']'.repeat(500)}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  `{"event":"${'x'.repeat(70_000)}"}`,
];

export const oddBody = (nth: number): Buffer => Buffer.from(ODD[nth % ODD.length]!);

/** The same event in an envelope that nobody knows: neither its name nor its place in the order can be read. */
export const unreadableBody = (genuine: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ type: 'notification', payload: genuine.toString('base64') }));

/** The next event, as somebody would have it who has seen one: over, and for nothing. */
export function forgedBody(genuine: Buffer): Buffer {
  try {
    const body = JSON.parse(genuine.toString('utf8')) as { event_seq: number; data: object };
    const data = { ...body.data, status: 'completed', cost: '0' };
    const event = 'click2call.completed';
    return Buffer.from(JSON.stringify({ ...body, event, event_seq: body.event_seq + 100, data }));
  } catch {
    return oddBody(0);
  }
}
