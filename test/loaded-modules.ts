import { execFile } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
/** Prints each module that is loaded. */
const HOOK = `
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });
`;

/** What Node prints with these arguments, and the files that it loads, as paths from the root of the project. */
export async function loadedModules(args: readonly string[], env: NodeJS.ProcessEnv) {
  const hook = `--import=data:text/javascript,${encodeURIComponent(HOOK)}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [hook, ...args], { env });
  const urls = stderr.split('\n').filter((line) => line.startsWith('file:'));
  return { stdout, loaded: urls.map((url) => relative(ROOT, fileURLToPath(url))) };
}
