/** Checks archives of calls without the product: `dialwright archives check FILE…`. */
import { open } from 'node:fs/promises';
import { LIMIT_AND_HELP, runOffline } from '../offline-check.ts';
import { InputError } from '../records/lines.ts';
import { printable } from '../report.ts';
import type { Result } from '../run-checks.ts';
import { readArchive, type ReadArchive } from './read-archive.ts';

const USAGE = `usage: archives check FILE… [options]

  --decisions FILE   an export of decisions; what its seals cover of deleted calls must be in the archives
  --expect HASH      one of the files must have this SHA-256; may be repeated
  --limit N          violations shown for each rule (20)

Exit code: 0 nothing was changed, 1 something was, 2 a file could not be checked.
`;

process.exitCode = await runOffline({
  usage: USAGE,
  options: {
    decisions: { type: 'string' },
    expect: { type: 'string', multiple: true, default: [] as string[] },
    ...LIMIT_AND_HELP,
  },
  async judge(paths, { decisions, expect }) {
    if (paths.length === 0) throw new InputError('name one FILE or more');
    const archives: ReadArchive[] = [];
    for (const path of paths) archives.push(await readArchive(path));
    const results = [
      linesOf(archives),
      orderOf(archives, expect),
      await sealsOf(archives, decisions),
    ];
    return { results, summary: summaryOf(archives) };
  },
});

function linesOf(archives: readonly ReadArchive[]): Result {
  return {
    id: 'CHAIN',
    rule: 'no line was changed, removed, inserted or reordered',
    cases: archives.length,
    violations: archives.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)),
  };
}

/** Files that are not named are no fault; one between two that are named is. */
function orderOf(archives: readonly ReadArchive[], expected: readonly string[]): Result {
  const known = new Set(archives.map(({ sha256 }) => sha256));
  const missing = archives.filter(({ previous }) => previous !== null && !known.has(previous));
  const between = missing.slice(1);
  return {
    id: 'FILES',
    rule: 'no file between the first and the last is missing, and each expected one is there',
    cases: archives.length,
    violations: [
      ...between.map(
        ({ path, previous }) => `${path}: the file before it (${previous}) is missing`,
      ),
      ...expected.filter((hash) => !known.has(hash)).map((hash) => `no file is ${hash}`),
    ],
  };
}

async function sealsOf(
  archives: readonly ReadArchive[],
  path: string | undefined,
): Promise<Result> {
  const result: Result = {
    id: 'SEAL',
    rule: 'each placement of a deleted call is in the archives as it was sealed',
    cases: 0,
    violations: [],
  };
  if (path === undefined) return result;
  const digests = new Map(archives.flatMap((archive) => [...archive.digests]));
  const file = await open(path).catch((error: unknown) => {
    throw new InputError(`cannot read ${path}: ${String(error)}`);
  });
  for await (const text of file.readLines()) {
    const line = JSON.parse(text) as { type: string; id: number; digest: string };
    if (line.type !== 'archived') continue;
    result.cases += 1;
    const found = digests.get(line.id);
    if (found === line.digest) continue;
    const how = found === undefined ? 'is in none of the files' : 'was changed in its archive';
    result.violations.push(`placement ${line.id} ${how}`);
  }
  return result;
}

function summaryOf(archives: readonly ReadArchive[]): string {
  const lines = archives.map(({ path, calls, digests, sha256 }) =>
    printable(`${path}: ${calls} calls, ${digests.size} placements, SHA-256 ${sha256}`),
  );
  return `\n${lines.join('\n')}\n`;
}
