/**
 * Sends webhooks of every kind to the real server, many of each, and compares what was acknowledged with what is stored:
 * nothing acknowledged is missing, nothing is there twice, and no valid token gets a 4xx.
 *
 *   npm run floods -- kinds                20,000 of each kind
 *   npm run floods -- kinds --each N
 *   … --store postgres                  the server's store is in a Postgres of the run's own
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { CARRIER_STATES, FINALIZED_EVENT } from '../../src/domain/calls/call-state.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import { liveCall } from '../api/calls/placed-call.ts';
import { oneOf, readOptions, whole } from '../command-options.ts';
import { ENGINES, type Engine } from '../faults/faults.ts';
import { startServerUnderFire } from '../malformed/server-under-fire.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string', default: 'sqlite' },
  each: { type: 'string', default: '20000' },
});
const each = whole('each', values.each);

const CALLS = 200;
const AT_ONCE = 64;
/** Of each known event: 8 names with so many numbers fit into the quota of a call, and so all are stored. */
const SEQS = 7;
/** Of events with unknown names, the quota of a call. */
const UNKNOWN_NAMES = 16;
/** The number of events that name other calls; they are stored too, with their id. */
const OF_OTHERS = 61;
const OVERSIZED = 'x'.repeat(70_000);
const WRONG_TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const KNOWN = [...CARRIER_STATES.map((state) => `click2call.${state}`), FINALIZED_EVENT];

interface Kind {
  name: string;
  right: readonly number[];
  path(this: void, ref: CallRef): string;
  body(this: void, ref: CallRef, round: number): string;
}

const engine = oneOf<Engine>('store', values.store, ENGINES);
const folder = mkdtempSync(join(tmpdir(), 'dialwright-kinds-'));
const server = await startServerUnderFire(folder, engine);
const calls: CallRef[] = [];
const place = {
  store: server.store,
  post: (path: string, body?: object) => server.api('POST', path, body),
  async campaign(): Promise<string> {
    const { body } = await server.api('POST', '/v1/campaigns', { name: 'spring' });
    return (body as { id: string }).id;
  },
};
while (calls.length < CALLS) calls.push(await liveCall(place));

const hook = (ref: CallRef) => server.eventHook({ ref, placement: 1 });
const event = (name: string, seq: unknown, id: string) =>
  JSON.stringify({ event: name, event_seq: seq, data: { id } });
const KEPT = [204];
/** The bound of recording webhooks on the account's URL asks to come again. */
const KEPT_OR_LATER = [204, 503];
const kinds: Kind[] = [
  ...KNOWN.map((name) => ({
    name,
    right: KEPT,
    path: hook,
    body: (ref: CallRef, round: number) => event(name, 1 + (round % SEQS), `carrier-${ref}`),
  })),
  {
    name: 'an unknown name',
    right: KEPT,
    path: hook,
    body: (ref, round) =>
      event(
        `click2call.new_${round % UNKNOWN_NAMES}`,
        100 + (round % UNKNOWN_NAMES),
        `carrier-${ref}`,
      ),
  },
  {
    name: 'the id of another call',
    right: KEPT,
    path: hook,
    body: (_ref, round) => event('click2call.bridged', OF_OTHERS, `nobody-${round % 3}`),
  },
  { name: 'no JSON', right: KEPT, path: hook, body: (_, round) => `{"event": ${round}` },
  { name: 'empty', right: KEPT, path: hook, body: () => '' },
  {
    name: 'no number',
    right: KEPT,
    path: hook,
    body: (ref) => event('click2call.bridged', null, `carrier-${ref}`),
  },
  { name: 'oversized', right: KEPT, path: hook, body: () => OVERSIZED },
  {
    name: 'a wrong token',
    right: [404],
    path: (ref) => `/hooks/click2call/${ref}.1/${WRONG_TOKEN}`,
    body: (ref) => event('click2call.bridged', 60, `carrier-${ref}`),
  },
  {
    name: 'a recording',
    right: KEPT_OR_LATER,
    path: () => server.recordingHook,
    body: (ref, round) =>
      JSON.stringify({
        event: 'call_recording.ready',
        data: {
          id: `carrier-${ref}`,
          recording_url: `https://cdn.example/${ref}-${round % 16}.mp3`,
        },
      }),
  },
];

const faults: string[] = [];
const dispatcher = new Agent({ connections: AT_ONCE });
for (const kind of kinds) {
  const startedMs = performance.now();
  const answers = await send(kind);
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  const perSecond = Math.round((each * 1_000) / (performance.now() - startedMs));
  console.log(`${kind.name}: ${told.join(', ')}; ${perSecond} a second`);
}
await dispatcher.close();
await compare();
faults.push(...server.faults());
await server.stop();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(`fault: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

async function send({ name, right, path, body }: Kind): Promise<Record<number, number>> {
  const answers: Record<number, number> = {};
  let sent = 0;
  const lane = async () => {
    while (sent < each) {
      const n = sent++;
      const ref = calls[n % CALLS]!;
      const answer = await request(server.url + path(ref), {
        method: 'POST',
        body: body(ref, Math.floor(n / CALLS)),
        dispatcher,
      });
      await answer.body.dump();
      answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const wrong = Object.keys(answers).filter((status) => !right.includes(Number(status)));
  if (wrong.length > 0) faults.push(`${name}: answers ${wrong.join(', ')}`);
  return answers;
}

/** Each event that was acknowledged is there once. */
async function compare(): Promise<void> {
  const rounds = Math.ceil(each / CALLS);
  const expected = [
    ...KNOWN.flatMap((name) =>
      Array.from({ length: Math.min(SEQS, rounds) }, (_, n) => `${name} ${1 + n}`),
    ),
    ...Array.from(
      { length: Math.min(UNKNOWN_NAMES, rounds) },
      (_, n) => `click2call.new_${n} ${100 + n}`,
    ),
  ];
  const count = { expected: expected.length * CALLS, stored: 0, lost: 0, doubled: 0, invented: 0 };
  for (const ref of calls) {
    const stored = (await server.store.events(ref))
      .filter(({ seq }) => seq !== null && seq !== OF_OTHERS)
      .map(({ name, seq }) => `${name} ${seq}`);
    const distinct = new Set(stored);
    count.stored += stored.length;
    count.lost += expected.filter((one) => !distinct.has(one)).length;
    count.doubled += stored.length - distinct.size;
    count.invented += [...distinct].filter((one) => !expected.includes(one)).length;
  }
  const { lost, doubled, invented } = count;
  console.log(
    `events of their own calls: ${count.expected} expected, ${count.stored} stored, ${lost} lost, ${doubled} doubled, ` +
      `${invented} that nobody sent with a valid token`,
  );
  if (lost + doubled + invented > 0)
    faults.push('what is stored differs from what was acknowledged');
}
