import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields } from '../../../../src/dashboard/pages/audit/changed-fields.ts';

test('only fields that differ are shown, nested ones by their path', () => {
  const before = { name: 'Recall', policy: { caps: { per_day: 1 }, pool: 'a' } };
  const after = { name: 'Recall', policy: { caps: { per_day: 2 }, pool: 'a' } };
  expect(changedFields(before, after)).toEqual([
    { field: 'policy.caps.per_day', before: '1', after: '2' },
  ]);
});

test('without a state before, every field is new; a value of null is none', () => {
  expect(changedFields(null, { role: 'read', expires_at: null })).toEqual([
    { field: 'role', before: undefined, after: 'read' },
  ]);
});

test('a list is one value', () => {
  expect(changedFields({ pools: ['a'] }, { pools: ['a', 'b'] })).toEqual([
    { field: 'pools', before: '["a"]', after: '["a","b"]' },
  ]);
});

test('a value that is no object has no field name', () => {
  expect(changedFields('draft', 'running')).toEqual([
    { field: '', before: 'draft', after: 'running' },
  ]);
});

test('nothing differs from itself, and the other direction has the same fields', () => {
  const names = (a: unknown, b: unknown) => changedFields(a, b).map(({ field }) => field);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(changedFields(one, one)).toEqual([]);
      expect(names(one, other).toSorted()).toEqual(names(other, one).toSorted());
    }),
  );
});
