/** All of it in one module, so that a process without metrics loads none of it. */
export { measuredCarrier } from './carrier-metrics.ts';
export { installationMetrics } from './installation-metrics.ts';
export { listenForScrapes } from './listener.ts';
export { machineMetrics } from './machine-metrics.ts';
export { createProcessMetrics } from './process-metrics.ts';
export { storeMetrics } from './store-metrics.ts';
export { webhookMetrics } from './webhook-metrics.ts';
