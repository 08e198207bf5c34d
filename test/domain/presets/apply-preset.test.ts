import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../../../src/domain/campaigns/policy.ts';
import { askCaps, NO_CAPS } from '../../../src/domain/contacts/number-caps.ts';
import { openSpansOn, type OpenHours } from '../../../src/domain/contacts/open-spans.ts';
import { applyPreset, isKept } from '../../../src/domain/presets/apply-preset.ts';
import {
  isInForce,
  notEnforced,
  unknownFacts,
  type Preset,
  type PresetFacts,
} from '../../../src/domain/presets/preset.ts';
import { DAY_MS } from '../../../src/domain/zone.ts';

const ALL = [1, 2, 3, 4, 5, 6, 7];

const preset = (facts: PresetFacts): Preset => ({
  id: 'test',
  edition: 2,
  area: 'US-FL',
  title: 'Test',
  purpose: 'sales',
  audience: 'consumer',
  validFrom: null,
  validTo: null,
  certainty: 'reported',
  sources: ['invented'],
  readOn: '2026-11-26',
  facts,
});

const hours = (fromMinute: number, toMinute: number, weekdays = ALL): OpenHours[] => [
  { weekdays, fromMinute, toMinute },
];

const policy = (change: Partial<Policy>): Policy => ({ ...DEFAULT_POLICY, ...change });
const windowOf = (open: OpenHours[], closedDates: string[] = []) => ({
  hours: open,
  closedDates,
  ringMarginMs: 60_000,
});

function applied(known: Policy, facts: PresetFacts, mode: 'stricter' | 'replace' = 'stricter') {
  const result = applyPreset(known, preset(facts), mode);
  if ('fault' in result) throw new Error(result.fault);
  return result;
}

describe('hours', () => {
  test('of a campaign without a window are those of the preset', () => {
    const { policy: after, changes } = applied(policy({}), { hours: hours(480, 1200) });
    expect(after.window).toEqual({
      hours: hours(480, 1200),
      closedDates: [],
      ringMarginMs: 120_000,
    });
    expect(changes).toEqual([
      {
        rule: 'calling hours',
        before: 'Mon–Sun 00:00–24:00',
        after: 'Mon–Sun 08:00–20:00',
        loosens: false,
      },
    ]);
  });

  test('that the campaign narrowed stay narrow', () => {
    const known = policy({ window: windowOf(hours(540, 1260, [1, 2, 3])) });
    const { policy: after } = applied(known, { hours: hours(480, 1200) });
    expect(after.window?.hours).toEqual(hours(540, 1200, [1, 2, 3]));
    expect(after.window?.ringMarginMs).toBe(60_000);
  });

  test('that are stricter already change nothing', () => {
    const known = policy({ window: windowOf(hours(600, 660)) });
    expect(applied(known, { hours: hours(480, 1200) }).changes).toEqual([]);
    expect(isKept(known, preset({ hours: hours(480, 1200) }))).toBe(true);
  });

  test('with nothing in common are refused', () => {
    const known = policy({ window: windowOf(hours(60, 120)) });
    const facts = { hours: hours(480, 1200) };
    expect(applyPreset(known, preset(facts), 'stricter')).toEqual({ fault: 'never-open' });
    expect(applied(known, facts, 'replace').changes).toMatchObject([{ loosens: true }]);
  });
});

test('days off are added to the closed dates, and none is taken away', () => {
  const known = policy({ window: windowOf(hours(480, 1200), ['2026-12-24']) });
  const daysOff = { what: 'holidays', source: 'invented', dates: ['2026-12-25', '2026-12-24'] };
  const { policy: after } = applied(known, { daysOff }, 'replace');
  expect(after.window?.closedDates).toEqual(['2026-12-24', '2026-12-25']);
});

test('of two caps for the same time the lower is kept', () => {
  const caps = {
    perDay: 2,
    rolling: [
      { days: 1, most: 5 },
      { days: 7, most: 6 },
    ],
    leastGapMs: 0,
  };
  const cap = { most: 3, days: 1, scope: 'subject', counts: 'dials' } as const;
  const { policy: after } = applied(policy({ caps }), {
    caps: [cap, { ...cap, days: 7, most: 9 }],
  });
  expect(after.caps).toEqual({
    perDay: 2,
    rolling: [
      { days: 1, most: 3 },
      { days: 7, most: 6 },
    ],
    leastGapMs: 0,
  });
});

test('a rest after a conversation or a refusal is kept if it is longer; one for ever is told', () => {
  const caps = { ...NO_CAPS, afterTalkMs: 30 * DAY_MS, afterRefusalMs: null };
  const wanted: PresetFacts = {
    rests: [
      { after: 'talk', days: 7, text: 'a week' },
      { after: 'refusal', days: 60, text: 'two months' },
      { after: 'refusal', days: null, text: 'never again' },
    ],
  };
  const known = policy({ caps });
  const { policy: after, changes } = applied(known, wanted);
  expect(after.caps).toMatchObject({
    afterTalkMs: 30 * DAY_MS,
    afterRefusalMs: 60 * DAY_MS,
  });
  expect(changes).toMatchObject([
    { after: 'none for 30 days after a talk, none for 60 days after a refusal', loosens: false },
  ]);
  const replaced = applied(known, wanted, 'replace');
  expect(replaced.policy.caps).toMatchObject({ afterTalkMs: 7 * DAY_MS });
  expect(replaced.changes).toMatchObject([{ rule: 'caps', loosens: true }]);
  expect(notEnforced(preset(wanted))).toMatchObject([
    { fact: 'rests', text: expect.stringContaining('never again') as string },
  ]);
});

