import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '../../../src/domain/money.ts';
import { reportOf } from '../../../src/domain/reconciliation/reconciliation-report.ts';
import {
  answerSeizureRatio,
  compareRecords,
  effectsOf,
  RECORD_CLASSES,
  totalsOf,
  weighCost,
  whyNotComparable,
  type CallRecord,
  type OurPlacement,
  type RecordEffects,
} from '../../../src/domain/reconciliation/reconciliation.ts';

const T = Date.UTC(2026, 10, 21, 12);
const SPAN = { fromMs: T - 3_600_000, toMs: T + 3_600_000 };
const NUMBER = '+12025550101';

const record = (more: Partial<CallRecord> = {}): CallRecord => ({
  carrierCallId: 'id-1',
  placement: null,
  namesUrl: false,
  number: null,
  agent: null,
  startedAtMs: null,
  seconds: null,
  ended: 'completed',
  cost: '0.042',
  ...more,
});

const bound = (more: Partial<OurPlacement> = {}): OurPlacement => ({
  ref: 'c1.1.1',
  placement: 1,
  number: NUMBER,
  agent: 'front-desk',
  carrierCallId: 'id-1',
  seenIds: [],
  intentAtMs: T,
  endedAtMs: T + 60_000,
  disposition: 'completed',
  cost: '0.042',
  costSource: 'get',
  ...more,
});

const unknown = (more: Partial<OurPlacement> = {}): OurPlacement =>
  bound({ carrierCallId: null, disposition: 'unknown', cost: null, costSource: null, ...more });

const compare = (records: CallRecord[], ours: OurPlacement[]) =>
  compareRecords(records, ours, SPAN);
const classes = (records: CallRecord[], ours: OurPlacement[]) =>
  compare(records, ours).records.map((one) => one.class);

describe('a record of a call that is known', () => {
  test.each([
    ['equal', bound(), '0.0420'],
    ['equal', bound({ cost: '-1.25', costSource: 'cdr' }), '-1.25'],
    ['differs', bound(), '0.0420000001'],
    ['settles', bound({ cost: null, costSource: null }), '0.05'],
    ['settles', bound({ costSource: 'cdr' }), '0.05'],
    ['settles', bound({ costSource: 'person' }), '0.05'],
    ['unpriced', bound(), null],
    ['not-over', bound({ endedAtMs: null, cost: null, disposition: null }), '0.05'],
  ] as const)('%s', (kind, call, cost) => {
    expect(classes([record({ cost })], [call])).toEqual([kind]);
  });

  test('ten decimals are not rounded', () => {
    const call = { cost: '922337203.6854775806', costSource: 'get' } as const;
    expect(weighCost(call, '922337203.6854775807')).toBe('differs');
    expect(weighCost(call, '922337203.6854775806')).toBe('equal');
  });

  test('the same once more is counted as that; of two that contradict each other neither is taken', () => {
    const call = bound({ cost: null });
    expect(classes([record(), record()], [call])).toEqual(['settles', 'repeated']);
    const both = [record(), record({ cost: '0.05' })];
    expect(classes(both, [call])).toEqual(['conflicting', 'conflicting']);
    expect(effectsOf(compare(both, [call]))).toEqual({ settle: [], identify: [] });
  });
});

