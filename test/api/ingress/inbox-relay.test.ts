import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InboxRelay } from '../../../src/api/ingress/inbox-relay.ts';
import { messagesFor } from '../../../src/api/ingress/relay-messages.ts';
import type { StoredEvent } from '../../../src/store/calls/inbox-store.ts';
import type { EventsMessage, SignalOutcome } from '../../../src/api/temporal/temporal-gateway.ts';

const silent = pino({ level: 'silent' });

function event(id: number, seq: number | null, name = 'bridged', placement = 1): StoredEvent {
  const full = seq === null ? 'poke' : `click2call.${name}`;
  return { id, placement, seq, name: full, occurredAt: null, receivedAtMs: 0 };
}

/** An inbox in memory, the same for every call, and a gateway that answers as set. */
function world(events: StoredEvent[], { forgets = false } = {}) {
  const carried: number[] = [];
  const startedFor: string[] = [];
  const sent: EventsMessage[] = [];
  let answer: () => Promise<SignalOutcome> = async () => 'signalled';
  const carrier = new InboxRelay({
    log: silent,
    lingerMs: 100,
    retryMs: 500,
    lateEvents: { startFor: async (ref) => void startedFor.push(ref) },
    store: {
      unrelayedEvents: async () => events.filter(({ id }) => !carried.includes(id)),
      markRelayed: async (_ref, ids) => void carried.push(...(forgets ? [] : ids)),
    },
    gateway: {
      signalEvents: async (message) => {
        sent.push(message);
        return answer();
      },
    },
  });
  return {
    carrier,
    carried,
    sent,
    startedFor,
    answerWith: (next: () => Promise<SignalOutcome>) => (answer = next),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('events that arrive within the linger share one signal', async () => {
  const events = [event(1, 6, 'completed')];
  const { carrier, carried, sent } = world(events);
  carrier.wake('c1.1.1');
  await vi.advanceTimersByTimeAsync(90);
  expect(sent).toEqual([]);
  events.push(event(2, 7, 'finalized'));
  carrier.wake('c1.1.1');
  await vi.advanceTimersByTimeAsync(20);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ signalName: 'click2call.finalized' });
  expect(carried).toEqual([1, 2]);
});

test('of two names under one seq the signal holds both, and has the name that is more specific', () => {
  const events = [event(1, 3, 'zzz_unknown'), event(2, 3, 'bridged')];
  for (const arrived of [events, events.toReversed()]) {
    expect(messagesFor('c1.1.1', arrived).map(({ message }) => message)).toMatchObject([
      {
        signalName: 'click2call.bridged',
        input: { events: [{ name: 'click2call.other' }, { name: 'click2call.bridged' }] },
      },
    ]);
  }
});

test('an event that arrives while others are relayed gets its own signal', async () => {
  const events = [event(1, 1)];
  const { carrier, sent, answerWith } = world(events);
  const gate = Promise.withResolvers<SignalOutcome>();
  answerWith(() => gate.promise);
  carrier.wake('c1.1.1');
  await vi.advanceTimersByTimeAsync(110);
  events.push(event(2, 2));
  carrier.wake('c1.1.1');
  gate.resolve('signalled');
  await vi.advanceTimersByTimeAsync(110);
  expect(sent.map(({ input }) => input.events.map(({ seq }) => seq))).toEqual([[1], [2]]);
});

