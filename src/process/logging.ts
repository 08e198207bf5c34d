/** Structured logs on stderr, in UTC. They contain references, but no numbers, names, keys or tokens. */
import type { LogLevel } from '@temporalio/worker';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Level } from '../config/settings.ts';

/** @param build what runs: one field of each line */
export function createLog(
  level: Level,
  { build, to = pino.destination(2) }: { build?: string; to?: DestinationStream } = {},
): Logger {
  return pino(
    {
      level,
      base: build === undefined ? null : { build },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: escapeC1 },
    },
    to,
  );
}

// JSON escapes only C0 control characters, but some terminals also act on C1.
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

/** Logs only the standard fields of an error, because others may contain URLs or headers. */
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

let installed: Promise<void> | undefined;

/** Of each worker that serves activities only, which is meant: /readyz and an alert say when a queue is not served. */
export const NO_WORKFLOWS = 'No workflows registered, not polling for workflow tasks';

/**
 * Writes the Temporal SDK's log to the same log. The SDK's runtime can be set up only once in a process.
 * @param metricsPort where the SDK shows its own metrics on this machine; undefined: nowhere
 */
export function logTemporal(log: Logger, metricsPort?: number): Promise<void> {
  return (installed ??= install(log, metricsPort));
}

async function install(log: Logger, metricsPort: number | undefined): Promise<void> {
  // Loaded here, because a server has a log too and no worker. The SDK of workers needs 12 MB.
  const { DefaultLogger, Runtime } = await import('@temporalio/worker');
  const levels = {
    TRACE: 'trace',
    DEBUG: 'debug',
    INFO: 'debug',
    WARN: 'warn',
    ERROR: 'error',
  } as const;
  // The SDK logs its start and bundling as "info", which is useful only for debugging it.
  Runtime.install({
    // The SDK's own signal handlers would shut workers down without `stop`.
    shutdownSignals: [],
    logger: new DefaultLogger('TRACE' satisfies LogLevel, ({ level, message, meta }) => {
      const { error, ...others } = meta ?? {};
      log[message === NO_WORKFLOWS ? 'debug' : levels[level]](
        { ...others, ...(error === undefined ? {} : { err: error }) },
        message,
      );
    }),
    // The SDK's native part would write lines of another format to the console.
    telemetryOptions: {
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(metricsPort !== undefined && { metrics: sdkMetricsAt(metricsPort) }),
    },
  });
}

/** In the units and with the names that Prometheus recommends. */
const sdkMetricsAt = (port: number) => ({
  prometheus: {
    bindAddress: `127.0.0.1:${port}`,
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
  },
});
