/**
 * Bundles the workflows' code for the worker. A child process does it, because the bundler needs some hundred megabytes,
 * which the worker would never release. The bundle is kept until the source changes.
 */
import { fork } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { VERSIONED_WORKER } from '../contract/messages.ts';
import { PRODUCT_VERSION } from '../domain/product-version.ts';

/** In the published package the bundle is a file. In the source it never exists. */
export const MADE_BUNDLE = new URL('../workflows.bundle.js', import.meta.url);
const SOURCE = fileURLToPath(new URL('..', import.meta.url));
/** All that workflows may import (test/architecture.test.ts), and the versions of packages. */
const BUNDLED = [
  'workflows/**/*.{ts,js}',
  'contract/**/*.{ts,js}',
  'domain/**/*.{ts,js}',
  'process/workflow-bundle.{ts,js}',
  '../package-lock.json',
];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/dialwright', import.meta.url));

/** What every bundle of the workflows is made of, those for replays too. */
export const WORKFLOW_MODULES = {
  workflowsPath: pathOf('../workflows/index.ts'),
  workflowInterceptorModules: [pathOf('../workflows/sandbox/readable-signals.ts')],
};

let underWay: Promise<string> | undefined;

/** Who asks while it is being made waits for the same one. @throws Error if the child fails; its output goes to our stderr */
export function bundleWorkflows(): Promise<string> {
  underWay ??= keptOrMade().finally(() => (underWay = undefined));
  return underWay;
}

async function keptOrMade(): Promise<string> {
  if (existsSync(MADE_BUNDLE)) return readFile(MADE_BUNDLE, 'utf8');
  const kept = join(CACHE, `workflows.${await sourceDigest(SOURCE)}.js`);
  try {
    return await readFile(kept, 'utf8');
  } catch {
    const code = await bundleInChild();
    await keep(kept, code);
    return code;
  }
}

/** @param source folder with `workflows` and `domain`. The bundle names its files, so the folder counts too. */
export const sourceDigest = (source: string): Promise<string> =>
  digestOf(source, createHash('sha256').update(source));

/** For a worker with Worker Versioning: how a workflow behaves at a deploy is fixed when its module is loaded. */
export const versionedBundle = (code: string): string =>
  // Without a line of its own, so that the map of lines still fits.
  `globalThis.${VERSIONED_WORKER}=true;${code}`;

/** Names the workflows of this build, wherever it is installed: 12 hexadecimal digits. */
export async function workflowsDigest(): Promise<string> {
  const hash = createHash('sha256');
  const digest = existsSync(MADE_BUNDLE)
    ? hash.update(await readFile(MADE_BUNDLE)).digest('hex')
    : await digestOf(SOURCE, hash);
  return digest.slice(0, 12);
}

/**
 * What this process runs, by one name: in each line of its log, and in the identity that Temporal shows of it. The build id of
 * the deployment, or else the version with a digest of the workflows' code, such as 0.1.0+4f2a91c07b3e.
 */
export async function buildOf({ deployment }: Pick<Config, 'deployment'>): Promise<string> {
  return deployment?.buildId ?? `${PRODUCT_VERSION}+${await workflowsDigest()}`;
}

/** The events of a history name by it who completed a task. */
export const identityOf = (build: string): string => `${process.pid}@${hostname()} ${build}`;

async function digestOf(source: string, hash: Hash): Promise<string> {
  const files = await Array.fromAsync(glob(BUNDLED, { cwd: source }));
  for (const file of files.toSorted()) {
    hash.update(`\0${file}\0`).update(await readFile(join(source, file)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Renamed into place, so that nobody reads half of it. Where the folder cannot be written, nothing is kept. */
async function keep(path: string, code: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, code);
    await rename(draft, path);
    const outdated = (await readdir(dirname(path))).filter(
      (name) => /^workflows\.\w+\.js$/.test(name) && name !== basename(path),
    );
    for (const name of outdated) await rm(join(dirname(path), name), { force: true });
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function bundleInChild(): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { execArgv: [] });
    child.once('error', reject);
    child.once('message', (code) => resolve(code as string));
    child.once('exit', (status) => {
      reject(new Error(`the workflows could not be bundled (exit code ${status})`));
    });
  });
}

if (import.meta.main) {
  // Loaded in the child only: who waits for a bundle may not have loaded the SDK yet.
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    ...WORKFLOW_MODULES,
    // Loaded once for all workflows of a thread, and frozen. Otherwise each call would have its own copy of all modules.
    preloadModules: [pathOf('../workflows/sandbox/sandbox.ts'), pathOf('../workflows/index.ts')],
    // A worker holds the bundle five times. It maps lines to files, and shows nobody the text of a file.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger: new DefaultLogger('WARN'),
  });
  process.send?.(inOneByte(code), () => {
    // The parent may have ended in the meantime.
    if (process.connected) process.disconnect();
  });
}

/** With one character beyond Latin-1, V8 would keep the whole text in two bytes a character. */
function inOneByte(code: string): string {
  return code.replaceAll(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
