/** How long reading a campaign takes, over HTTP and by the export. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { keep } from '../calls/processes.ts';
import { peakRssMb, percentile } from '../calls/process-cost.ts';
import type { BenchServer } from '../server-process.ts';

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

const DIALWRIGHT = join(import.meta.dirname, '../../../bin/dialwright.js');
const PAGE = 200;
const SAMPLE_EVERY_MS = 50;

type Api = BenchServer['api'];

/** One answer after the other. */
export async function timesOf(api: Api, path: string, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const askedAtMs = performance.now();
    await api.get(path);
    tookMs.push(performance.now() - askedAtMs);
  }
  return tookMs;
}

/** Every page of a list, by its cursors, as long as there are `rows`. */
export async function pagesOf(
  api: Api,
  path: string,
  { rows, onProgress }: { rows: number; onProgress: (rows: number) => void },
): Promise<number[]> {
  const tookMs: number[] = [];
  let seen = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&cursor=${cursor}`;
    const askedAtMs = performance.now();
    const page: Page = await api.get(`${path}?limit=${PAGE}${after}`);
    tookMs.push(performance.now() - askedAtMs);
    seen += page.data.length;
    cursor = page.next_cursor;
    onProgress(seen);
  }
  if (seen !== rows) throw new Error(`${path} lists ${seen} rows of ${rows}`);
  return tookMs;
}

/** `dialwright export` of the database with this URL, to a file. */
export async function exported(
  database: string,
  out: string,
): Promise<{ seconds: number; bytes: number; peakRssMb: number }> {
  const beganAtMs = performance.now();
  const child = keep(
    spawn(process.execPath, [DIALWRIGHT, 'export', '--out', out], {
      env: { PATH: process.env['PATH'], DIALWRIGHT_DATABASE_URL: database },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const over = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  let peak = 0;
  // What it had at most is gone with the process.
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, peakRssMb(child.pid!) || 0);
    await sleep(SAMPLE_EVERY_MS);
  }
  if ((await over) !== 0) throw new Error('the export failed');
  const seconds = (performance.now() - beganAtMs) / 1_000;
  return { seconds, bytes: statSync(out).size, peakRssMb: peak };
}

export const p50p99 = (tookMs: readonly number[]): string =>
  `${percentile(tookMs, 0.5).toFixed(1)} / ${percentile(tookMs, 0.99).toFixed(1)} ms`;

/** The first, the middle and the last tenth of the pages. */
export function alongPages(tookMs: readonly number[]): string {
  const some = Math.max(1, Math.floor(tookMs.length / 10));
  const middle = Math.floor((tookMs.length - some) / 2);
  return [0, middle, tookMs.length - some]
    .map((from) => p50p99(tookMs.slice(from, from + some)))
    .join(', then ');
}
