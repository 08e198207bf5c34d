import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { change, rotIn, type Mutant } from './mutant.ts';
import { copyTree } from './tree.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A mutant that does not is broken in another way than described, and is caught by another check, or by none. */
test.skipIf(process.env['CI'])(
  'the mutants pass the type check, names that are used no more aside',
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialwright-mutants-types-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const said: string[] = [];
    // The test above reports one whose text is gone.
    let waiting: Mutant[] = MUTANTS.filter((mutant) => rotIn(ROOT, mutant).length === 0);
    while (waiting.length > 0) {
      // As many at once as change different places: one type check each would take minutes.
      const root = copyTree(ROOT, mkdtempSync(join(folder, 'tree-')), false);
      waiting = waiting.filter((mutant) => {
        if (rotIn(root, mutant).length > 0) return true;
        change(root, mutant);
        return false;
      });
      said.push(typeFaults(root));
    }
    expect(said.join('')).toBe('');
  },
);

function typeFaults(root: string): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const args = [tsc, '-p', root, '--noEmit', ...lenient];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stdout;
}
