import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, mergePatch, removedBy } from '../../src/domain/merge-patch.ts';

/** Appendix A of RFC 7396, as far as the patch is an object. */
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j is %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test('what is taken away is named by its place, and only what was there', () => {
  const target = { budget: { total: '10', per_day: null, 'a/b': 1 }, name: 'x' };
  const patch = { budget: { total: null, per_day: null, 'a/b': null }, other: null, name: 'y' };
  expect(removedBy(target, patch)).toEqual(['/budget/total', '/budget/a~1b']);
  expect(removedBy({ list: [], map: {}, none: 0 }, { list: null, map: null, none: null })).toEqual([
    '/none',
  ]);
});

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 'x', 1, ['x'], []),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), tie('value')),
}));
const { object } = json;

/** Values that are no objects, by path. */
const leaves = (value: unknown, path: readonly string[] = []): [string[], unknown][] =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([name, held]) => leaves(held, [...path, name]))
    : [[[...path], value]];

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (held, name) => (isJsonObject(held) && Object.hasOwn(held, name) ? held[name] : undefined),
    value,
  );

/** Whether a patch changes a path: null, or a value, there or above it. */
const saysOf = (patch: unknown, path: readonly string[]): boolean =>
  path.some((_, index) => {
    const said = at(patch, path.slice(0, index + 1));
    return said !== undefined && !isJsonObject(said);
  });

describe('a merge patch', () => {
  test('lets nothing vanish that it does not name', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const merged = mergePatch(target, patch);
        const kept = leaves(target).filter(
          ([path]) => !saysOf(patch, path) && !isJsonObject(at(patch, path)),
        );
        for (const [path, held] of kept) expect(at(merged, path)).toEqual(held);
      }),
    );
  });

  test('leaves everything that it sets, and nothing that it removes', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const merged = mergePatch(target, patch);
        for (const [path, said] of leaves(patch)) {
          expect(at(merged, path)).toEqual(said === null ? undefined : said);
        }
      }),
    );
  });

  test('has no other effect a second time, and leaves the target alone', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const before = JSON.stringify(target);
        const merged = mergePatch(target, patch);
        expect(mergePatch(merged, patch)).toEqual(merged);
        expect(removedBy(merged, patch)).toEqual([]);
        expect(JSON.stringify(target)).toBe(before);
      }),
    );
  });
});
