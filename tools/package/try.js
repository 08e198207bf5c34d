// Packs the package, installs it as a person would, and dials with it: `npm run test:package`.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const QUIET = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
const run = promisify(execFile);

/** Typed by the package alone, and compiled without its source. */
const CONSUMER = `import { createClient, type Schemas } from 'dialwright/client';

const client = createClient({ url: 'http://127.0.0.1:3000', apiKey: 'key' });
export async function campaigns(): Promise<Schemas['Campaign'][]> {
  const { data } = await client.GET('/v1/campaigns', { params: { query: { limit: 10 } } });
  return data?.data ?? [];
}
// @ts-expect-error The document has no such path.
void client.GET('/v1/campains');
`;

const folder = mkdtempSync(join(tmpdir(), 'dialwright-package-'));
try {
  const at = (name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const packed = await run('npm', ['pack', '--json', `--pack-destination=${folder}`], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  });
  const [{ filename, files, version }] = JSON.parse(
    packed.stdout.slice(packed.stdout.indexOf('[')),
  );
  const uncompiled = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  if (uncompiled.length > 0) throw new Error(`${uncompiled[0].path} is not compiled`);
  const tarball = join(folder, filename);
  await Promise.all([globally(tarball, at('global'), version), inEmptyFolder(tarball, at)]);
  console.log(
    `${filename} (${files.length} files) installs globally, dials by npx, and has a typed client`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function globally(tarball, prefix, version) {
  await run('npm', ['install', '--global', `--prefix=${prefix}`, ...QUIET, tarball]);
  const { stdout } = await run(join(prefix, 'bin/dialwright'), ['--version']);
  if (stdout.trim() !== version) throw new Error(`--version is ${stdout}, and not ${version}`);
}

async function inEmptyFolder(tarball, at) {
  const app = at('app');
  const contacts = join(at('lists'), 'few.csv');
  writeFileSync(contacts, 'number,name\n+12025550123,Ada Example\n+12025550124,Ben Example\n');
  await run('npm', ['install', `--prefix=${app}`, ...QUIET, tarball]);
  const dev = ['dialwright', 'dev', '--exit', `--contacts=${contacts}`];
  execFileSync('npx', ['--no-install', ...dev], { cwd: app, stdio: 'inherit' });
  writeFileSync(join(app, 'consumer.mts'), CONSUMER);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024'];
  const options = ['--skipLibCheck', 'consumer.mts'];
  execFileSync(process.execPath, [tsc, ...strict, ...options], { cwd: app, stdio: 'inherit' });
}
