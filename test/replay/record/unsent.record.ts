/** The way to the carrier is cut, opened and held. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { RECORDING_DESK_WORKFLOW_ID as DESK } from '../../../src/domain/ids.ts';
import { holdPort } from '../../../src/dev/ports.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;
let port: number;
let way: Server | undefined;
let isHeld = false;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const held = await holdPort(0);
  await held.release();
  port = held.port;
  world = await startWorld({
    timeFactor: 60,
    carrier: { ...PLAIN_CARRIER, lostRecordingWebhooks: 1 },
    env: { DIALWRIGHT_CARRIER_URL: `http://127.0.0.1:${port}` },
  });
  record = createRecorder(world);
  await world.addAgents(1);
});
afterAll(async () => {
  cutAll();
  await world.stop();
  way?.close();
});

async function openWay(): Promise<void> {
  const carrier = Number(new URL(world.simulator.url).port);
  way = createServer((from) => {
    watch(from);
    if (isHeld) return;
    const to = watch(connect(carrier, '127.0.0.1'));
    from.pipe(to).pipe(from);
  });
  await once(way.listen(port, '127.0.0.1'), 'listening');
}

function watch(socket: Socket): Socket {
  sockets.add(socket);
  return socket.on('error', () => undefined).on('close', () => void sockets.delete(socket));
}

function cutAll(): void {
  for (const socket of sockets) socket.destroy();
}

test('given up', async () => {
  const ref = await record.dial('+12025550115');
  await record.keepClosed('callWorkflow/not-sent-given-up', ref, { disposition: 'not-dialled' });
  await world.api('POST', `/v1/campaigns/${ref.split('.')[0]}/cancel`);
});

test('accepted, when the way is open', async () => {
  const ref = await record.dial('+12025550125');
  await record.untilAt(`call.${ref}`, /could not be sent/);
  await openWay();
  await record.keepClosed('callWorkflow/not-sent-then-accepted', ref, { disposition: 'completed' });
});

test('a lookup of which nothing is known', async () => {
  const ref = await record.dial('+12025550135');
  await world.untilCall(ref, { settlement: 'settled' });
  isHeld = true;
  cutAll();
  await record.untilAt(DESK, /one lookup/);
  await record.loseWorker(DESK, 'takeDeskTurn');
  await record.keepAt('recordingDeskWorkflow/at-failed-turn', DESK, /a turn failed/);
});
