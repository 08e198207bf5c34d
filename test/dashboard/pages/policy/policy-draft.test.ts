import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyView } from '../../../../src/api/campaigns/policy-view.ts';
import { NEW_CAMPAIGN } from '../../../../src/dashboard/pages/policy/new-campaign.ts';
import {
  bodyOf,
  draftOf,
  mustBeWhole,
  patchBetween,
  type Json,
  type PolicyDraft,
} from '../../../../src/dashboard/pages/policy/policy-draft.ts';
import { FORM_GROUPS } from '../../../../src/domain/rules/campaign-rules.ts';
import { DEFAULT_POLICY } from '../../../../src/domain/campaigns/policy.ts';
import { mergePatch } from '../../../../src/domain/merge-patch.ts';

interface Schema {
  description?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
const { schemas } = (
  JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  }
).components;

/** With the description of the place, which comes before that of what it refers to. */
function resolved(schema: Schema): Schema {
  const { description, $ref: ref, anyOf } = schema;
  const inner = ref ? schemas[ref.split('/').at(-1)!]! : anyOf?.[0];
  const found = inner ? resolved(inner) : schema;
  return { ...found, ...(description ? { description } : {}) };
}

test('the form has every rule, in words for operators', () => {
  const fields = FORM_GROUPS.flatMap((group) => group.fields);
  const hints = FORM_GROUPS.flatMap(({ hint, fields: of }) => [
    hint,
    ...of.map((each) => each.hint),
  ]);
  expect(hints.filter((hint) => /\b(null|POST|false|JSON)\b|Left out|`/.test(hint ?? ''))).toEqual(
    [],
  );
  const leaves = (schema: Schema, place: string): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const pointer = `${place}/${name}`;
      const found = resolved(inner);
      return found.properties ? leaves(found, pointer) : [pointer];
    });
  const all = leaves(schemas['CampaignInput']!, '');
  expect(fields.map(({ pointer }) => pointer).toSorted()).toEqual(all.toSorted());
});

const FULL = {
  name: 'Autumn',
  keep_open: true,
  zone: 'Europe/Paris',
  redial: { max_attempts: 2, customer_unreached: { after: '5m', jitter: 0.5, most: 3 } },
  calling_window: {
    hours: [{ weekdays: ['mon', 'tue', 'sat'], from: '09:00', to: '17:30' }],
    closed_dates: ['2026-12-25', '2026-12-26 FR-57'],
    ring_margin: '2m',
  },
  caps: { per_day: 2, rolling: [{ days: 7, most: 3 }], least_gap: '1h' },
  countries: ['FR', 'DE'],
  budget: { total: '12.50', reserve_per_call: '0.40', alert_at: 0.8 },
  refusals: { invalid_destination: { action: 'fail-contact', most: 5 } },
  collect_recordings: false,
};

test('what is read into the form is sent as it was', () => {
  expect(bodyOf(draftOf(FULL))).toEqual(FULL);
  expect(bodyOf(draftOf({ ...FULL, budget: null }))).not.toHaveProperty('budget');
});

test('a new campaign begins with the rules that the API gives one that names none', () => {
  const given = bodyOf(draftOf({ ...policyView(DEFAULT_POLICY) }));
  const sent = bodyOf(draftOf(NEW_CAMPAIGN));
  expect(mergePatch(given, sent)).toMatchObject(given);
  expect(sent['redial']).toEqual(given['redial']);
});

function switchedOff(campaign: Json, pointer: string): PolicyDraft {
  const { texts, rows } = draftOf(campaign);
  return { texts: { ...texts, [pointer]: '' }, rows };
}

test('an optional rule that is switched off is removed as a whole', () => {
  const before = bodyOf(draftOf(FULL));
  const after = bodyOf(switchedOff(FULL, '/budget'));
  expect(patchBetween(before, after)).toEqual({ budget: null });
});

test('a patch makes the new rules of the old ones', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer()));
  const json = fc.letrec<{ object: Json }>((tie) => ({
    object: fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof({ maxDepth: 3 }, leaf, tie('object')),
      { depthIdentifier: 'rules' },
    ),
  })).object;
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(mergePatch(before, patchBetween(before, after))).toEqual(after);
    }),
  );
});

test('text that is no value is sent as it is, for the API to name the field', () => {
  const { texts, rows } = draftOf({});
  const typed = { ...texts, '/max_live_calls': 'many' };
  const caps = [{ most: 'often', days: '7' }];
  expect(bodyOf({ texts: typed, rows: { ...rows, '/caps/rolling': caps } })).toMatchObject({
    max_live_calls: 'many',
    caps: { rolling: [{ most: 'often', days: 7 }] },
  });
});

test('a window until the end of the day is shown as midnight, and sent as 24:00', () => {
  const night = {
    calling_window: { hours: [{ weekdays: ['mon'], from: '00:00', to: '24:00' }] },
  };
  const draft = draftOf(night);
  expect(draft.rows['/calling_window/hours']).toEqual([
    { weekdays: 'mon', from: '00:00', to: '00:00' },
  ]);
  expect(bodyOf(draft)).toMatchObject(night);
});

test('two rules for one code are refused at their rows', () => {
  const { texts, rows } = draftOf(FULL);
  const [rule] = rows['/refusals']!;
  const draft = { texts, rows: { ...rows, '/refusals': [rule!, rule!] } };
  expect(() => mustBeWhole(draft)).toThrow(
    expect.objectContaining({
      fields: [
        {
          field: '/refusals/invalid_destination',
          detail: expect.stringContaining('two rules') as unknown,
        },
      ],
    }),
  );
  expect(() => mustBeWhole(draftOf(FULL))).not.toThrow();
});