test('the policy names the preset and its edition once', () => {
  const once = applied(policy({ presets: [{ id: 'test', edition: 1 }] }), {}).policy;
  expect(once.presets).toEqual([{ id: 'test', edition: 2 }]);
});

test('what no rule keeps is told, and what no source shows is unknown', () => {
  const one = preset({
    consent: 'written',
    recordYears: 5,
    caps: [{ most: 7, days: 7, scope: 'debt', counts: 'dials' }],
  });
  expect(notEnforced(one).map(({ fact }) => fact)).toEqual(['caps', 'consent', 'recordYears']);
  expect(unknownFacts(one)).toContain('hours');
  expect(unknownFacts(one)).not.toContain('consent');
});

test('a preset is in force on its first and its last day', () => {
  const one = { ...preset({}), validFrom: '2026-01-02', validTo: '2026-08-10' };
  const days = ['2026-01-01', '2026-01-02', '2026-08-10', '2026-08-11'];
  expect(days.map((day) => isInForce(one, day))).toEqual([false, true, true, false]);
});

describe('applying without "replace" never loosens', () => {
  const someHours = fc.array(
    fc
      .record({
        weekdays: fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1 }),
        fromMinute: fc.integer({ min: 0, max: 1_380 }),
        length: fc.integer({ min: 1, max: 600 }),
      })
      .map(({ weekdays, fromMinute, length }) => ({
        weekdays,
        fromMinute,
        toMinute: Math.min(1_440, fromMinute + length),
      })),
    { minLength: 1, maxLength: 4 },
  );
  const dates = fc.uniqueArray(fc.constantFrom('2026-11-23', '2026-11-24', '2026-11-29'));
  const rolling = fc.uniqueArray(
    fc.record({ days: fc.integer({ min: 1, max: 9 }), most: fc.integer({ min: 1, max: 5 }) }),
    { selector: ({ days }) => days, maxLength: 3 },
  );
  const policies = fc
    .record({
      window: fc.option(fc.tuple(someHours, dates), { nil: null }),
      rolling,
      perDay: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
    })
    .map((drawn) =>
      policy({
        window: drawn.window && windowOf(...drawn.window),
        caps: { perDay: drawn.perDay, rolling: drawn.rolling, leastGapMs: 0 },
      }),
    );
  const facts = fc
    .record({
      hours: fc.option(someHours, { nil: undefined }),
      dates: fc.option(dates, { nil: undefined }),
      caps: rolling,
    })
    .map((drawn): PresetFacts => ({
      hours: drawn.hours,
      daysOff: drawn.dates && { what: 'days', source: 'invented', dates: drawn.dates },
      caps: drawn.caps.map((cap) => ({ ...cap, scope: 'number', counts: 'dials' })),
    }));

  /** Each minute of a week in which a policy is open. */
  function openMinutes({ window }: Policy): Set<number> | null {
    if (window === null) return null;
    const first = Date.parse('2026-11-23') / DAY_MS;
    const spans = ALL.flatMap((_, n) => openSpansOn(window, ['UTC'], first + n));
    return new Set(
      spans.flatMap(({ fromMs, toMs }) =>
        Array.from({ length: (toMs - fromMs) / 60_000 }, (_, n) => fromMs / 60_000 + n),
      ),
    );
  }

  test('the hours and dates of the campaign', () => {
    fc.assert(
      fc.property(policies, facts, (known, wanted) => {
        const result = applyPreset(known, preset(wanted), 'stricter');
        fc.pre('policy' in result);
        const after = openMinutes(result.policy);
        const allowed = [openMinutes(known), openMinutes(applied(policy({}), wanted).policy)];
        const loose = allowed.flatMap((minutes) =>
          minutes === null ? [] : [...after!].filter((minute) => !minutes.has(minute)),
        );
        expect(loose).toEqual([]);
        expect(result.changes.filter(({ loosens }) => loosens)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('its caps', () => {
    const dials = fc.array(fc.integer({ min: 0, max: 9 * 24 }), { maxLength: 8 });
    const nowMs = Date.parse('2026-11-26T12:00:00Z');
    fc.assert(
      fc.property(policies, facts, dials, (known, wanted, hoursAgo) => {
        const result = applyPreset(known, preset(wanted), 'stricter');
        fc.pre('policy' in result);
        const dialsMs = hoursAgo.map((ago) => nowMs - ago * 3_600_000 - 1);
        const ask = (caps: Policy['caps']) =>
          askCaps({ caps, dialsMs, said: {}, zones: ['UTC'] }, nowMs).kind;
        expect(ask(result.policy.caps) === 'open' && ask(known.caps) === 'closed').toBe(false);
      }),
    );
  });

  test('and what was applied is kept, so that applying it again changes nothing', () => {
    fc.assert(
      fc.property(policies, facts, (known, wanted) => {
        const result = applyPreset(known, preset(wanted), 'stricter');
        fc.pre('policy' in result);
        expect(isKept(result.policy, preset(wanted))).toBe(true);
      }),
    );
  });
});
