import { Counter, Histogram } from 'prom-client';
import type { ObserveTransaction } from '../store/sql/engine/observed-database.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** From a read of a small row to a unit of work that waits for a lock. */
const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long units of work and reads of the database take, and how many of them fail. */
export function storeMetrics({ registry }: ProcessMetrics): ObserveTransaction {
  const seconds = new Histogram({
    name: 'dialwright_store_transaction_seconds',
    help: 'Time of a transaction, its wait included: alone, by-rows (beside others), or read',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'dialwright_store_failures_total',
    help: 'Transactions that failed, refusals of what was asked included',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of ['alone', 'by-rows', 'read'] as const) {
    failures.inc({ kind }, 0);
    seconds.zero({ kind });
  }
  return (kind, took, failed) => {
    seconds.observe({ kind }, took);
    if (failed) failures.inc({ kind });
  };
}
