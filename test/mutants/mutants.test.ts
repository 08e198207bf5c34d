import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { change, rotIn, type Mutant } from './mutant.ts';
import { SCENARIOS } from './scenarios.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the mutants', () => {
  test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '%s still fits the source',
    (_name, mutant) => {
      expect(rotIn(ROOT, mutant)).toEqual([]);
    },
  );

  test('are caught by the checker, a third at most by tests', () => {
    const byTests = MUTANTS.filter(({ caught }) => caught.by === 'tests');
    expect(MUTANTS.length).toBeGreaterThanOrEqual(28);
    expect(byTests.length).toBeLessThanOrEqual(MUTANTS.length / 3);
  });

  test('have names of their own, and scenarios that are there; each scenario has a mutant', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    const wanted = MUTANTS.flatMap(({ caught }) =>
      caught.by === 'checker' ? [caught.scenario] : [],
    );
    expect(new Set(wanted)).toEqual(new Set(SCENARIOS.map(({ name }) => name)));
  });
});

describe('an edit', () => {
  function edited(text: string, find: string) {
    const root = mkdtempSync(join(tmpdir(), 'dialwright-mutant-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const file = 'a.ts';
    writeFileSync(join(root, file), text);
    const mutant: Mutant = {
      name: 'm',
      does: '',
      breaks: 'I1',
      edits: [{ file, find, put: "'$&'" }],
      caught: { by: 'tests', files: [], test: '' },
    };
    const rot = rotIn(root, mutant);
    if (rot.length === 0) change(root, mutant);
    return { rot, text: readFileSync(join(root, file), 'utf8') };
  }

  test.each([
    ['gone', 'b', 0],
    ['there twice', 'a', 2],
  ])('whose text is %s is refused', (_what, find, times) => {
    expect(edited('a a', find).rot.join()).toContain(`occurs ${times} times in a.ts`);
  });

  test('takes its text as it is', () => {
    expect(edited('x a y', 'a')).toEqual({ rot: [], text: "x '$&' y" });
  });
});
