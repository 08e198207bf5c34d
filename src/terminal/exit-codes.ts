/** Stable exit codes, and errors that tell people what failed, why, and what to do. */

import { Option } from 'commander';
import { shownLines } from './terminal-text.ts';

/** Each command has this option too, because people write it at the end. */
export const jsonOption = (): Option =>
  new Option('--json', 'the answer as JSON on stdout, for programs');

export const EXIT = {
  ok: 0,
  failure: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The command ended, but parts of it failed. */
  finishedWithFailures: 3,
  /** The server or a rule refused. */
  refused: 4,
  /** The server or the carrier cannot be reached or accepts nothing at the moment. */
  unreachable: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0    done
  1    failure
  2    the command line is wrong
  3    finished, with failures
  4    refused
  5    the server or the carrier is not reachable, or takes nothing now
  130  interrupted`;

interface Failure {
  code: ExitCode;
  what: string;
  why: string;
  /** The next command or action. */
  next: string;
}

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly failure: Failure;

  constructor({ cause, ...failure }: Failure & { cause?: unknown }) {
    super(`${failure.what}: ${failure.why}`, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

export function describeError(error: unknown): { text: string; code: ExitCode } {
  if (error instanceof CommandError) {
    const { what, why, next, code } = error.failure;
    return { text: shownLines(`${what}.\n  Why:  ${why}\n  Next: ${next}`), code };
  }
  if (!(error instanceof Error)) return { text: shownLines(String(error)), code: EXIT.failure };
  // These errors are bugs, so the stack is shown.
  const ours = error instanceof TypeError || error instanceof ReferenceError;
  return { text: shownLines((ours && error.stack) || error.message), code: EXIT.failure };
}