describe('a record of a call that nobody knows', () => {
  const ofUrl = { placement: { ref: 'c1.1.1', placement: 1 }, namesUrl: true };
  const alike = { number: '12025550101', startedAtMs: T + 900 };

  test('none of ours, without a likeness: not ours', () => {
    expect(classes([record()], [])).toEqual(['not-ours']);
    expect(classes([record(alike)], [])).toEqual(['not-ours']);
    expect(classes([record({ ...alike, number: null })], [unknown()])).toEqual(['not-ours']);
  });

  test.each([
    ['callback-url', ofUrl, {}],
    ['callback-url', ofUrl, { endedAtMs: null, disposition: null }],
    ['webhook', {}, { seenIds: ['id-0', 'id-1'] }],
    ['webhook', {}, { seenIds: ['id-1'], number: 'erased' }],
  ] as const)('proven by %s', (evidence, seen, known) => {
    const call = unknown(known as Partial<OurPlacement>);
    const { records } = compare([record(seen)], [call]);
    expect(records).toMatchObject([{ class: 'identifies', evidence, calls: [call] }]);
  });

  test.each([
    ['another number', { ...alike, number: '+12025550102' }, {}],
    ['too early', { ...alike, startedAtMs: T - 60_001 }, {}],
    ['too late', { ...alike, startedAtMs: T + 120_001 }, {}],
    ['another agent', { ...alike, agent: 'back-office' }, {}],
    ['another callback URL', { ...alike, namesUrl: true }, {}],
    ['a call whose sign is still waited for', alike, { endedAtMs: null, disposition: null }],
    ['an id heard of, with another number', { number: '+12025550102' }, { seenIds: ['id-1'] }],
  ] as const)('%s proves nothing', (_why, seen, known) => {
    const call = unknown(known as Partial<OurPlacement>);
    const found = compare([record(seen)], [call]);
    expect(found.records.map((one) => one.class)).toEqual(['not-ours']);
    expect(found.unexplained).toEqual(call.disposition === 'unknown' ? [call] : []);
  });

  test.each([
    ['alone', alike, {}],
    ['with its agent', { ...alike, agent: 'front-desk' }, {}],
    ['of a call that a person closed', alike, { disposition: 'not-dialled' }],
  ] as const)(
    'number and time, %s: shown to a person with its call, and nothing follows',
    (_, seen, known) => {
      const call = unknown(known);
      const found = compare([record(seen)], [call]);
      expect(found.records).toMatchObject([{ class: 'doubtful', calls: [call] }]);
      expect(effectsOf(found)).toEqual({ settle: [], identify: [] });
    },
  );

  test('two equal records, or two equal calls: for a person, and nothing follows', () => {
    const two = [record(alike), record({ ...alike, carrierCallId: 'id-2' })];
    const calls = [unknown(), unknown({ ref: 'c2.1.1' })];
    for (const [records, ours] of [
      [two, [calls[0]!]],
      [[two[0]!], calls],
      [two, calls],
    ] as const) {
      const found = compare([...records], [...ours]);
      expect(found.records.every((one) => one.class === 'doubtful')).toBe(true);
      expect(effectsOf(found).identify).toEqual([]);
      expect(found.unexplained).toEqual([]);
    }
  });

  test('what has its own proof is no candidate for a likeness', () => {
    const sure = record({ ...ofUrl, carrierCallId: 'id-2' });
    const calls = [unknown(), unknown({ ref: 'c2.1.1' })];
    const found = compare([record(alike), sure], calls);
    expect(found.records).toMatchObject([
      { class: 'doubtful', calls: [{ ref: 'c2.1.1' }] },
      { class: 'identifies', calls: [{ ref: 'c1.1.1' }] },
    ]);
    expect(classes([record(alike), sure], [calls[0]!])).toEqual(['not-ours', 'identifies']);
  });

  test('two records that name one URL, one whose call has another id, one that was never sent: for a person', () => {
    const twice = [record(ofUrl), record({ ...ofUrl, carrierCallId: 'id-2' })];
    expect(classes(twice, [unknown()])).toEqual(['doubtful', 'doubtful']);
    const other = record({ ...ofUrl, carrierCallId: 'id-2' });
    expect(classes([other], [bound()])).toEqual(['doubtful']);
    expect(classes([record(ofUrl)], [])).toEqual(['doubtful']);
  });
});

describe('calls of which no record tells', () => {
  test('taken and over within the span: missing; near its edges, or live: not yet', () => {
    const edge = { intentAtMs: SPAN.fromMs + 30_000 };
    const calls = [
      bound(),
      bound({ endedAtMs: SPAN.toMs }),
      bound(edge),
      bound({ endedAtMs: null }),
    ];
    const ours = calls.map((call, index) => ({ ...call, carrierCallId: `id-${index + 2}` }));
    expect(compare([record()], ours).missing).toEqual([ours[0]]);
  });

  test('ended as unknown: listed and nothing else; still waited for, or closed by a person: not listed', () => {
    const waiting = unknown({ ref: 'c2.1.1', endedAtMs: null, disposition: null });
    const found = compare([], [unknown(), waiting, unknown({ disposition: 'not-dialled' })]);
    expect(found.unexplained.map(({ ref }) => ref)).toEqual(['c1.1.1']);
    expect(effectsOf(found)).toEqual({ settle: [], identify: [] });
  });
});

