import { describe, expect, test } from 'vitest';
import type { Seen } from '../../../../src/domain/calls/polling.ts';
import { refusalOf, type World } from '../world.ts';

const TIMING = { pollMs: 5_000, pollRetryAtMostMs: 600_000 };
const FAILED: Seen = { kind: 'failed', askedMs: undefined };

export function lookRules(world: () => World): void {
  const call = (ref: string) => world().store.call(ref);
  const look = (ref: string, seen: Seen, said: string) =>
    world().store.notePoll(ref, {
      seen,
      text: said,
      nowMs: world().nowMs,
      random: 0,
      timing: TIMING,
    });
  const shown = (ref: string, state: 'accepted' | 'agent_ringing' | 'bridged') =>
    look(
      ref,
      { kind: 'shown', state, recorded: false, cost: null, unreadableCost: null },
      `GET shows ${state}`,
    );

  describe('polls by GET', () => {
    test('a poll of an unknown call is refused', async () => {
      expect(await refusalOf(shown('c1.1.1', 'bridged'))).toMatchObject({ code: 'not-found' });
    });

    test('what GET showed moves the call like its event, forward only', async () => {
      const ref = await world().oneLive();
      expect((await call(ref)).polls).toBeNull();
      expect(await shown(ref, 'bridged')).toMatchObject({ inVain: 0, progressAtMs: world().nowMs });
      const progressAtMs = world().nowMs;
      world().later(1_000);
      expect(await shown(ref, 'agent_ringing')).toMatchObject({ inVain: 1, progressAtMs });
      expect(await call(ref)).toMatchObject({ state: 'bridged', deepest: 'bridged' });
    });

    test('a call that has ended stays so, whatever GET shows then', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      await shown(ref, 'bridged');
      expect(await call(ref)).toMatchObject({ state: 'ended', disposition: 'completed' });
    });

    test('a recording proves that a call was bridged once it is over, and nothing before', async () => {
      const ref = await world().oneLive();
      const recorded = (state: 'customer_ringing' | 'failed') =>
        look(
          ref,
          { kind: 'shown', state, recorded: true, cost: null, unreadableCost: null },
          `GET shows ${state}`,
        );
      await recorded('customer_ringing');
      expect(await call(ref)).toMatchObject({ deepest: 'customer_ringing' });
      await recorded('failed');
      expect(await call(ref)).toMatchObject({ deepest: 'bridged' });
    });

    test('the timeline shows once what many polls in a row have shown', async () => {
      const ref = await world().oneLive();
      for (let round = 0; round < 20; round++) {
        world().later(5_000);
        await shown(ref, 'accepted');
      }
      await look(ref, FAILED, 'GET failed: HTTP 503');
      await shown(ref, 'accepted');
      const told = await world().store.timeline(ref);
      expect(told.filter(({ kind }) => kind === 'observation').map(({ text }) => text)).toEqual([
        'GET shows accepted',
        'GET failed: HTTP 503',
        'GET shows accepted',
      ]);
      expect((await call(ref)).polls).toMatchObject({ inVain: 22, failures: 0 });
    });

    test('the poll state outlives the process that made the polls', async () => {
      const ref = await world().oneLive();
      const looks = await look(ref, FAILED, 'GET failed: HTTP 503');
      expect(looks).toMatchObject({ failures: 1, blindSinceMs: world().nowMs });
      expect((await world().another().call(ref)).polls).toEqual(looks);
    });
  });
}
