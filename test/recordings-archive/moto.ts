/** moto, an object store for tests (PyPI), in a virtual environment below the user's cache folder. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { cacheFolder } from '../../src/dev/temporal/temporal-cache.ts';

const run = promisify(execFile);
const MOTO_VERSION = '5.2.5';

export interface Moto {
  endpoint: string;
  stop(): Promise<void>;
}

/** Text for people: why it cannot be had here. */
export type NoMoto = string;

/** A store of its own, on a free port of loopback. The first time takes half a minute, to install it. */
export async function startMoto(): Promise<Moto | NoMoto> {
  const installed = await install();
  if ('missing' in installed) return installed.missing;
  const server = spawn(installed.python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endpoint = await endpointOf(server);
  return {
    endpoint,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

type Installed = { python: string } | { missing: NoMoto };

/** Made beside its place and then renamed, so that a killed installation is not taken for one. */
async function install(): Promise<Installed> {
  const cache = cacheFolder(process.env);
  const home = join(cache, `moto-${MOTO_VERSION}`);
  const pythonIn = (folder: string) => join(folder, 'bin', 'python');
  if (existsSync(pythonIn(home))) return { python: pythonIn(home) };
  mkdirSync(cache, { recursive: true });
  const made = `${home}.${randomBytes(6).toString('hex')}`;
  try {
    await run('python3', ['-c', 'import ensurepip, venv']);
    await run('python3', ['-m', 'venv', made]);
    await run(pythonIn(made), ['-m', 'pip', 'install', '--quiet', `moto[server]==${MOTO_VERSION}`]);
    renameSync(made, home);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another test has been quicker.
    if (!existsSync(pythonIn(home))) return { missing: whyMissing(error) };
  }
  return { python: pythonIn(home) };
}

function whyMissing(error: unknown): NoMoto {
  const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return 'Python 3 is not installed, which the object store for tests needs';
  if (stderr.includes('ModuleNotFoundError')) {
    return 'Python 3 cannot make virtual environments; on Debian, install python3-venv';
  }
  const why = stderr.trim().split('\n').at(-1);
  return `the object store for tests (moto, from PyPI) cannot be installed: ${why}`;
}

async function endpointOf(server: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr! })) {
    said.push(line);
    const found = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(line);
    if (!found) continue;
    server.stderr!.resume();
    return found[1]!;
  }
  throw new Error(`moto did not start: ${said.join('\n')}`);
}
