/** Pre-signed links to the storage: until it expires, a link works without an API key. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { World } from '../world.ts';

export type LinkVerdict = 'good' | 'expired' | 'forged';

const FOLDER = '/recordings/';
const ENDING = '.mp3';

export function signLink(world: World, callId: string, expiresMs: number): string {
  const path = `${FOLDER}${encodeURIComponent(callId)}${ENDING}`;
  const signature = sign(world.options.seed, path, expiresMs);
  return `${world.storageUrl}${path}?X-Expires=${expiresMs}&X-Signature=${signature}`;
}

export function callOfLink(path: string): string | undefined {
  if (!path.startsWith(FOLDER) || !path.endsWith(ENDING)) return undefined;
  try {
    return decodeURIComponent(path.slice(FOLDER.length, -ENDING.length));
  } catch {
    return undefined;
  }
}

export function checkLink(world: World, url: URL, nowMs: number): LinkVerdict {
  const expiresMs = Number(url.searchParams.get('X-Expires'));
  const given = Buffer.from(url.searchParams.get('X-Signature') ?? '');
  const right = Buffer.from(sign(world.options.seed, url.pathname, expiresMs));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged';
  return nowMs < expiresMs ? 'good' : 'expired';
}

// The seed is used as the storage's secret, so that links stay valid after a restart.
function sign(seed: string, path: string, expiresMs: number): string {
  return createHmac('sha256', `storage ${seed}`).update(`${path} ${expiresMs}`).digest('hex');
}
