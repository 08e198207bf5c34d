/**
 * The counts that pages name (docs/evidence/counts.json). `npm run docs` writes `counted`, which costs nothing;
 * `npm run docs -- counts` also writes the statements of calls and, with `--from calls.json`, what `npm run bench` saw.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { WORKFLOWS } from '../../src/contract/messages.ts';

/** By what is counted, such as `statements`. */
export type Figures = Record<string, number>;

export interface Seen extends Record<string, string | number> {
  /** What counted it, and the day on which that was written down. */
  from: string;
}

export interface Counts {
  counted: Figures;
  /** By what it is counted of. */
  seen: Record<string, Seen>;
}

export const COUNTS = 'docs/evidence/counts.json';
const ROOT = new URL('../../', import.meta.url);

export function readCounts(): Counts {
  return JSON.parse(readFileSync(new URL(COUNTS, ROOT), 'utf8')) as Counts;
}

/** Counted anew, as the file's text, beside what was seen before. */
export function countsText(): Promise<string> {
  return textOf({ ...readCounts(), counted: countNow() });
}

export async function writeSeen(seen: Record<string, Seen>): Promise<void> {
  const counts = { counted: countNow(), seen: { ...readCounts().seen, ...seen } };
  writeFileSync(new URL(COUNTS, ROOT), await textOf(counts));
}

const textOf = (counts: Counts) => format(JSON.stringify(counts), { parser: 'json' });

function countNow(): Figures {
  const { paths } = JSON.parse(readFileSync(new URL('docs/openapi.json', ROOT), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const folder = new URL('test/replay/histories/', ROOT);
  const histories = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return {
    histories: histories.filter((name) => name.endsWith('.json')).length,
    operations: Object.values(paths).flatMap((path) =>
      Object.keys(path).filter((key) => /^(get|post|put|patch|delete)$/.test(key)),
    ).length,
    'workflow types': Object.keys(WORKFLOWS).length,
  };
}
