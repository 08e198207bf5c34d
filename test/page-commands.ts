/** The commands of a page, as a person would copy them: all blocks marked `sh`, in order, in one shell. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../bin/dialwright.js');
const MINUTES = 60_000;

export const shellBlocks = (page: string): string[] =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]!);

export interface Shown {
  code: number;
  /** What the shell ran and printed, errors among it. */
  text: string;
}

/** Stops at the first command that fails. `dialwright` is this tree's own program. */
export function runInShell(
  blocks: readonly string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<Shown> {
  const programs = join(folder, '.programs');
  mkdirSync(programs);
  const dialwright = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  writeFileSync(join(programs, 'dialwright'), dialwright, { mode: 0o755 });
  const script = `exec 2>&1\nset -euo pipefail\nset -v\n${blocks.join('\n')}`;
  const file = join(programs, 'page.sh');
  writeFileSync(file, script);
  const path = `${programs}:${process.env['PATH']}`;
  const options = {
    cwd: folder,
    env: { HOME: folder, ...env, PATH: path },
    timeout: 3 * MINUTES,
    maxBuffer: 16e6,
  };
  return new Promise((resolve) => {
    execFile('bash', [file], options, (error, text) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text });
    });
  });
}
