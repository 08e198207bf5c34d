/** What the peers need that is no part of Dialwright: packages in this folder, and programs of the system. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const PEERS = ['dbos', 'restate', 'postgres', 'bullmq'] as const;
export type Peer = (typeof PEERS)[number];

const PACKAGES: Record<Peer, string[]> = {
  dbos: ['@dbos-inc/dbos-sdk'],
  restate: ['@restatedev/restate-sdk', '@restatedev/restate-server'],
  postgres: ['pg'],
  bullmq: ['bullmq', 'ioredis'],
};
const MODULES = join(import.meta.dirname, 'node_modules');
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** What to do before it can run, in words; undefined when it can. */
export function whatIsMissing(peer: Peer): string | undefined {
  const absent = PACKAGES[peer].filter((name) => !existsSync(join(MODULES, name)));
  const packages =
    absent.length > 0 ? [`${absent.join(', ')}: npm ci --prefix test/bench/peers`] : [];
  const program = PROGRAMS[peer].missing();
  const missing = [...packages, ...(program === undefined ? [] : [program])];
  return missing.length > 0 ? missing.join('; ') : undefined;
}

/** One line, for the head of a report. */
export function versionsOf(peer: Peer): string {
  const packages = PACKAGES[peer].map((name) => {
    const manifest = readFileSync(join(MODULES, name, 'package.json'), 'utf8');
    return `${name} ${(JSON.parse(manifest) as { version: string }).version}`;
  });
  return `${peer}: ${[...packages, ...PROGRAMS[peer].version()].join(', ')}`;
}

interface Program {
  missing(): string | undefined;
  version(): string[];
}

const POSTGRES: Program = {
  missing() {
    if (postgresFolder() === undefined) return 'Postgres: apt install postgresql';
    const homeless = isRoot() && postgresIds() === undefined;
    return homeless ? 'a user named postgres, since it does not run as root' : undefined;
  },
  version: () => [said(join(postgresFolder()!, 'postgres'), '--version')],
};

const REDIS: Program = {
  missing: () => (folderOf('redis-server') ? undefined : 'redis-server: apt install redis-server'),
  version: () => [`Redis ${/v=(\S+)/.exec(said('redis-server', '--version'))?.[1]}`],
};

const RESTATE: Program = {
  // Its package brings it, or there is none for this machine.
  missing: () =>
    existsSync(join(MODULES, '@restatedev/restate-server')) && !existsSync(restateServer())
      ? `a Restate server for ${process.platform} on ${process.arch}`
      : undefined,
  version: () => [],
};

const PROGRAMS: Record<Peer, Program> = {
  dbos: POSTGRES,
  restate: RESTATE,
  postgres: POSTGRES,
  bullmq: REDIS,
};

/** Where `initdb` and `postgres` are: as printed by `pg_config`, on the PATH, or the newest that Debian has installed. */
export function postgresFolder(): string | undefined {
  const told = folderOf('pg_config') ? [said('pg_config', '--bindir')] : [];
  const path = folderOf('initdb');
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const debian = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  return [...told, ...(path === undefined ? [] : [path]), ...debian].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** Of the platform's package, without the script that starts it. */
export function restateServer(): string {
  const name = `restate-server-${process.platform}-${process.arch}`;
  return join(MODULES, '@restatedev', name, 'bin/restate-server');
}

/** Whom Postgres runs as, which refuses to be root; undefined: whoever we are. */
export function postgresUser(): Ids | undefined {
  return isRoot() ? postgresIds() : undefined;
}

interface Ids {
  uid: number;
  gid: number;
}

const isRoot = () => process.getuid?.() === 0;

function postgresIds(): Ids | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith('postgres:'))?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** On the PATH. */
function folderOf(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.find((folder) => existsSync(join(folder, program)));
}

function said(program: string, arg: string): string {
  return execFileSync(program, [arg], { encoding: 'utf8' }).trim();
}
