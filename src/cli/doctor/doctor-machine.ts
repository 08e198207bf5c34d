/** Checks of `dialwright doctor` of this machine: its clock, and the room on its disk. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, PATIENCE_MS, type Finding } from './doctor-finding.ts';

/** A `Date` header has whole seconds, and an answer may be on its way for some of them. */
const LARGEST_SKEW_MS = 5_000;
const FEW_BYTES = 100e6;
const LITTLE_BYTES = 1e9;

/** Compares our clock with those of servers that answer. Windows, caps and webhooks need the right time. */
export async function clock(urls: readonly string[]): Promise<Finding> {
  const subject = 'clock';
  const found = await Promise.all(urls.map(skewTo));
  const known = found.filter((each) => each !== undefined);
  if (known.length === 0) {
    return { subject, state: 'note', found: 'not compared: no server with a clock answers' };
  }
  const wrong = known.filter(({ skewMs }) => Math.abs(skewMs) > LARGEST_SKEW_MS);
  if (wrong.length === 0) {
    return { subject, state: 'ok', found: `agrees with ${known.map(({ url }) => url).join(', ')}` };
  }
  const fix =
    'let NTP set the clocks of all machines, for example with chrony or systemd-timesyncd';
  return { subject, state: 'fault', found: wrong.map(formatSkew).join('; '), fix };
}

interface Skew {
  url: string;
  /** Positive: our clock is ahead. */
  skewMs: number;
}

async function skewTo(url: string): Promise<Skew | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    const theirsMs = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(theirsMs) ? undefined : { url, skewMs: Date.now() - theirsMs };
  } catch {
    return undefined;
  }
}

const formatSkew = ({ url, skewMs }: Skew): string =>
  `this clock is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of ${url}`;

/** @param path a file or folder that may not exist yet */
export async function disk(path: string): Promise<Finding> {
  const subject = 'disk';
  const folder = existingFolder(resolve(path));
  try {
    const { bavail, bsize } = await statfs(folder);
    return roomFinding(folder, bavail * bsize);
  } catch (error) {
    return { subject, state: 'note', found: `${folder}: ${messageOf(error)}` };
  }
}

export function roomFinding(folder: string, freeBytes: number): Finding {
  const subject = 'disk';
  const found = `${(freeBytes / 1e9).toFixed(1)} GB free in ${folder}`;
  if (freeBytes >= LITTLE_BYTES) return { subject, state: 'ok', found };
  const state = freeBytes < FEW_BYTES ? 'fault' : 'note';
  return {
    subject,
    state,
    found,
    fix: 'make room, or move the database and the recordings to a larger disk',
  };
}

function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}
