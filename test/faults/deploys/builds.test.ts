import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotIn } from '../../mutants/mutant.ts';
import { EDITS } from './builds.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each(Object.entries(EDITS))('the %s build can be made of this tree', (name, edits) => {
  expect(rotIn(ROOT, { name, edits: [...edits] })).toEqual([]);
});
