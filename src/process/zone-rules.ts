/** The time zone data of this process, and that of the machine: docs/time-zones.md. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { releaseIn, whyZoneRulesOld, type ZoneRules } from '../domain/zone-release.ts';

/** Reads the machine's data each time, because it may be updated while the process runs. */
export function zoneRulesInUse(maxAgeDays: number, env = process.env): ZoneRules {
  const folder = env['TZDIR'] ?? '/usr/share/zoneinfo';
  // Linux distributions have the first file, macOS and the BSDs the second.
  const machineRelease = ['tzdata.zi', '+VERSION']
    .map((name) => releaseIn(beginningOf(join(folder, name))))
    .find((release) => release !== undefined);
  return {
    release: process.versions['tz'] ?? null,
    machineRelease: machineRelease ?? null,
    maxAgeDays,
  };
}

/** Empty if it cannot be read. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(32);
      return bytes.toString('latin1', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Called at the start of each process, because each has its own data. */
export function logZoneRules(log: FastifyBaseLogger, rules: ZoneRules): void {
  const { release, machineRelease } = rules;
  const why = whyZoneRulesOld(rules, Date.now());
  if (why === null) return;
  log.warn({ release, machineRelease }, `${why}: see docs/time-zones.md`);
}
