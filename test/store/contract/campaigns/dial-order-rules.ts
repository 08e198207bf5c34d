import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AreaEvidence } from '../../../../src/domain/areas/contact-area.ts';
import type { CallRef } from '../../../../src/domain/ids.ts';
import type { NewContact } from '../../../../src/store/campaigns/import-store.ts';
import { phone, SETTINGS, UNREACHED, type Rules, type World } from '../world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ONCE = { redial: { ...SETTINGS.policy.redial, rules: {} }, keepOpen: true } as const;

const AREAS = {
  CA: ['US-CA', 'America/Los_Angeles'],
  NY: ['US-NY', 'America/New_York'],
} as const;
type Area = keyof typeof AREAS;

const evidenceOf = (area: Area): AreaEvidence => {
  const [name, zone] = AREAS[area];
  return { release: 'r', sources: [{ from: 'number', areas: [name], zones: [zone] }] };
};
const contactIn = (area: Area | null, n: number): NewContact => ({
  number: phone(n),
  rowKey: null,
  name: null,
  area: area && evidenceOf(area),
});
const positionsOf = (refs: readonly CallRef[]) =>
  refs.map((ref) => Number(ref.split('.')[1])).toSorted((one, other) => one - other);

/** Calls people whose answers are known, in a campaign of their own. */
class Results {
  readonly #world: World;
  #next = 1_000;
  #begun = false;

  constructor(world: World) {
    this.#world = world;
  }

