import { percentile } from './calls/process-cost.ts';

const READS = 20;

/** The median and the slowest of some reads. */
export async function readsOf(ask: () => Promise<unknown>): Promise<string> {
  const tookMs: number[] = [];
  for (let read = 0; read < READS; read++) {
    const beganAtMs = performance.now();
    await ask();
    tookMs.push(performance.now() - beganAtMs);
  }
  return `${percentile(tookMs, 0.5).toFixed(1)} / ${percentile(tookMs, 0.99).toFixed(1)} ms`;
}
