/**
 * A copy of the product on which no history replays: each of its workflows begins with one more timer. It stands for a
 * deploy without `patched`. The copy is made once for each tree, because its workflows must be bundled.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOf } from './changed-build.ts';

/** Of the tests of replay, which show that it breaks every history. */
const EXTRA_STEP = join(import.meta.dirname, '../replay/changed/an-extra-step.ts');
const ITS_IMPORT = '../../../src/workflows/index.ts';
const made = new Map<string, Promise<string>>();

/** The root of the copy. */
export function incompatibleBuild(root: string): Promise<string> {
  const known = made.get(root) ?? buildOf(root, (copy) => addStep(join(copy, 'src/workflows')));
  made.set(root, known);
  return known;
}

function addStep(workflows: string): void {
  const index = join(workflows, 'index.ts');
  renameSync(index, join(workflows, 'of-the-product.ts'));
  const changed = readFileSync(EXTRA_STEP, 'utf8');
  if (!changed.includes(ITS_IMPORT)) throw new Error(`${EXTRA_STEP} imports no ${ITS_IMPORT}`);
  writeFileSync(index, changed.replace(ITS_IMPORT, './of-the-product.ts'));
}
