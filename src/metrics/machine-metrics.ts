/** What only this machine knows: disks, the database's log, and the age of its time zone data. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Gauge } from 'prom-client';
import { zoneRulesAgeMs, type ZoneRules } from '../domain/zone-release.ts';
import type { ProcessMetrics } from './process-metrics.ts';

export interface Machine {
  /** The SQLite file; undefined: the database is on a server of its own. */
  databaseFile: string | undefined;
  /** Undefined: recordings are in an object store. */
  recordingsFolder: string | undefined;
  zoneRules: () => ZoneRules;
}

export function machineMetrics(
  { registry, beforeScrape }: ProcessMetrics,
  { databaseFile, recordingsFolder, zoneRules }: Machine,
): void {
  const registers = [registry];
  const free = new Gauge({
    name: 'dialwright_disk_free_bytes',
    help: 'Free space for this user, of the disk of the database file or of the recordings',
    labelNames: ['of'],
    registers,
  });
  const files = new Gauge({
    name: 'dialwright_sqlite_file_bytes',
    help: 'Size of the database file and of its log, which a checkpoint empties',
    labelNames: ['file'],
    registers,
  });
  const zoneRulesAge = new Gauge({
    name: 'dialwright_zone_rules_age_seconds',
    help: 'How old the time zone data may be at most; NaN: not known',
    registers,
  });
  beforeScrape.push(async () => {
    zoneRulesAge.set((zoneRulesAgeMs(zoneRules(), Date.now()) ?? NaN) / 1_000);
    const folders = {
      database: databaseFile && dirname(databaseFile),
      recordings: recordingsFolder,
    };
    for (const [of, folder] of Object.entries(folders)) {
      if (folder !== undefined) set(free, { of }, await freeBytes(folder));
    }
    if (databaseFile === undefined) return;
    set(files, { file: 'database' }, await sizeOf(databaseFile));
    // It does not exist before the first write.
    set(files, { file: 'log' }, await sizeOf(`${databaseFile}-wal`));
  });
}

function set<Label extends string>(
  gauge: Gauge<Label>,
  labels: Record<Label, string>,
  value: number | undefined,
): void {
  if (value === undefined) gauge.remove(labels);
  else gauge.set(labels, value);
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

const freeBytes = (folder: string): Promise<number | undefined> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );
