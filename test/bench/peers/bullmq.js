/**
 * A call on BullMQ and Redis, its log flushed at every write: a job that places, a hash that webhooks are folded into by
 * one script, and a job that confirms, added by whoever completes the hash.
 *
 * Gives: jobs are taken up again when their worker died; every ack is on the disk; repeats and any order of webhooks are
 * harmless.
 * Does not, as it stands here: a job may run again, so a POST whose answer was lost would be made twice; a call whose
 * webhooks never came stays as it is; jobs that are done are removed, so there is no history; all state must fit in
 * memory, for ever or until something removes it; no agents, hours, caps or pauses of single calls.
 */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const QUEUE = 'calls';
const WINDOW = 100;

/** One bit for each thing that is known of a call, set once. */
const BITS = {
  placed: 1,
  'click2call.completed': 2,
  'click2call.finalized': 4,
  confirmed: 8,
  'click2call.agent_ringing': 16,
  'click2call.agent_answered': 32,
  'click2call.customer_ringing': 64,
  'click2call.bridged': 128,
};
const COMPLETE = BITS.placed + BITS['click2call.completed'] + BITS['click2call.finalized'];

const NOTE = `
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[3]) == 1 then
    return redis.call('HINCRBY', KEYS[1], 'known', ARGV[2])
  end
  return tonumber(redis.call('HGET', KEYS[1], 'known'))`;

export async function openIngress(store) {
  const calls = openCalls(store);
  return (key, webhook) => calls.note(key, webhook.event, webhook);
}

export async function openWorker(store, carrier) {
  const calls = openCalls(store);
  const waiting = new Map();
  const steps = {
    async place(key) {
      const { id } = await carrier.place(key);
      await calls.note(key, 'placed', id);
    },
    async confirm(key) {
      const record = await carrier.show(await calls.read(key, 'placed'));
      await calls.note(key, 'confirmed', record);
      waiting.get(key)?.();
      waiting.delete(key);
    },
  };
  const worker = new Worker(QUEUE, (job) => steps[job.name](job.data.key), {
    connection: store,
    concurrency: WINDOW,
  });
  await worker.waitUntilReady();

  return {
    async call(key) {
      const over = new Promise((resolve) => void waiting.set(key, resolve));
      await calls.add('place', key);
      await over;
    },
    async records(keys) {
      const found = await Promise.all(keys.map((key) => calls.read(key, 'confirmed')));
      return found.filter((record) => record !== undefined);
    },
  };
}

function openCalls(store) {
  const redis = new Redis(store);
  redis.defineCommand('note', { numberOfKeys: 1, lua: NOTE });
  const queue = new Queue(QUEUE, {
    connection: store,
    defaultJobOptions: { removeOnComplete: true, attempts: 3 },
  });
  const add = (step, key) => queue.add(step, { key }, { jobId: `${step}-${key}` });
  return {
    add,
    /** Keeps it, and has a call confirmed about which enough is known; told of again, once more if need be. */
    async note(key, what, value) {
      const known = await redis.note(`call:${key}`, what, BITS[what], JSON.stringify(value));
      if ((known & (COMPLETE + BITS.confirmed)) === COMPLETE) await add('confirm', key);
    },
    async read(key, what) {
      const text = await redis.hget(`call:${key}`, what);
      return text === null ? undefined : JSON.parse(text);
    },
  };
}