test('a failure is tried again a few times with the same request id, and then left to the sweep', async () => {
  const { carrier, carried, sent, answerWith } = world([event(1, 1)]);
  answerWith(() => Promise.reject(new Error('unavailable')));
  carrier.wake('c1.1.1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
  expect(carried).toEqual([]);
});

test('events of a workflow that is gone stay unrelayed, and it is asked at once whether it must run again', async () => {
  const { carrier, carried, sent, startedFor, answerWith } = world([event(1, 1)]);
  answerWith(async () => 'gone');
  carrier.wake('c1.1.1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(carried).toEqual([]);
  expect(startedFor).toEqual(['c1.1.1']);
});

test('no more than 32 signals are under way at once', async () => {
  const { carrier, sent, answerWith } = world([event(1, 1)]);
  answerWith(() => new Promise<SignalOutcome>(() => undefined));
  for (let n = 1; n <= 500; n++) carrier.wake(`c1.${n}.1`);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(32);
});

test('the events of every call are relayed, however many wait', async () => {
  const { carrier, sent } = world([event(1, 1)], { forgets: true });
  for (let n = 1; n <= 500; n++) carrier.wake(`c1.${n}.1`);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(sent.map(({ ref }) => ref)).size).toBe(500);
});

test('a flood on one call costs fewer than 100 signals an hour', async () => {
  const events: StoredEvent[] = [];
  const { carrier, sent } = world(events);
  for (let at = 0; at < 720; at++) {
    events.push(event(at + 1, at));
    carrier.wake('c1.1.1');
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(sent.length).toBeLessThan(100);
});

test('a flood of unreadable webhooks is a dozen pokes an hour; an event does not wait for it', async () => {
  const events: StoredEvent[] = [];
  const { carrier, sent } = world(events);
  for (let at = 0; at < 720; at++) {
    events.push(event(at + 1, null));
    carrier.wake('c1.1.1', 'poke');
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.length).toBeLessThan(20);
  const before = sent.length;
  events.push(event(9_000, 7, 'failed'));
  carrier.wake('c1.1.1', 'event');
  await vi.advanceTimersByTimeAsync(110);
  const names = sent.slice(before).map(({ signalName }) => signalName);
  expect(names).toContain('click2call.failed');
});

test('a shutdown carries what lingers, and waits only so long', async () => {
  const { carrier, carried } = world([event(1, 1)]);
  carrier.wake('c1.1.1');
  await carrier.stop();
  expect(carried).toEqual([1]);
  const stuck = world([event(1, 1)]);
  stuck.answerWith(() => new Promise<SignalOutcome>(() => undefined));
  stuck.carrier.wake('c1.1.1');
  const stopped = stuck.carrier.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  await stopped;
});

test('each placement has a message, named after its newest event by seq', () => {
  const events = [event(1, 4), event(2, 7, 'failed'), event(3, 5), event(4, 1, 'accepted', 2)];
  expect(messagesFor('c1.1.1', events).map(({ message, ids }) => ({ ...message, ids }))).toEqual([
    {
      ref: 'c1.1.1',
      signalName: 'click2call.failed',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      ids: [1, 2, 3],
      input: {
        placement: 1,
        events: [
          { seq: 4, name: 'click2call.bridged' },
          { seq: 5, name: 'click2call.bridged' },
          { seq: 7, name: 'click2call.failed' },
        ],
      },
    },
    expect.objectContaining({ signalName: 'click2call.accepted', ids: [4] }),
  ]);
});

test('bodies nobody could read are one poke beside the events', () => {
  const messages = messagesFor('c1.1.1', [event(1, null), event(2, 1), event(3, null)]);
  expect(messages.map(({ message }) => message.signalName)).toEqual(['click2call.bridged', 'poke']);
  expect(messages[1]).toMatchObject({ ids: [1, 3], message: { input: { events: [] } } });
});

test('a body can never name a signal of ours, nor write what it likes into a history', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('call.hangup', 'poke', 'recording.settled', 'click2call.x\n', '__x'),
  );
  fc.assert(
    fc.property(name, (text) => {
      const [carriage] = messagesFor('c1.1.1', [{ ...event(1, 1), name: text }]);
      expect(carriage!.message.signalName).toBe('click2call.other');
      expect(carriage!.message.input.events).toEqual([{ seq: 1, name: 'click2call.other' }]);
    }),
  );
});

test('nothing unrelayed: nothing to say', () => {
  expect(messagesFor('c1.1.1', [])).toEqual([]);
});
