/** A hang-up whose signal was lost is sent to the carrier all the same, once. */
import { expect, onTestFinished, test } from 'vitest';
import { createActivities } from '../../../src/activities/create-activities.ts';
import { MOST_AT_ONCE, watchHangups } from '../../../src/activities/calls/hangup-watch.ts';
import { answering } from '../../carrier/servers.ts';
import { deskWithOneWanted, type Desk } from '../recordings/recording-world.ts';
import { phone } from '../../store/contract/world.ts';

const QUIET = { warn: () => undefined };

async function liveCallAskedToEnd() {
  const desk = await deskWithOneWanted();
  const { world, deps } = desk;
  await world.agents('a2');
  await world.campaign('c2', [phone(7)]);
  const [ref] = await world.claim('c2');
  await world.live(ref!);
  await deps.store.askHangup({ ref: ref!, nowMs: world.nowMs });
  return { ...desk, live: ref! };
}

const destroysOf = (desk: Desk) => desk.carrier.seen.filter(({ method }) => method === 'DELETE');

/** To be polled: the clock runs meanwhile, because the watch sets its pause some time after the carrier was asked. */
const whileTimePasses =
  <Seen>(desk: Desk, see: () => Seen) =>
  (): Seen => {
    desk.world.later(500);
    return see();
  };

test('the carrier is asked from the store, once, when the workflow had its time', async () => {
  const desk = await liveCallAskedToEnd();
  desk.play({ carrier: answering(200, { id: 'x' }) });
  const watch = watchHangups(desk.deps, createActivities(desk.deps), QUIET);
  onTestFinished(() => watch.stop());
  expect(destroysOf(desk)).toEqual([]);
  desk.world.later(2_000);
  await expect.poll(() => destroysOf(desk).length).toBe(1);
  const inAnHour = desk.world.nowMs + 3_600_000;
  await expect
    .poll(() => desk.deps.store.takeHangups({ nowMs: inAnHour, leaseMs: 0, limit: 9 }))
    .toEqual([]);
  await watch.stop();
  expect(destroysOf(desk)).toHaveLength(1);
});

test('one that the carrier does not answer is tried again', async () => {
  const desk = await liveCallAskedToEnd();
  let answers = 0;
  desk.play({
    carrier: (...exchange) => answering(++answers === 1 ? 500 : 200)(...exchange),
  });
  const watch = watchHangups(desk.deps, createActivities(desk.deps), QUIET);
  onTestFinished(() => watch.stop());
  await expect.poll(whileTimePasses(desk, () => destroysOf(desk).length)).toBe(1);
  await expect.poll(whileTimePasses(desk, () => destroysOf(desk).length)).toBe(2);
});

test('its end is read at once and again until it shows', async () => {
  const desk = await liveCallAskedToEnd();
  const { store } = desk.deps;
  const { carrierCallId } = await store.call(desk.live);
  let status = 'bridged';
  desk.play({
    carrier: (...exchange) => answering(200, { id: carrierCallId, status })(...exchange),
  });
  const watch = watchHangups(desk.deps, createActivities(desk.deps), QUIET);
  onTestFinished(() => watch.stop());
  desk.world.later(2_000);
  await expect.poll(() => store.call(desk.live)).toMatchObject({ state: 'bridged' });
  status = 'completed';
  await expect.poll(whileTimePasses(desk, () => store.call(desk.live))).toMatchObject({
    state: 'ended',
    disposition: 'completed',
  });
  expect(destroysOf(desk)).toHaveLength(1);
});

test('a poll by the workflow and one by the watch of the same call are made one after the other', async () => {
  const desk = await liveCallAskedToEnd();
  const { carrierCallId } = await desk.deps.store.call(desk.live);
  const flying = { now: 0, most: 0 };
  desk.play({
    carrier: (request, response) => {
      if (request.method === 'DELETE') return answering(200)(request, response);
      flying.most = Math.max(flying.most, ++flying.now);
      response.on('close', () => (flying.now -= 1));
      // Slow enough for both to be under way at once.
      setTimeout(
        () => answering(200, { id: carrierCallId, status: 'bridged' })(request, response),
        300,
      );
    },
  });
  const looks = () => desk.carrier.seen.filter(({ method }) => method === 'GET').length;
  const following = createActivities(desk.deps);
  const watch = watchHangups(desk.deps, following, QUIET);
  onTestFinished(() => watch.stop());
  desk.world.later(2_000);
  await expect.poll(() => destroysOf(desk).length).toBe(1);
  const confirming = following.confirmCall(desk.live);
  await expect(confirming).rejects.toThrow('GET shows bridged');
  await expect.poll(looks).toBe(2);
  expect(flying.most).toBe(1);
});

test('those that fail keep no other from its turn, however many they are', async () => {
  const desk = await deskWithOneWanted();
  const { world } = desk;
  const { store } = desk.deps;
  const numbers = Array.from({ length: MOST_AT_ONCE + 1 }, (_, n) => n + 10);
  await world.agents(...numbers.map((n) => `b${n}`));
  await world.campaign('c2', numbers.map(phone));
  const refs = await world.claim('c2', numbers.length);
  for (const ref of refs) {
    await world.live(ref);
    await store.askHangup({ ref, nowMs: world.later(1) });
  }
  const last = (await store.call(refs.at(-1)!)).carrierCallId!;
  desk.play({
    carrier: (...exchange) => answering(exchange[0].path.endsWith(last) ? 200 : 500)(...exchange),
  });
  const watch = watchHangups(desk.deps, createActivities(desk.deps), QUIET);
  onTestFinished(() => watch.stop());
  const asked = () => desk.carrier.seen.some(({ path }) => path.endsWith(last));
  await expect.poll(whileTimePasses(desk, asked)).toBe(true);
});
