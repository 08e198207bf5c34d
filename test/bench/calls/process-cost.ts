/** What a process has used, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Of `getconf CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** User and system time of all its threads. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** The most memory it ever had. */
export function peakRssMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

/** Of a list that need not be in order; NaN of an empty one. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
