/** Decision files of a store, as lines, and what the checker finds in them. */
import { createHash } from 'node:crypto';
import {
  judgeLines,
  type JudgeOptions,
  type Verdict,
} from '../../../src/checker/decisions/judge-file.ts';
import { decisionFile } from '../../../src/cli/decisions/decision-file.ts';
import type { DecisionSelection } from '../../../src/store/decision-store.ts';
import type { Store } from '../../../src/store/store.ts';

const EVERYTHING: DecisionSelection = { campaigns: null, fromMs: null, toMs: null };

/** Later than anything that happens in the tests. */
export const SEALED_MS = Date.parse('2100-01-01T00:00:00Z');

/** Everything is sealed first. */
export async function exported(
  store: Store,
  selection: Partial<DecisionSelection> = {},
): Promise<string[]> {
  while ((await store.sealDecisions(SEALED_MS)) > 0);
  const wanted = { ...EVERYTHING, ...selection };
  const lines = store.exportDecisions(wanted);
  return Array.fromAsync(decisionFile(lines, wanted, { decisions: 0, lastHash: '' }));
}

const OPTIONS: JudgeOptions = { expected: [], graceMs: 1_000, claimGraceMs: 10_000 };

export const verdictOf = (
  lines: readonly string[],
  options: Partial<JudgeOptions> = {},
): Promise<Verdict> => judgeLines(lines, { ...OPTIONS, ...options });

/** Violations by the id of their rule; empty: signed off. */
export async function violationsIn(
  lines: readonly string[],
  options: Partial<JudgeOptions> = {},
): Promise<Record<string, string[]>> {
  const { results } = await verdictOf(lines, options);
  return Object.fromEntries(
    results
      .filter(({ violations }) => violations.length > 0)
      .map(({ id, violations }) => [id, violations]),
  );
}

/** The rules that judged something. */
export async function exercised(lines: readonly string[]): Promise<string[]> {
  const { results } = await verdictOf(lines);
  return results.filter(({ cases }) => cases > 0).map(({ id }) => id);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test changes what it expects to be there
export type AnyLine = any;

export const parsed = (lines: readonly string[]): AnyLine[] =>
  lines.map((line) => JSON.parse(line));

/** The file that somebody makes who changes lines and then computes all numbers and hashes again. */
export function chainedAgain(values: readonly AnyLine[]): string[] {
  let before = '0'.repeat(64);
  return values.map(({ hash: _hash, n: _n, ...content }, index) => {
    const text = JSON.stringify({ n: index + 1, ...content });
    before = createHash('sha256').update(`${before}\n${text}`).digest('hex');
    return `${text.slice(0, -1)},"hash":"${before}"}`;
  });
}
