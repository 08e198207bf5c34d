import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { OTHER_NUMBER } from '../../../../src/domain/rules/due-reasons.ts';
import { NO_CAPS } from '../../../../src/domain/contacts/number-caps.ts';
import type { CapsCount } from '../../../../src/domain/rules/caps-count.ts';
import type { OutcomeNext } from '../../../../src/domain/outcomes/outcome.ts';
import type { NextNumber } from '../../../../src/domain/rules/next-numbers.ts';
import type { CallEnding } from '../../../../src/store/calls/call-store.ts';
import type { NewContact } from '../../../../src/store/campaigns/import-store.ts';
import { onceKey, phone, SETTINGS, UNREACHED, type Rules, type World } from '../world.ts';

const MINUTE_MS = 60_000;

export function personRules(world: () => World): void {
  /** The numbers of a person, from `first` on. */
  const personOf = (person: string, first: number, count: number): NewContact[] =>
    Array.from({ length: count }, (_, index) => ({
      number: phone(first + index),
      rowKey: index === 0 ? person : `${person}#${index + 1}`,
      name: `Person ${person}`,
      person: { person, place: index + 1, label: null },
    }));

  const rulesWith = (nextNumber: NextNumber, maxAttempts = 2): Rules => ({
    redial: {
      ...SETTINGS.policy.redial,
      maxAttempts,
      rules: { 'customer-unreached': { delayMs: MINUTE_MS, jitter: 0, most: 100 } },
      nextNumber,
    },
  });

  async function campaign(contacts: readonly NewContact[], rules: Rules): Promise<void> {
    await world().agents('a1', 'a2');
    await world().draft('c1', { keepOpen: true, ...rules });
    await world().add('c1', contacts);
    await world().move('c1', 'start');
  }

  const contacts = async (id = 'c1') =>
    (await world().store.contacts({ campaignId: id, filter: {} }, { limit: 100 })).items;
  const states = async (id = 'c1') =>
    (await contacts(id)).map(({ state, dueReason }) =>
      dueReason === OTHER_NUMBER ? 'waits' : state,
    );

  /** Claims the only call that there is. Undefined: nobody is due. */
  async function call(): Promise<string | undefined> {
    const refs = await world().claim('c1');
    expect(refs.length).toBeLessThan(2);
    if (refs[0] !== undefined) await world().live(refs[0]);
    return refs[0];
  }

  /** Positions in the order of their calls, which all end so, a minute apart. */
  async function called(most: number, ending: Partial<CallEnding> = UNREACHED): Promise<number[]> {
    const positions: number[] = [];
    while (positions.length < most) {
      const ref = await call();
      if (ref === undefined) return positions;
      positions.push((await world().store.call(ref)).contact);
      await world().end(ref, ending);
      world().later(MINUTE_MS);
    }
    return positions;
  }

  describe('a person with several numbers', () => {
    test('has one in turn, and is called at one at a time', async () => {
      await campaign(personOf('p', 1, 3), rulesWith('after-last-try'));
      expect(await states()).toEqual(['due', 'waits', 'waits']);
      await call();
      expect(await call()).toBeUndefined();
    });

    test('is called at the next number when the tries of one are over, and not at all when those of all are', async () => {
      await campaign(personOf('p', 1, 3), rulesWith('after-last-try'));
      expect(await called(10)).toEqual([1, 1, 2, 2, 3, 3]);
      expect(await states()).toEqual(['final', 'final', 'final']);
    });

    test('is called at each number in turn, if the rule says so', async () => {
      await campaign(personOf('p', 1, 3), rulesWith('after-each-try'));
      expect(await called(10)).toEqual([1, 2, 3, 1, 2, 3]);
    });

    test('is called at the first number only, if the rule says so', async () => {
      await campaign(personOf('p', 1, 3), rulesWith('never'));
      expect(await called(10)).toEqual([1, 1]);
      expect(await states()).toEqual(['final', 'waits', 'waits']);
    });

    test.each(['after-last-try', 'after-each-try'] as const)(
      'is called no more once somebody answered: %s',
      async (rule) => {
        await campaign(personOf('p', 1, 3), rulesWith(rule));
        await called(2);
        await called(1, {});
        expect(await called(10)).toEqual([]);
        expect((await states()).filter((state) => state === 'due')).toEqual([]);
      },
    );

    describe('who had answered, and is called again because the talk was dropped,', () => {
      const DROPPED = { state: 'failed', disposition: 'dropped' } as const;
      const dropped = async (rule: NextNumber) => {
        const rules = rulesWith(rule, 3);
        const redials = { delayMs: MINUTE_MS, jitter: 0, most: 100 };
        Object.assign(rules.redial!.rules, { dropped: redials });
        await campaign(personOf('p', 1, 2), rules);
        expect(await called(1, DROPPED)).toEqual([1]);
      };

      test.each(['after-last-try', 'after-each-try'] as const)(
        'is rung at no other number, whatever comes of it: %s',
        async (rule) => {
          await dropped(rule);
          expect(await called(10)).toEqual([1, 1]);
        },
      );

      test('is rung at no other number when a rule makes the first one final before its next call', async () => {
        await dropped('after-last-try');
        const { nowMs } = world();
        await world().store.putSuppressionList({ id: 'dnc', name: 'Do not call', nowMs });
        const numbers = [phone(1)];
        await world().store.suppress({ list: 'dnc', numbers, untilMs: null, nowMs });
        // The first claim makes its number final.
        expect([await called(10), await called(10)].flat()).toEqual([]);
      });

      test('is rung at no number that is added later', async () => {
        await dropped('after-last-try');
        expect(await called(10)).toEqual([1, 1]);
        await world().add(
          'c1',
          personOf('p', 5, 1).map((each) => ({ ...each, rowKey: 'late' })),
        );
        expect(await called(10)).toEqual([]);
      });
    });

    test('is called at no other number while it is unknown whether one was called', async () => {
      await campaign(personOf('p', 1, 2), rulesWith('after-each-try'));
      const [ref] = await world().claim('c1');
      const key = await world().placing(ref!);
      await world().noAnswer(key);
      await world().resolve(key);
      await world().store.endUnknown(ref!, 'silence', world().nowMs);
      expect(await called(10)).toEqual([]);
    });

    test('is called at the next number when one is on a suppression list', async () => {
      await campaign(personOf('p', 1, 3), rulesWith('after-last-try', 1));
      const { nowMs } = world();
      await world().store.putSuppressionList({ id: 'dnc', name: 'Do not call', nowMs });
      for (const n of [1, 2])
        await world().store.suppress(
          { list: 'dnc', numbers: [phone(n)], untilMs: null, nowMs },
          onceKey(`n${n}`),
        );
      const seen = [await called(1), await called(1), await called(1)].flat();
      expect(seen).toEqual([3]);
    });

    describe('by the outcome of a call', () => {
      const put = async (id: string, next: OutcomeNext) => {
        const code = { id, label: id, group: 'other', next, suppress: null } as const;
        await world().store.putOutcomeCode({ code, nowMs: world().nowMs });
      };

      test.each(['before its end', 'after its end'])(
        'is called at the next number after a wrong one, said %s, even if the rule says never',
        async (when) => {
          await put('wrong', { kind: 'next_number' });
          await campaign(personOf('p', 1, 2), rulesWith('never'));
          const ref = await call();
          if (when === 'before its end') await world().say(ref!, 'wrong');
          await world().end(ref!);
          if (when === 'after its end') await world().say(ref!, 'wrong');
          expect(await states()).toEqual(['final', 'due']);
        },
      );

      test('is called again at the number that answered, if it turns out not to be a wrong one', async () => {
        await put('wrong', { kind: 'next_number' });
        const rule = { delayMs: MINUTE_MS, jitter: 0, most: 10 };
        await put('again', { kind: 'redial', rule });
        await campaign(personOf('p', 1, 2), rulesWith('after-last-try'));
        const ref = await call();
        await world().end(ref!);
        await world().say(ref!, 'wrong');
        expect(await states()).toEqual(['final', 'due']);
        await world().say(ref!, 'again');
        expect(await states()).toEqual(['due', 'waits']);
        world().later(MINUTE_MS);
        expect(await called(10, {})).toEqual([1]);
      });

      test('is suppressed with all numbers of every campaign, if the code says so', async () => {
        const { nowMs } = world();
        await world().store.putSuppressionList({ id: 'dnc', name: 'Do not call', nowMs });
        const never = { id: 'never', label: 'Never', group: 'refused', suppress: 'dnc' } as const;
        const code = { ...never, next: { kind: 'final' }, suppressWhom: 'person' } as const;
        await world().store.putOutcomeCode({ code, nowMs });
        await campaign(personOf('p', 1, 2), rulesWith('after-last-try'));
        await world().draft('c2');
        await world().add('c2', personOf('p', 11, 1));
        const ref = await call();
        await world().say(ref!, 'never');
        const { items } = await world().store.suppressions('dnc', { limit: 10 });
        expect(items.map(({ number }) => number)).toEqual([1, 2, 11].map(phone));
        expect(await world().store.numbersOfPerson('p')).toEqual([1, 2, 11].map(phone));
      });

      test('is called at no further number when a wrong one is said once more, after another one answered', async () => {
        await put('wrong', { kind: 'next_number' });
        await campaign(personOf('p', 1, 3), rulesWith('after-last-try'));
        const ref = await call();
        await world().end(ref!);
        await world().say(ref!, 'wrong');
        expect(await called(1, {})).toEqual([2]);
        await world().say(ref!, 'wrong');
        expect(await called(10)).toEqual([]);
      });

      test('is not called again at a refused number after a wrong one', async () => {
        await put('wrong', { kind: 'next_number' });
        await campaign(personOf('p', 1, 2), rulesWith('after-last-try'));
        const [first] = await world().claim('c1');
        await world().refuse(await world().placing(first!), 422);
        const ref = await call();
        await world().end(ref!);
        await world().say(ref!, 'wrong');
        expect(await called(10)).toEqual([]);
      });

      test('is not called any more at any number when it says so, also after the turn has passed on', async () => {
        await put('no', { kind: 'final' });
        await campaign(personOf('p', 1, 2), rulesWith('after-each-try'));
        const ref = await call();
        await world().end(ref!, UNREACHED);
        expect(await states()).toEqual(['waits', 'due']);
        await world().say(ref!, 'no');
        expect(await states()).toEqual(['final', 'waits']);
        expect(await called(10)).toEqual([]);
      });
    });

    test('stays in one turn when a report comes late that somebody had answered', async () => {
      await campaign(personOf('p', 1, 2), rulesWith('after-each-try'));
      const ref = await call();
      await world().end(ref!, { ...UNREACHED, confirmed: false });
      expect(await states()).toEqual(['waits', 'due']);
      await world().end(ref!);
      expect(await states()).toEqual(['waits', 'waits']);
    });

    test('is not dialled at a claimed number when a report comes late that somebody had answered another one', async () => {
      await campaign(personOf('p', 1, 2), rulesWith('after-each-try'));
      const ref = await call();
      await world().end(ref!, { ...UNREACHED, confirmed: false });
      world().later(MINUTE_MS);
      const [second] = await world().claim('c1');
      await world().end(ref!);
      expect(await world().intent({ ref: second!, placement: 1 })).toMatchObject({
        kind: 'admission',
        admission: { reason: OTHER_NUMBER },
      });
      expect(await states()).toEqual(['waits', 'waits']);
    });

    test('is copied as one: of its copied numbers one is in turn, and of a reached person none is copied', async () => {
      await campaign(
        [...personOf('p', 1, 2), ...personOf('q', 11, 2), ...personOf('s', 21, 2)],
        rulesWith('after-last-try', 1),
      );
      const { nowMs } = world();
      for (let calls = 0; calls < 5; calls++) {
        const [ref] = await world().claim('c1', 1);
        await world().live(ref!);
        const { contact } = await world().store.call(ref!);
        // The first number of q.
        await world().end(ref!, contact === 3 ? {} : UNREACHED);
      }
      expect(await states()).toEqual(['final', 'final', 'final', 'waits', 'final', 'final']);
      await world().move('c1', 'cancel');
      await world().store.cloneCampaign({
        of: 'c1',
        id: 'c2',
        name: null,
        contacts: 'not-reached',
        nowMs,
      });
      expect((await contacts('c2')).map(({ number }) => number)).toEqual([1, 2, 21, 22].map(phone));
      expect(await states('c2')).toEqual(['due', 'waits', 'due', 'waits']);
    });

    test('is erased with all numbers', async () => {
      await campaign(personOf('p', 1, 2), rulesWith('after-last-try'));
      const { nowMs } = world();
      const subject = { number: phone(2) };
      await world().store.beginErasure({ id: 'e1', subject, nowMs }, onceKey('e1'));
      for (let round = 0; round < 50; round++)
        await world().store.continueErasure(world().later(2_000));
      expect((await contacts()).map(({ number, name, person }) => [number, name, person])).toEqual([
        ['erased', null, null],
        ['erased', null, null],
      ]);
    });

    describe('in two campaigns, by the same key,', () => {
      const twoCampaigns = async (rules: Rules) => {
        await campaign(personOf('p', 1, 2), rules);
        await world().draft('c2', { keepOpen: true, ...rules });
        await world().add('c2', personOf('p', 11, 2));
        await world().move('c2', 'start');
      };

      test('is on one call at a time', async () => {
        await twoCampaigns(rulesWith('after-last-try'));
        const ref = await call();
        expect(await world().claim('c2')).toEqual([]);
        const { numberOn } = await world().store.contactFacts('c2', 1, world().nowMs);
        expect(numberOn?.ref).toBe(ref);
        await world().end(ref!, UNREACHED);
        expect(await world().claim('c2')).toHaveLength(1);
      });

      test('is not called in the other one while it is unknown whether a phone rang', async () => {
        await twoCampaigns(rulesWith('after-last-try'));
        const [ref] = await world().claim('c1');
        const key = await world().placing(ref!);
        await world().noAnswer(key);
        await world().resolve(key);
        await world().store.endUnknown(ref!, 'silence', world().nowMs);
        expect(await world().claim('c2')).toEqual([]);
      });

      test('is called no more often than the caps allow, if they count by person', async () => {
        const capped = (countBy: CapsCount): Rules => ({
          ...rulesWith('after-last-try'),
          caps: { ...NO_CAPS, countBy, rolling: [{ days: 7, most: 2 }] },
        });
        await twoCampaigns(capped('person'));
        expect(await called(10)).toEqual([1, 1]);
        expect(await world().claim('c2')).toEqual([]);
        const { contact } = await world().store.contactFacts('c2', 1, world().nowMs);
        expect(contact.dialsMs).toHaveLength(2);
        await world().store.editCampaign({
          id: 'c2',
          change: (known) => ({ ...known, policy: { ...known.policy, ...capped('number') } }),
          nowMs: world().nowMs,
        });
        expect(await world().claim('c2')).toHaveLength(1);
      });

      test('is erased in both by one number', async () => {
        await twoCampaigns(rulesWith('after-last-try'));
        const ref = await call();
        await world().end(ref!, UNREACHED);
        const { nowMs } = world();
        const subject = { number: phone(12) };
        await world().store.beginErasure({ id: 'e1', subject, nowMs }, onceKey('e1'));
        for (let round = 0; round < 50; round++)
          await world().store.continueErasure(world().later(2_000));
        const left = [...(await contacts()), ...(await contacts('c2'))];
        expect(left.filter(({ number, person }) => number !== 'erased' || person)).toEqual([]);
        expect(await world().dump()).not.toContain('"p"');
      });
    });

    test('is never on two calls, nor due at two numbers, whatever happens', async () => {
      const ends = fc.constantFrom<Partial<CallEnding>>(
        UNREACHED,
        { state: 'failed', disposition: 'agent-unreached', spendsAttempt: false },
        { state: 'failed', disposition: 'leg-unknown' },
        {},
      );
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<NextNumber>('after-last-try', 'after-each-try', 'never'),
          fc.array(ends, { minLength: 1, maxLength: 8 }),
          async (rule, ending) => {
            run += 1;
            const id = `r${run}`;
            await world().agents(id);
            await world().draft(id, { keepOpen: true, ...rulesWith(rule) });
            await world().add(id, personOf(`p${run}`, 100 + run * 4, 3));
            await world().move(id, 'start');
            for (const end of ending) {
              const [ref, second] = await world().claim(id);
              expect(second).toBeUndefined();
              if (ref === undefined) break;
              await world().live(ref);
              await world().end(ref, end);
              const active = (await contacts(id)).filter(({ state }) => state !== 'final');
              const isReached = end.disposition === undefined;
              expect(active.length).toBeLessThanOrEqual(isReached ? 0 : 1);
              world().later(MINUTE_MS);
            }
            await world().move(id, 'cancel');
          },
        ),
        { numRuns: 20 },
      );
    });
  });
}
