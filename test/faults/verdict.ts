/** Asks the checker, which shares no code with the product, and reads what it goes by. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Places {
  /** The tree whose checker judges. */
  base: string;
  /** The tree that ran. */
  root: string;
  /** Where its records are. */
  folder: string;
  /** URL of its database; by default it is the SQLite file there. */
  database?: string;
}

export interface Verdict {
  holds: boolean;
  /** As the checker printed it. */
  said: string;
}

/** @throws where the checker, or the export, cannot be run: that shows nothing about the product */
export async function verdictOn(
  { base, root, folder, database }: Places,
  demands: readonly string[],
): Promise<Verdict> {
  const at = (name: string) => join(folder, name);
  const store = database === undefined ? ['--database', at('dialwright.sqlite')] : [];
  const command = [join(root, 'bin/dialwright.js'), 'export', ...store];
  const exported = await node([...command, '--out', at('export.ndjson')], {
    env: { ...process.env, ...(database ? { DIALWRIGHT_DATABASE_URL: database } : {}) },
  });
  if (exported.code !== 0) throw new Error(`the store cannot be exported: ${exported.said}`);
  const records = ['--ledger', at('ledger.ndjson'), '--export', at('export.ndjson')];
  const client = ['--client-log', at('client.ndjson')];
  const checker = join(base, 'src/checker/main.ts');
  const checked = await node([checker, ...records, ...client, ...demands]);
  writeFileSync(at('checker.txt'), checked.said);
  if (checked.code > 1) throw new Error(`the checker could not be run: ${checked.said}`);
  return { holds: checked.code === 0, said: checked.said };
}

export const withRecordings = (folder: string): string[] => [
  '--recordings',
  join(folder, 'recordings'),
];

export function node(
  args: string[],
  where: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 2 ** 26, ...where };
    const child = execFile(process.execPath, args, options, (_error, out, err) => {
      resolve({ code: child.exitCode ?? 2, said: out + err });
    });
  });
}

export type LedgerLine = Record<string, unknown>;

export function readLedger(folder: string): LedgerLine[] {
  return readFileSync(join(folder, 'ledger.ndjson'), 'utf8').split('\n').flatMap(parsed);
}

// The last line may be torn: the carrier is killed at the end.
function parsed(text: string): LedgerLine[] {
  try {
    return [JSON.parse(text) as LedgerLine];
  } catch {
    return [];
  }
}