test('the report bounds its lists and not its counts, and sums to the last decimal', () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record({ carrierCallId: `id-${index}`, cost: '0.0000000001' }),
  );
  const ours = records.map(({ carrierCallId }) => bound({ carrierCallId, cost: '0.0000000002' }));
  const report = reportOf(compare(records, ours), {
    unreadable: 1,
    unreadableCosts: 0,
    seizures: { attempts: 3, answered: 2 },
    carrierRatio: { ratio: 0.7, ofSpan: true },
  });
  expect(report).toMatchObject({
    records: 150,
    counts: { differs: 150, equal: 0 },
    money: {
      ours: '0.00000003',
      theirs: '0.000000015',
      difference: '-0.000000015',
      open: '-0.000000015',
    },
    seizure: { ours: { ratio: 0.6667 }, difference: 0.0333 },
  });
  expect(report.lists.differs).toHaveLength(100);
  expect(report.lists.differs[0]?.difference).toBe('-0.0000000001');
});

test('no call has no ratio, and without theirs there is no difference', () => {
  expect(answerSeizureRatio({ attempts: 0, answered: 0 })).toBeNull();
  const more = { unreadable: 0, unreadableCosts: 0, seizures: { attempts: 0, answered: 0 } };
  const empty = compare([], []);
  expect(reportOf(empty, { ...more, carrierRatio: { why: 'refused' } }).seizure).toEqual({
    ours: { attempts: 0, answered: 0, ratio: null },
    carrier: { why: 'refused' },
    difference: null,
  });
});

test.each([
  [undefined, /declares no operation `cdr`/],
  [{}, /no pointer `id` and no `cost`/],
  [{ id: '/id', agentCost: '/a' }, /no pointer `cost`/],
  [{ cost: '/cost' }, /no pointer `id`/],
] as const)('what does not suffice to compare says what is missing: %j', (read, why) => {
  expect(whyNotComparable(read)).toMatch(why);
});
test('an id with the cost, or the costs of both legs, suffices', () => {
  expect(whyNotComparable({ id: '/id', cost: '/cost' })).toBeUndefined();
  expect(whyNotComparable({ id: '/i', agentCost: '/a', customerCost: '/c' })).toBeUndefined();
});

