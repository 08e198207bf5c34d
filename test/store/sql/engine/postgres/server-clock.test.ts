import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServerClock } from '../../../../../src/store/sql/engine/postgres/server-clock.ts';

const AHEAD_MS = 1_800_000_000_000;

test('is at most the fastest round trip away from the server, however slow other answers are', () => {
  const trips = fc.array(fc.record({ there: fc.nat(5_000), back: fc.nat(5_000) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(trips, (all) => {
      let monotonicMs = 0;
      const clock = new ServerClock(() => monotonicMs);
      let fastestMs = Infinity;
      for (const { there, back } of all) {
        const askedAtMs = monotonicMs;
        const serverMs = AHEAD_MS + askedAtMs + there;
        monotonicMs += there + back;
        clock.note({ askedAtMs, answeredAtMs: monotonicMs, serverMs });
        fastestMs = Math.min(fastestMs, there + back);
        expect(Math.abs(clock.nowMs() - AHEAD_MS - monotonicMs)).toBeLessThanOrEqual(fastestMs + 1);
      }
    }),
  );
});

test('follows a server whose clock was set, as after a fail-over', () => {
  let monotonicMs = 0;
  const clock = new ServerClock(() => monotonicMs);
  clock.note({ askedAtMs: 0, answeredAtMs: 10, serverMs: AHEAD_MS + 5 });
  clock.note({ askedAtMs: 20, answeredAtMs: 30, serverMs: AHEAD_MS + 3_025 });
  monotonicMs = 30;
  expect(Math.abs(clock.nowMs() - AHEAD_MS - 3_030)).toBeLessThanOrEqual(5);
  clock.note({ askedAtMs: 40, answeredAtMs: 50, serverMs: AHEAD_MS - 955 });
  monotonicMs = 50;
  expect(Math.abs(clock.nowMs() - AHEAD_MS + 950)).toBeLessThanOrEqual(5);
});
