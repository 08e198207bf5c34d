/** The numbers that a client has added to a suppression list, one by one, and for how long. */
import type { ClientLog } from '../records/client-log.ts';

export interface Suppressed {
  list: string;
  fromMs: number;
  toMs: number;
}

const ENTRY = /^\/v1\/suppressions\/([^/]+)\/numbers\/([^/?]+)$/;

/** By number: from the answer to the expiry, or to the request that removes it. */
export function suppressionsIn(client: ClientLog | null): Map<string, Suppressed[]> {
  const spans = new Map<string, Suppressed[]>();
  for (const { method, path, body, askedMs, answer } of client?.requests ?? []) {
    const [, list, written] = ENTRY.exec(path) ?? [];
    if (list === undefined || written === undefined) continue;
    const number = decodeURIComponent(written);
    const ofNumber = spans.get(number) ?? [];
    spans.set(number, ofNumber);
    if (method === 'DELETE') {
      for (const span of ofNumber) if (span.list === list) span.toMs = Math.min(span.toMs, askedMs);
    } else if (method === 'PUT' && answer && answer.status < 300) {
      const { until } = (body ?? {}) as { until?: string | null };
      ofNumber.push({ list, fromMs: answer.atMs, toMs: until ? Date.parse(until) : Infinity });
    }
  }
  return spans;
}
