/**
 * A copy of the product on which no history replays: each of its workflows begins with one more timer. It stands for a
 * deploy without `patched`. The copy is made once for each tree, because its workflows must be bundled.
 */
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyTree } from '../mutants/tree.ts';

/** Of the tests of replay, which show that it breaks every history. */
const EXTRA_STEP = join(import.meta.dirname, '../replay/changed/an-extra-step.ts');
const ITS_IMPORT = '../../../src/workflows/index.ts';
const made = new Map<string, Promise<string>>();

/** The root of the copy. */
export function incompatibleBuild(root: string): Promise<string> {
  const known = made.get(root) ?? make(root);
  made.set(root, known);
  return known;
}

async function make(root: string): Promise<string> {
  const to = mkdtempSync(join(tmpdir(), 'dialwright-incompatible-'));
  process.once('exit', () => rmSync(to, { recursive: true, force: true }));
  linkModules(join(root, 'node_modules'), join(to, 'node_modules'));
  copyTree(root, to, false);
  addStep(join(to, 'src/workflows'));
  // Bundled now, so that a strike does not wait for it.
  const warm = `import('./src/process/workflow-bundle.ts').then((made) => made.bundleWorkflows())`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', warm], { cwd: to });
  return to;
}

/** Its own folder, because a tree keeps its bundle there and drops every other. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '.cache') symlinkSync(join(from, name), join(to, name));
}

function addStep(workflows: string): void {
  const index = join(workflows, 'index.ts');
  renameSync(index, join(workflows, 'of-the-product.ts'));
  const changed = readFileSync(EXTRA_STEP, 'utf8');
  if (!changed.includes(ITS_IMPORT)) throw new Error(`${EXTRA_STEP} imports no ${ITS_IMPORT}`);
  writeFileSync(index, changed.replace(ITS_IMPORT, './of-the-product.ts'));
}
