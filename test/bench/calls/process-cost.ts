/** What a process has used, as Linux counts it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Of `getconf CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** User and system time of all its threads and of all processes that it started, those that have ended included. */
export function cpuMs(pid: number): number {
  const ticks = treeOf(pid).reduce((sum, each) => sum + ticksOf(each), 0);
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/**
 * The most memory that a process ever had. Of one that has started others (Postgres) it is what they have now, each
 * page that they share counted once.
 */
export function peakRssMb(pid: number): number {
  const tree = treeOf(pid);
  const kilobytes =
    tree.length === 1
      ? numberIn(`/proc/${pid}/status`, /^VmHWM:\s+(\d+) kB$/m)
      : tree.reduce((sum, each) => sum + numberIn(`/proc/${each}/smaps_rollup`, PSS), 0);
  return (kilobytes * 1_024) / 1e6;
}

/** `peakRssMb` of a process counts from here on. What it has now, it keeps. */
export function forgetPeakRss(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

const PSS = /^Pss:\s+(\d+) kB$/m;

/** It, and what it started and is still there. */
export function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => unlessGone(() => treeOf(Number(child))) ?? [])];
}

/** Its own, and those of its children that have ended. */
function ticksOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

function numberIn(file: string, pattern: RegExp): number {
  return Number(pattern.exec(read(file) ?? '')?.[1] ?? 0);
}

const read = (file: string) => unlessGone(() => readFileSync(file, 'utf8'));

/** Undefined: the process has just ended, as Postgres's do when they have nothing more to do. */
function unlessGone<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Of a list that need not be in order; NaN of an empty one. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
