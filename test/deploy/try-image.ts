/**
 * Builds the image of the Dockerfile without a daemon, and dials in it as its user: `npx node test/deploy/try-image.ts`, as root,
 * on a Debian with buildah and debootstrap (apt-get install buildah debootstrap). The base image is made here, of Debian's
 * packages and this Node, because a registry may be out of reach. All the rest is as the file says.
 */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onPath } from '../../src/dev/temporal/temporal-cache.ts';
import { startTemporalServer } from '../../src/dev/temporal/temporal-server.ts';
import { freePort } from '../free-port.ts';
import { NO_REPORT } from '../terminal/no-report.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BASE = 'docker.io/library/node:24-bookworm-slim';
const IMAGE = 'localhost/dialwright:try';
const MIRROR = 'http://deb.debian.org/debian';
/** Data, and what buildah itself writes at each start. */
const WRITTEN = /^\/((data|tmp|proc|sys|dev|run)\/|etc\/(hosts|hostname|resolv\.conf)$)/;

for (const program of ['buildah', 'debootstrap'])
  if (onPath(program, process.env) === undefined)
    throw new Error(`${program} is not on the PATH: apt-get install buildah debootstrap`);

const folder = mkdtempSync(join(tmpdir(), 'dialwright-image-'));
const port = await freePort();
const temporal = await startTemporalServer({
  folder,
  durable: false,
  port,
  uiPort: null,
  env: process.env,
  reporter: NO_REPORT,
});
try {
  makeBase();
  const build = ['build', '--isolation', 'chroot', '--pull-never', '--layers=false', '-t', IMAGE];
  buildah([...build, ROOT], { stdio: 'inherit' });
  const container = buildah(['from', '--pull-never', IMAGE]);
  dial(container);
  const written = writtenIn(container);
  if (written.length > 0) throw new Error(`it wrote outside of its data: ${written.join(', ')}`);
  console.log('the image builds, dials as its user, and writes to /data and /tmp only');
} finally {
  await temporal.stop();
  rmSync(folder, { recursive: true, force: true });
}

function buildah(args: readonly string[], options: ExecFileSyncOptions = {}): string {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const [command, ...others] = args;
  const given = ['--storage-driver', 'vfs', ...places, command!, ...others];
  const said = execFileSync('buildah', given, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  return said === null ? '' : said.toString().trim();
}

/** Debian, this Node with its npm, and the user `node`, as the official image has them. */
function makeBase(): void {
  const system = join(folder, 'base');
  const packages = ['--variant=minbase', '--include=ca-certificates', 'bookworm', system, MIRROR];
  execFileSync('debootstrap', packages, { stdio: ['ignore', 'ignore', 'inherit'] });
  const local = join(system, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(onPath('npm', process.env)!)));
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, `bin/${name}`));
  const inside = (...command: string[]) => execFileSync('chroot', [system, ...command]);
  inside('groupadd', '--gid', '1000', 'node');
  inside('useradd', '--uid', '1000', '--gid', '1000', '--create-home', 'node');
  const trust = trustAsHere(system, inside);
  const container = buildah(['from', 'scratch']);
  buildah(['add', '--quiet', container, system, '/']);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  for (const env of [path, ...trust]) buildah(['config', '--env', env, container]);
  buildah(['commit', '--quiet', '--rm', container, BASE]);
}

/** Where packages come through a proxy with a certificate of its own. @returns what the base image sets for it */
function trustAsHere(system: string, inside: (...command: string[]) => void): string[] {
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  if (own === undefined) return [];
  cpSync(own, join(system, 'usr/local/share/ca-certificates/here.crt'));
  inside('update-ca-certificates');
  return ['NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'];
}

/** The example campaign, with the simulated carrier in the container and Temporal outside of it; the checker judges it. */
function dial(container: string): void {
  const example = ['bin/dialwright.js', 'dev', '--exit', '--state', '/data/example'];
  const command = ['--max-semi-space-size=4', '--import', './bin/compile-cache.js', ...example];
  const run = ['run', '--isolation', 'chroot', '--env', `TEMPORAL_ADDRESS=127.0.0.1:${port}`];
  const inside = (...args: string[]) => buildah([...run, container, '--', ...args]);
  const user = inside('id', '--user', '--name');
  if (user !== 'node') throw new Error(`it runs as ${user}`);
  inside('touch', '/tmp/began');
  // The image has no example.
  const lists = `${join(ROOT, 'examples')}:/app/examples:ro`;
  buildah([...run, '--volume', lists, container, '--', 'node', ...command], { stdio: 'inherit' });
}

function writtenIn(container: string): string[] {
  const find = ['find', '/', '-xdev', '-newer', '/tmp/began', '-type', 'f'];
  const said = buildah([
    'run',
    '--isolation',
    'chroot',
    container,
    '--',
    'sh',
    '-c',
    `${find.join(' ')} 2>/dev/null; true`,
  ]);
  return said.split('\n').filter((path) => path !== '' && !WRITTEN.test(path));
}
