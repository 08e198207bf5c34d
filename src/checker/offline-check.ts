/** The frame of a check of files, offline: its command line, its report and its exit codes. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { InputError } from './records/lines.ts';
import { printable, report } from './report.ts';
import type { Result } from './run-checks.ts';

export const LIMIT_AND_HELP = {
  limit: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

interface Judged {
  results: Result[];
  /** What the report ends with. */
  summary: string;
}

interface OfflineCheck<Options extends ParseArgsConfig['options']> {
  usage: string;
  options: Options;
  judge: (
    paths: string[],
    values: ReturnType<typeof read<Options>>['values'] & { limit: string },
  ) => Promise<Judged>;
}

/** @returns the exit code: 0 nothing is violated, 1 something is, 2 a file could not be checked */
export async function runOffline<const Options extends ParseArgsConfig['options']>({
  usage,
  options,
  judge,
}: OfflineCheck<Options>): Promise<number> {
  try {
    const { values, positionals } = read(options);
    const given = values as typeof values & { limit: string; help: boolean };
    if (given.help) {
      process.stdout.write(usage);
      return 0;
    }
    const { results, summary } = await judge(positionals, given);
    process.stdout.write(`${report(results, count('--limit', given.limit))}${summary}`);
    return isClean(results) ? 0 : 1;
  } catch (error) {
    const text =
      error instanceof InputError
        ? `${printable(error.message)}\n\n${usage}`
        : `${printable(String(error))}\n`;
    process.stderr.write(text);
    return 2;
  }
}

export const isClean = (results: readonly Result[]): boolean =>
  results.every(({ violations }) => violations.length === 0);

export function count(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`${name} must be a number, got ${text}`);
  return Number(text);
}

function read<Options extends ParseArgsConfig['options']>(options: Options) {
  try {
    return parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}
