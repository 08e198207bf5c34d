/** The metrics of one process, and the text of a scrape. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Prepares what is read only for a scrape. It does not reject. */
export type BeforeScrape = () => Promise<void>;

export interface ProcessMetrics {
  registry: Registry;
  /** Run at each scrape, all at once. */
  beforeScrape: BeforeScrape[];
}

export interface Build {
  role: 'server' | 'worker';
  version: string;
}

/** With memory, processor time, descriptors, garbage collection and the delay of the event loop. */
export function createProcessMetrics({ role, version }: Build): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'dialwright_build_info',
    help: 'Always 1: the role and the versions of this process',
    labelNames: ['role', 'version', 'node'],
    registers: [registry],
  }).set({ role, version, node: process.version }, 1);
  return { registry, beforeScrape: [] };
}

/** In Prometheus' text format. @param others text of the same format, which other exporters of the process made */
export async function scrape(
  { registry, beforeScrape }: ProcessMetrics,
  others: () => Promise<string> = async () => '',
): Promise<string> {
  await Promise.all(beforeScrape.map((prepare) => prepare()));
  const [ours, theirs] = await Promise.all([registry.metrics(), others()]);
  return `${ours.trimEnd()}\n${theirs}`;
}
