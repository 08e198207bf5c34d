import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { change, rotIn, type Mutant } from './mutant.ts';
import { SCENARIOS } from './scenarios.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Nearly every statement on more lines than before. */
const laidOutAnew = (text: string): Promise<string> =>
  format(text, { parser: 'typescript', printWidth: 40, singleQuote: true, tabWidth: 4 });

describe('the mutants', () => {
  test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '%s still fits the source',
    (_name, mutant) => {
      expect(rotIn(ROOT, mutant)).toEqual([]);
    },
  );

  test('fit a source that is laid out anew too', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dialwright-mutants-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const files = new Set(MUTANTS.flatMap(({ edits }) => edits.map(({ file }) => file)));
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), file.endsWith('.ts') ? await laidOutAnew(text) : text);
    }
    expect(MUTANTS.flatMap((mutant) => rotIn(root, mutant))).toEqual([]);
  });

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
  function edited(text: string, place: { find: string; in?: string } | { sql: string }) {
    const root = mkdtempSync(join(tmpdir(), 'dialwright-mutant-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const file = 'a.ts';
    writeFileSync(join(root, file), text);
    const mutant: Mutant = {
      name: 'm',
      does: '',
      breaks: 'I1',
      edits: [{ file, ...place, put: "'$&' + …" }],
      caught: { by: 'tests', files: [], test: '' },
    };
    const rot = rotIn(root, mutant);
    if (rot.length === 0) change(root, mutant);
    return { rot: rot.join(), text: readFileSync(join(root, file), 'utf8') };
  }

  test.each([
    ['gone', { find: 'b' }, 'found 0 times in a.ts'],
    ['there twice', { find: 'a' }, 'found 2 times in a.ts'],
    ['elsewhere', { find: 'x', in: 'a' }, 'found 0 times in a of a.ts'],
    ['only a part of the code', { find: 'a + x' }, 'found 0 times in a.ts'],
  ])('whose place is %s is refused', (_what, place, why) => {
    expect(edited('const b1 = a(x + y) + a;', place).rot).toContain(why);
  });

  test('takes its text as it is, with what was there', () => {
    expect(edited('f(x, a);', { find: 'a' })).toEqual({ rot: '', text: "f(x, '$&' + a);" });
  });

  test('finds the whole of what begins so, in what has the name', () => {
    const text = (whole: string) =>
      `const a = () => f(1).x;\nconst b = { c() { return ${whole}; } };`;
    const place = { find: 'f(…', in: 'c' };
    expect(edited(text('f(2)\n.x'), place).text).toBe(text("'$&' + f(2)\n.x"));
  });

  test('does not mind layout and comments', () => {
    const laidOut = 'f(\n  // why\n  x, /* both */\n  y,\n);';
    expect(edited(laidOut, { find: 'f(x, y)' }).rot).toBe('');
    expect(edited('q(`SELECT a\n   FROM b`);', { sql: 'SELECT a FROM b' }).rot).toBe('');
  });
});
