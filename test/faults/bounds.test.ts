import { expect, test } from 'vitest';
import { boundsBroken, type Observed } from './bounds.ts';
import type { Action, Schedule } from './faults.ts';
import type { Struck } from './strike.ts';

const T0 = Date.parse('2026-01-01T10:00:00Z');
const iso = (ms: number) => new Date(T0 + ms).toISOString();
const SCHEDULE = { timeFactor: 10, faults: [] } as unknown as Schedule;

/** A call that ends at the carrier at 10 s, and whose webhook is taken 50 ms later. */
function call(nth: number, { storedMs, lagged }: { storedMs: number; lagged: boolean }) {
  const ref = `c1.${nth}.1`;
  const id = `id-${nth}`;
  const url = `https://dialwright.example/hooks/click2call/${ref}.1/t0k`;
  const read = { fact: 'read', call: id, status: 200, at: iso(10_100) };
  return {
    ledger: [
      { fact: 'decision', at: iso(0), placed: { call: id }, callback_url: url },
      { fact: 'transition', at: iso(10_000), call: id, state: 'completed', seq: 5 },
      {
        fact: 'try-end',
        at: iso(10_050),
        call: id,
        event: 'click2call.completed',
        status: 204,
        seq: 5,
      },
      { ...read, state: lagged ? 'bridged' : 'completed' },
    ],
    events: [
      {
        id: 'evt_1',
        type: 'call.ended',
        subject: `calls/${ref}`,
        timestamp: iso(storedMs),
        data: {},
      },
    ],
  };
}

function observed(
  calls: readonly ReturnType<typeof call>[],
  more: Partial<Observed['world']> & { struck?: Struck[] } = {},
): Observed {
  const { struck = [], ...world } = more;
  return {
    world: {
      schedule: SCHEDULE,
      forged: new Map(),
      terminated: [],
      schedulesBroken: [],
      ...world,
    },
    struck,
    ledger: calls.flatMap(({ ledger }) => ledger),
    events: calls.flatMap(({ events }) => events),
  };
}

const strikeAt = (fromMs: number, action: Partial<Action> = { do: 'kill' }): Struck => ({
  fault: action as Struck['fault'],
  hit: 'hit',
  span: { fromMs: T0 + fromMs, untilMs: T0 + fromMs + 1_000 },
});
const calls = (storedMs: number, lagged = true) =>
  Array.from({ length: 5 }, (_, nth) => call(nth, { storedMs, lagged }));

test('ends that GET shows late are judged by their median, from the webhook on', () => {
  expect(boundsBroken(observed(calls(10_900)))).toMatchObject({
    violations: [],
    judged: { 'lagging or forged end': 5 },
  });
  expect(boundsBroken(observed(calls(13_000))).violations).toEqual([
    'the median of 5: c1.2.1: the end after GET lagged, or after a forged end: after 2950 ms, at most 1100 ms',
  ]);
  expect(boundsBroken(observed(calls(13_000, false)))).toMatchObject({ violations: [] });
});

test('an end that was forged before counts too, and one that was forged later does not', () => {
  const forged = (atMs: number) => new Map(calls(0).map((_, nth) => [`id-${nth}`, T0 + atMs]));
  const broken = (atMs: number) =>
    boundsBroken(observed(calls(13_000, false), { forged: forged(atMs) })).violations.length;
  expect([broken(5_000), broken(11_000)]).toEqual([1, 0]);
});

test('while another fault is under way, or shortly after it, nothing is judged', () => {
  const judged = (...struck: Struck[]) =>
    boundsBroken(observed(calls(13_000), { struck })).violations.length;
  expect(judged(strikeAt(9_500))).toBe(0);
  expect(judged(strikeAt(2_000))).toBe(0);
  expect(judged(strikeAt(500))).toBe(1);
  expect(judged(strikeAt(11_500))).toBe(1);
  expect(judged(strikeAt(9_500, { do: 'forge' }))).toBe(1);
  // A clock that was set stays wrong.
  expect(judged(strikeAt(500, { do: 'set-clock' }))).toBe(0);
});

test('the agent of a terminated call is free half a minute after both it and the call are over', () => {
  const broken = (atMs: number, storedMs: number) => {
    const world = { terminated: [{ ref: 'c1.1.1', atMs: T0 + atMs }] };
    const one = call(1, { storedMs, lagged: false });
    return boundsBroken(observed([one], world)).violations.length;
  };
  expect([broken(5_000, 14_900), broken(5_000, 15_100)]).toEqual([0, 1]);
  expect([broken(12_000, 16_900), broken(12_000, 17_100)]).toEqual([0, 1]);
});

test('a schedule is back within a minute', () => {
  const broken = (backMs: number | null) =>
    boundsBroken(
      observed([], { schedulesBroken: [{ which: 'sweep', act: 'pause', atMs: T0, backMs }] }),
    ).violations;
  expect(broken(T0 + 7_900)).toEqual([]);
  expect(broken(T0 + 8_100)).toHaveLength(1);
  expect(broken(null)).toEqual([
    'the schedule sweep back after: pause: not at all, at most 8000 ms',
  ]);
});

test('a corrected bill is stored within ten seconds of its webhook', () => {
  const broken = (settledMs: number | null, cost = '0.02') => {
    const one = call(1, { storedMs: 10_100, lagged: false });
    const billed = { fact: 'billed', call: 'id-1' };
    const ack = { fact: 'try-end', call: 'id-1', event: 'click2call.finalized', status: 204 };
    const ledger = [
      ...one.ledger,
      { ...billed, at: iso(11_000), seq: 6, cost: '0.01' },
      { ...billed, at: iso(20_000), seq: 7, cost },
      { ...ack, at: iso(20_050), seq: 7 },
    ];
    const settled = (ms: number) => ({
      id: 'evt_9',
      type: 'call.settled',
      subject: 'calls/c1.1.1',
      timestamp: iso(ms),
      data: { cost: '0.02' },
    });
    const events = [...one.events, ...(settledMs === null ? [] : [settled(settledMs)])];
    return boundsBroken({ ...observed([one]), ledger, events }).violations.length;
  };
  expect([broken(23_000), broken(23_200), broken(null)]).toEqual([0, 1, 1]);
  // The same amount again shows nothing.
  expect(broken(null, '0.01')).toBe(0);
});

test('at a quick pace nothing is judged', () => {
  const schedule = { ...SCHEDULE, timeFactor: 200 };
  expect(boundsBroken(observed(calls(13_000), { schedule }))).toEqual({
    violations: [],
    judged: {},
  });
});
