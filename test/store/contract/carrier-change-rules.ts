import { describe, expect, test } from 'vitest';
import { onceKey, type World } from './world.ts';

const CHANGE = {
  operation: 'update-sip-account',
  target: 'carrier/sip-accounts/desk-1',
  asked: { display: 'Front desk' },
};
const UNKNOWN = { status: null, body: null };

export function carrierChangeRules(world: () => World): void {
  const begin = (key = onceKey('k1')) =>
    world().store.beginCarrierChange({ ...CHANGE, nowMs: world().nowMs }, key);
  const end = (more: object, key = onceKey('k1')) =>
    world().store.endCarrierChange(
      {
        ...CHANGE,
        outcome: 'done',
        before: null,
        after: null,
        kept: null,
        ...more,
        nowMs: world().nowMs,
      },
      key,
    );

  describe('a change at the carrier', () => {
    test('is written before it is sent, and again with what came of it', async () => {
      await begin();
      const before = { display: 'Desk' };
      await end({ before, after: CHANGE.asked, kept: { status: 200, body: {} } });
      const { items } = await world().store.audit({ target: CHANGE.target }, { limit: 10 });
      const { operation, asked } = CHANGE;
      expect(items).toMatchObject([
        {
          who: 'caller',
          what: 'carrier.change-answered',
          before,
          after: { operation, outcome: 'done', resource: asked },
        },
        { who: 'caller', what: 'carrier.change-asked', before: null, after: { operation, asked } },
      ]);
    });

    test('a repeat of its key gets what is known: nothing yet, then the answer', async () => {
      expect(await begin()).toEqual({ answer: UNKNOWN, replayed: false });
      expect(await begin()).toEqual({ answer: UNKNOWN, replayed: true });
      const kept = { status: 200, body: { data: { id: '7' } } };
      await end({ kept });
      expect(await begin()).toEqual({ answer: kept, replayed: true });
      expect((await world().store.audit({}, { limit: 10 })).items).toHaveLength(2);
    });

    test('one that changed nothing may be tried again with its key', async () => {
      await begin();
      await end({ outcome: 'refused', kept: null });
      expect(await begin()).toEqual({ answer: UNKNOWN, replayed: false });
    });

    test('a key of another request is refused, and a change without one is no repeat', async () => {
      await begin();
      await expect(begin({ ...onceKey('k1'), requestDigest: 'other' })).rejects.toMatchObject({
        code: 'key-reused',
      });
      const keyless = { ...onceKey('k1'), key: null };
      for (let times = 0; times < 2; times++) {
        expect(await begin(keyless)).toEqual({ answer: UNKNOWN, replayed: false });
        await end({ kept: { status: 200, body: 1 } }, keyless);
      }
      // The one with a key is where it was.
      expect(await begin()).toEqual({ answer: UNKNOWN, replayed: true });
    });
  });
}
