import { DIALLING } from './dialling-mutants.ts';
import { LISTENING } from './listening-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PLACING } from './placing-mutants.ts';
import { POLICY } from './policy-mutants.ts';

export const MUTANTS: Mutant[] = [...PLACING, ...LISTENING, ...DIALLING, ...POLICY];