describe('for any records and calls', () => {
  const few = (prefix: string) => fc.integer({ min: 1, max: 5 }).map((n) => `${prefix}${n}`);
  const money = fc.option(fc.bigInt({ min: -3n, max: 3n }).map(formatMoney));
  const times = fc.constantFrom(T - 70_000, T, T + 5_000, T + 200_000);
  const numbers = fc.constantFrom('+12025550101', '12025550101', '+12025550102');
  const someRecord: fc.Arbitrary<CallRecord> = fc.record({
    carrierCallId: few('id-'),
    placement: fc.option(fc.record({ ref: few('c1.1.'), placement: fc.constant(1) })),
    namesUrl: fc.boolean(),
    number: fc.option(numbers),
    agent: fc.option(fc.constantFrom('front-desk', 'back-office')),
    startedAtMs: fc.option(times),
    seconds: fc.constant(null),
    ended: fc.option(fc.constantFrom('completed', 'failed')),
    cost: money,
  });
  const someCall: fc.Arbitrary<OurPlacement> = fc
    .record({
      ref: few('c1.1.'),
      placement: fc.constant(1),
      number: fc.constantFrom('+12025550101', '+12025550102'),
      agent: fc.option(fc.constantFrom('front-desk', 'back-office')),
      isBound: fc.boolean(),
      seenIds: fc.uniqueArray(few('id-'), { maxLength: 2 }),
      intentAtMs: times,
      endedAtMs: fc.option(fc.constant(T + 60_000)),
      cost: money,
      costSource: fc.constantFrom('get', 'cdr', 'person'),
    })
    .map(({ isBound, ...call }) => ({
      ...call,
      costSource: call.cost === null ? null : call.costSource,
      // Bound once in the account, as the store holds it.
      carrierCallId: isBound ? `id-${call.ref.at(-1)}` : null,
      disposition: call.endedAtMs === null ? null : isBound ? 'completed' : 'unknown',
    }));
  const world = fc.tuple(
    fc.array(someRecord, { maxLength: 8 }),
    fc.uniqueArray(someCall, { maxLength: 5, selector: ({ ref }) => ref }),
  );
  const shown = ({ records }: ReturnType<typeof compare>) =>
    records
      .map((one) => JSON.stringify({ ...one, calls: one.calls.map(({ ref }) => ref).toSorted() }))
      .toSorted();

  test('every record falls into one class, and the counts add up', () => {
    fc.assert(
      fc.property(world, ([records, ours]) => {
        const found = compare(records, ours);
        expect(found.records.map((one) => one.record)).toEqual(records);
        const more = { unreadable: 0, unreadableCosts: 0, seizures: { attempts: 0, answered: 0 } };
        const { counts } = reportOf(found, { ...more, carrierRatio: { why: '' } });
        const sum = RECORD_CLASSES.reduce((all, kind) => all + counts[kind], 0);
        expect(sum).toBe(records.length);
      }),
    );
  });

  test('the order of records and calls does not matter', () => {
    const shuffled = world.chain(([records, ours]) =>
      fc.tuple(
        fc.constant([records, ours] as const),
        fc.shuffledSubarray(records, { minLength: records.length }),
        fc.shuffledSubarray(ours, { minLength: ours.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([[records, ours], otherRecords, otherOurs]) => {
        const [one, other] = [compare(records, ours), compare(otherRecords, otherOurs)];
        expect(shown(other)).toEqual(shown(one));
        expect(totalsOf(other)).toEqual(totalsOf(one));
        const refs = (of: OurPlacement[]) => of.map(({ ref }) => ref).toSorted();
        expect(refs(other.missing)).toEqual(refs(one.missing));
        expect(refs(other.unexplained)).toEqual(refs(one.unexplained));
      }),
    );
  });

  test('no placement is identified twice, and no id is given to two', () => {
    fc.assert(
      fc.property(world, ([records, ours]) => {
        const { identify } = effectsOf(compare(records, ours));
        expect(new Set(identify.map(({ ref }) => ref)).size).toBe(identify.length);
        const ids = identify.map(({ carrierCallId }) => carrierCallId);
        expect(new Set(ids).size).toBe(ids.length);
        const taken = ours.map(({ carrierCallId }) => carrierCallId);
        expect(ids.filter((id) => taken.includes(id))).toEqual([]);
      }),
    );
  });

  test('nothing is bound without our signed URL, or an id that a webhook on it had named', () => {
    fc.assert(
      fc.property(world, ([records, ours]) => {
        for (const { ref, carrierCallId } of effectsOf(compare(records, ours)).identify) {
          const call = ours.find((one) => one.ref === ref)!;
          const told = records.filter((one) => one.carrierCallId === carrierCallId);
          const isNamed = told.some(({ placement }) => placement?.ref === ref);
          expect(isNamed || call.seenIds.includes(carrierCallId)).toBe(true);
        }
      }),
    );
  });

  test('twice is once: after its effects the same records settle and identify nothing', () => {
    fc.assert(
      fc.property(world, ([records, ours]) => {
        const first = compare(records, ours);
        const after = applied(ours, effectsOf(first));
        const second = compare(records, after);
        const { identify, settle } = effectsOf(second);
        expect(settle.filter(({ ref, cost }) => changes(after, ref, cost))).toEqual([]);
        expect(identify).toEqual([]);
      }),
    );
  });

  const changes = (ours: OurPlacement[], ref: string, cost: string): boolean => {
    const call = ours.find((one) => one.ref === ref)!;
    return call.endedAtMs !== null && weighCost(call, cost) === 'settles';
  };

  /** As the store does it. */
  const applied = (ours: OurPlacement[], { settle, identify }: RecordEffects): OurPlacement[] =>
    ours.map((one) => {
      const told = identify.find(({ ref }) => ref === one.ref);
      const call: OurPlacement = told
        ? { ...one, carrierCallId: told.carrierCallId, disposition: 'completed' }
        : one;
      const cost = told?.cost ?? settle.find(({ ref }) => ref === one.ref)?.cost ?? null;
      if (cost === null || weighCost(call, cost) !== 'settles') return call;
      return { ...call, cost, costSource: 'cdr' };
    });
});

test('where every cost was taken over, a difference there was before leaves nothing open', () => {
  const report = reportOf(
    compare(
      [record({ carrierCallId: 'id-1', cost: '0.008397' })],
      [bound({ carrierCallId: 'id-1', cost: null })],
    ),
    {
      unreadable: 0,
      unreadableCosts: 0,
      seizures: { attempts: 1, answered: 1 },
      carrierRatio: { ratio: 1, ofSpan: true },
    },
  );
  expect(report.counts.settles).toBe(1);
  expect(report.money).toMatchObject({ difference: '0.008397', open: '0' });
});
