/** Structured logs on stderr, in UTC, by reference only: no numbers, names, keys or tokens reach them. */
import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';
import { pino, type Logger } from 'pino';
import type { Level } from './config.ts';

export function createLog(level: Level): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
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
  // The SDK's "info" tells of its own start and bundling: of interest to those who debug it.
  Runtime.install({
    logger: new DefaultLogger('TRACE' satisfies LogLevel, ({ level, message, meta }) =>
      log[levels[level]]({ ...meta }, message),
    ),
  });
}
