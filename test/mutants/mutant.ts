/** A small change that breaks one promise of the product. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spansOf, type Place } from './place.ts';

/** Exactly one place fits. In `put`, `…` stands for what is there now. */
export type Edit = Place & { put: string };

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
export function rotIn(root: string, { name, edits }: Pick<Mutant, 'name' | 'edits'>): string[] {
  return edits.flatMap((edit) => {
    const times = spansOf(readOr(join(root, edit.file), ''), edit).length;
    if (times === 1) return [];
    const where = edit.in === undefined ? edit.file : `${edit.in} of ${edit.file}`;
    const what = 'sql' in edit ? edit.sql : edit.find;
    return [`${name}: its place is found ${times} times in ${where}, and must be once:\n  ${what}`];
  });
}

export function change(root: string, { edits }: Pick<Mutant, 'edits'>): void {
  for (const edit of edits) {
    const path = join(root, edit.file);
    const text = readFileSync(path, 'utf8');
    const { start, end } = spansOf(text, edit)[0]!;
    const put = edit.put.replace('…', () => text.slice(start, end));
    writeFileSync(path, text.slice(0, start) + put + text.slice(end));
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
