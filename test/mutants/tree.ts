/** Copies of the source tree: one as it is, so that nobody's edit changes a run, and one for each mutant. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { change, type Mutant } from './mutant.ts';

const COPIED = ['src', 'bin', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
/** What tests read besides. */
const ALSO_FOR_TESTS = ['test', 'docs', 'examples', '.env.example'];

export function copyTree(from: string, to: string, forTests: boolean): string {
  mkdirSync(to, { recursive: true });
  for (const name of forTests ? [...COPIED, ...ALSO_FOR_TESTS] : COPIED) {
    const source = join(from, name);
    if (existsSync(source)) cpSync(source, join(to, name), { recursive: true });
  }
  const modules = join(to, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(from, 'node_modules'), modules);
  return to;
}

/** Gives `use` a changed tree, and removes it afterwards. */
export async function withMutant<Result>(
  base: string,
  { to, mutant }: { to: string; mutant: Mutant },
  use: (root: string) => Promise<Result>,
): Promise<Result> {
  const root = copyTree(base, to, mutant.caught.by === 'tests');
  try {
    change(root, mutant);
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
