/**
 * Figures of the whole installation, from the database. Every server shows the same ones, so a query takes the greatest
 * of them; workers show none.
 */
import { Counter, Gauge } from 'prom-client';
import type { CountsBy, FiguresStore } from '../store/statistics/figures-store.ts';
import { COUNTED, SINGLE, type Counted, type Single } from './installation-figures.ts';
import type { ProcessMetrics } from './process-metrics.ts';

export interface FiguresSource {
  store: FiguresStore;
  nowMs: () => number;
  /** One read is shown for so long, so that several scrapers cost no more than one. */
  freshForMs?: number;
}

const FRESH_FOR_MS = 4_000;

export function installationMetrics(
  metrics: ProcessMetrics,
  { store, nowMs, freshForMs = FRESH_FOR_MS }: FiguresSource,
): void {
  const registers = [metrics.registry];
  const isRead = new Gauge({
    name: 'dialwright_figures_up',
    help: 'Whether the figures of the installation could be read: 0 or 1. At 0 they are not shown',
    registers,
  });
  const claimed = new Counter({
    name: 'dialwright_calls_claimed_total',
    help: 'Calls that were ever claimed, by all campaigns; on Postgres a claim that began anew counts again',
    registers,
  });
  const singles = SINGLE.map((about) => ({ about, gauge: gaugeOf(about, registers) }));
  const lists = COUNTED.map((about) => ({ about, gauge: gaugeOf(about, registers) }));
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const atMs = nowMs();
    const figures = await store.installationFigures(atMs).catch(() => undefined);
    // From here on nothing is awaited, so that no scrape sees half of it.
    isRead.set(figures ? 1 : 0);
    for (const { gauge } of lists) gauge.reset();
    if (figures === undefined) {
      for (const { gauge } of singles) gauge.remove();
      claimed.remove();
      return;
    }
    claimed.reset();
    claimed.inc(figures.claimedCalls);
    for (const { about, gauge } of singles) setOrHide(gauge, about.value(figures, atMs));
    for (const { about, gauge } of lists) setCounts(gauge, about, about.counts(figures));
    readAtMs = performance.now();
  }

  metrics.beforeScrape.push(async () => {
    if (performance.now() - readAtMs < freshForMs) return;
    reading ??= read().finally(() => (reading = undefined));
    await reading;
  });
}

const gaugeOf = (
  { name, help, ...about }: Single | Counted,
  registers: ProcessMetrics['registry'][],
): Gauge => new Gauge({ name, help, labelNames: 'label' in about ? [about.label] : [], registers });

/** What is not known, or never was, is left out. */
function setOrHide(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}

/** A kind that is not in its list, such as one of a newer version, is shown as `other`. */
function setCounts(gauge: Gauge, { label, kinds }: Counted, counts: CountsBy): void {
  for (const kind of kinds) gauge.set({ [label]: kind }, 0);
  for (const { kind, count } of counts) {
    gauge.inc({ [label]: kinds.includes(kind) ? kind : 'other' }, count);
  }
}
