import { Counter, Histogram } from 'prom-client';
import type { ProcessMetrics } from './process-metrics.ts';

/** The carrier gives up after 15 s, and the ingress answers 503 after 12 s. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];
const RESULTS = { 204: 'kept', 404: 'wrong-token', 408: 'too-slow', 503: 'not-kept' } as const;
const KINDS = ['call', 'recording'] as const;

export interface AnsweredWebhook {
  kind: (typeof KINDS)[number];
  /** Of our answer. */
  status: number;
  seconds: number;
}

export function webhookMetrics({ registry }: ProcessMetrics): (answered: AnsweredWebhook) => void {
  const webhooks = new Counter({
    name: 'dialwright_webhooks_total',
    help: 'Webhooks of the carrier, by what was answered. not-kept: 503, so that the carrier sends it again',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  const acks = new Histogram({
    name: 'dialwright_webhook_ack_seconds',
    help: 'Time from the arrival of a webhook until it was stored and acknowledged',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  for (const kind of KINDS) {
    for (const result of Object.values(RESULTS)) webhooks.inc({ kind, result }, 0);
    acks.zero({ kind });
  }
  return ({ kind, status, seconds }) => {
    const result = isKnown(status) ? RESULTS[status] : 'other';
    webhooks.inc({ kind, result });
    if (result === 'kept') acks.observe({ kind }, seconds);
  };
}

const isKnown = (status: number): status is keyof typeof RESULTS => status in RESULTS;
