/** Structured logs on stderr, in UTC, by reference only: no numbers, names, keys or tokens reach them. */
import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Level } from './config.ts';

export function createLog(level: Level, to: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: escapeC1 },
    },
    to,
  );
}

// JSON escapes C0 only, and some terminals obey C1 as well.
const escapeC1 = (line: string): string =>
  line.replaceAll(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

interface DescribedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string | undefined;
  cause?: DescribedError;
}

const LONGEST_CHAIN = 4;

/** What every error has, and nothing else: other fields may hold what was being worked on (a URL, headers). */
function describeError(error: unknown, chained = 1): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without an Error' };
  const { name: type, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  const described: DescribedError = { type, message, stack };
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  if (cause instanceof Error && chained < LONGEST_CHAIN) {
    described.cause = describeError(cause, chained + 1);
  }
  return described;
}

let installed = false;

/** Sends what the Temporal SDK has to say into the same log. Its runtime can be set up once in a process. */
export function logTemporal(log: Logger): void {
  if (installed) return;
  installed = true;
  const levels = {
    TRACE: 'trace',
    DEBUG: 'debug',
    INFO: 'debug',
    WARN: 'warn',
    ERROR: 'error',
  } as const;
  // The SDK logs its own start and bundling as "info", which matters only when it is debugged.
  Runtime.install({
    // Ours decide: the SDK's own handlers would shut workers down behind the back of `stop`.
    shutdownSignals: [],
    logger: new DefaultLogger('TRACE' satisfies LogLevel, ({ level, message, meta }) => {
      const { error, ...others } = meta ?? {};
      log[levels[level]]({ ...others, ...(error === undefined ? {} : { err: error }) }, message);
    }),
    // Its native part would write lines of its own form to the console.
    telemetryOptions: { logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } } },
  });
}
