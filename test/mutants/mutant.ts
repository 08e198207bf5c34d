/** A small change that breaks one promise of the product. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `find` must occur exactly once in `file`; a path from the root of the tree. */
export interface Edit {
  file: string;
  find: string;
  put: string;
}

export interface Mutant {
  name: string;
  /** What it does wrong, in words. */
  does: string;
  /** Which promise that breaks: an invariant of docs/simulator.md. */
  breaks: string;
  /** More than one where a second guard would hold the promise by itself. */
  edits: Edit[];
  caught: Caught;
}

export type Caught =
  /** Real processes run the scenario, and this check of the checker must speak up. */
  | { by: 'checker'; scenario: string; check: string }
  /** What no scenario reaches in seconds: these tests, run in the changed tree, must fail. */
  | { by: 'tests'; files: string[]; test: string };

/** Why a mutant cannot be made of this tree any more; empty: it can. */
export function rotIn(root: string, { name, edits }: Mutant): string[] {
  return edits.flatMap(({ file, find }) => {
    const times = readOr(join(root, file), '').split(find).length - 1;
    if (times === 1) return [];
    return [`${name}: its text occurs ${times} times in ${file}, and must occur once:\n  ${find}`];
  });
}

export function change(root: string, { edits }: Mutant): void {
  for (const { file, find, put } of edits) {
    const path = join(root, file);
    // As a function, so that `$` in the new text means itself.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(find, () => put),
    );
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
