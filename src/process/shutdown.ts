/** How long an orderly end takes. Whoever stops a process (deploy, docker-compose.yml) waits so long before it kills. */

/** A server waits this long for running requests. It is also the time limit for a webhook's body. */
export const DRAIN_WITHIN_MS = 10_000;
/** Longer than a POST may take, so that a shutdown does not interrupt one. */
export const SHUTDOWN_GRACE_MS = 20_000;
/** For connections to close, and for a loop to end its turn. */
const CLOSING_MS = 10_000;

/** In seconds, for each process that can be started alone, and for both in one. */
export const STOPS_WITHIN_S = {
  server: (DRAIN_WITHIN_MS + CLOSING_MS) / 1_000,
  worker: (SHUTDOWN_GRACE_MS + CLOSING_MS) / 1_000,
  both: (DRAIN_WITHIN_MS + SHUTDOWN_GRACE_MS + CLOSING_MS) / 1_000,
} as const;