  async ring(area: Area | null, { answered, missed }: { answered: number; missed: number }) {
    const world = this.#world;
    if (!this.#begun) {
      this.#begun = true;
      await world.agents(...Array.from({ length: 10 }, (_, n) => `a${n}`));
      await world.draft('results', ONCE);
      await world.move('results', 'start');
    }
    const contacts = Array.from({ length: answered + missed }, () => contactIn(area, this.#next++));
    await world.add('results', contacts);
    for (let rung = 0; rung < contacts.length;) {
      for (const ref of await world.claim('results')) {
        await world.live(ref);
        await world.end(ref, rung++ < answered ? {} : UNREACHED);
      }
    }
  }
}

export function dialOrderRules(world: () => World): void {
  /** Most of California answer in the first of two hours, and most of New York in the second. A day later it is the first again. */
  async function aDayOfResults(): Promise<void> {
    const results = new Results(world());
    await results.ring('CA', { answered: 25, missed: 5 });
    await results.ring('NY', { answered: 5, missed: 25 });
    world().later(HOUR_MS);
    await results.ring('CA', { answered: 4, missed: 26 });
    await results.ring('NY', { answered: 22, missed: 8 });
    await world().move('results', 'pause');
    world().later(DAY_MS - HOUR_MS);
    expect(await world().store.lookAtAnswers(world().nowMs)).toBe(true);
  }

  async function listOf(id: string, areas: readonly (Area | null)[], more: Rules = {}) {
    await world().draft(id, { ...ONCE, dialOrder: 'best-hours', ...more });
    await world().add(
      id,
      areas.map((area, index) => contactIn(area, index)),
    );
    await world().move(id, 'start');
  }

  describe('the order of dialling', () => {
    test('without results it is that of the list, whatever the campaign asks for', async () => {
      await world().agents('a1', 'a2');
      await listOf('c1', ['NY', 'CA', null]);
      expect(await world().store.lookAtAnswers(world().nowMs)).toBe(true);
      expect(positionsOf(await world().claim('c1', 2))).toEqual([1, 2]);
    });

    test('areas at a best hour come first, and the others in the same claim: nobody waits for an hour', async () => {
      await aDayOfResults();
      await listOf('c1', ['NY', null, 'CA', 'NY', 'CA']);
      await listOf('c2', ['NY', 'CA'], { dialOrder: 'list' });
      expect(positionsOf(await world().claim('c2', 1))).toEqual([1]);
      expect(positionsOf(await world().claim('c1', 1))).toEqual([3]);
      expect(positionsOf(await world().claim('c1', 2))).toEqual([2, 5]);
      world().later(HOUR_MS);
      expect(positionsOf(await world().claim('c1', 1))).toEqual([4]);
      expect(await world().contacts('c1')).toEqual({ claimed: 4, due: 1 });
    });

    test('the call that the end of another claims keeps the order', async () => {
      await aDayOfResults();
      await world().agent({ id: 'own', pools: ['own'] });
      const agents = { pool: 'own', wrapUpMs: 0, pauseAfterMisses: null };
      await listOf('c1', [null, 'NY', 'CA', 'CA'], { agents });
      const [ref] = await world().claim('c1', 5);
      expect(positionsOf([ref!])).toEqual([3]);
      await world().live(ref!);
      const next = await world().endAndClaim(ref!);
      expect(positionsOf([next!])).toEqual([4]);
    });

    test('results that nobody has looked at for a day do not count any more', async () => {
      await aDayOfResults();
      world().later(DAY_MS);
      await listOf('c1', ['NY', 'CA']);
      expect(positionsOf(await world().claim('c1', 1))).toEqual([1]);
      expect(await world().store.lookAtAnswers(world().nowMs)).toBe(true);
      await listOf('c2', ['NY', 'CA']);
      expect(positionsOf(await world().claim('c2', 1))).toEqual([2]);
    });

    test('whatever the list: each claim takes the first contacts of the order, and all are claimed once', async () => {
      await aDayOfResults();
      let campaigns = 0;
      const lists = fc.array(fc.constantFrom('CA' as const, 'NY' as const, null), {
        minLength: 1,
        maxLength: 12,
      });
      await fc.assert(
        fc.asyncProperty(lists, fc.integer({ min: 1, max: 5 }), async (areas, most) => {
          const id = `list${++campaigns}`;
          await listOf(id, areas);
          const numbered = areas.map((area, index) => ({ area, position: index + 1 }));
          const left = [
            ...numbered.filter(({ area }) => area === 'CA'),
            ...numbered.filter(({ area }) => area !== 'CA'),
          ].map(({ position }) => position);
          while (left.length > 0) {
            const refs = await world().claim(id, most);
            expect(positionsOf(refs)).toEqual(left.splice(0, most).toSorted((a, b) => a - b));
            for (const ref of refs) {
              await world().live(ref);
              await world().end(ref);
            }
          }
          expect(await world().claim(id, most)).toEqual([]);
        }),
        { numRuns: 12 },
      );
    });
  });

  describe('an area or a network in which fewer customers answer', () => {
    const KIND = 'place-answers-fell';
    const standing = async () => {
      const alerts = await world().store.alerts();
      return alerts.filter(({ kind }) => kind === KIND).map(({ subject }) => subject);
    };
    const look = async () => {
      const did = await world().store.lookAtAnswers(world().nowMs);
      return did ? standing() : 'not yet';
    };

    test('is an alert after the next look, once an hour, until customers answer as before', async () => {
      const results = new Results(world());
      await results.ring('CA', { answered: 40, missed: 20 });
      expect(await look()).toEqual([]);
      world().later(HOUR_MS - 1);
      expect(await look()).toBe('not yet');
      world().later(7 * DAY_MS);
      await results.ring('CA', { answered: 6, missed: 54 });
      world().later(1);
      expect(await look()).toEqual(['areas/US-CA', 'networks/+1202555']);
      const [alert] = await world().store.alerts();
      expect(alert!.text).toContain(
        'customers in US-CA answered 10 % (6 of 60 calls) of the last 7 days, and 67 % (40 of 60 calls) of the 7 days before',
      );
      // It stands, and is raised once.
      world().later(HOUR_MS);
      expect(await look()).toEqual(['areas/US-CA', 'networks/+1202555']);
      await results.ring('CA', { answered: 140, missed: 40 });
      world().later(HOUR_MS);
      expect(await look()).toEqual([]);
      const { items } = await world().store.outbox(
        { order: 'asc', types: [`alert.${KIND}`] },
        { limit: 10 },
      );
      expect(items.map(({ data }) => data['status'])).toEqual([
        'raised',
        'raised',
        'cleared',
        'cleared',
      ]);
    });

    test('is none while the samples are small', async () => {
      const results = new Results(world());
      await results.ring('CA', { answered: 20, missed: 5 });
      world().later(8 * DAY_MS);
      await results.ring('CA', { answered: 1, missed: 40 });
      world().later(1);
      expect(await look()).toEqual([]);
    });

    test('two servers look at the same time: one of them raises it', async () => {
      const results = new Results(world());
      await results.ring('CA', { answered: 40, missed: 20 });
      world().later(8 * DAY_MS);
      await results.ring('CA', { answered: 6, missed: 54 });
      world().later(1);
      const { nowMs, store } = world();
      const stores = [store, world().another()];
      const looked = await Promise.all(stores.map((one) => one.lookAtAnswers(nowMs)));
      expect(looked.filter(Boolean)).toHaveLength(1);
      expect(await standing()).toHaveLength(2);
    });
  });
}
