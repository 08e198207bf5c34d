// Compiles the package for `npm pack`: Node does not strip types below node_modules. Run by `prepack`; writes dist.
import { execFileSync } from 'node:child_process';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');
const DIST = join(ROOT, 'dist');
const program =
  (file) =>
  (...args) =>
    execFileSync(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
    });
const tsc = program('typescript/bin/tsc');
const vite = program('vite/bin/vite.js');

await rm(DIST, { recursive: true, force: true });
tsc('-p', 'tools/package/tsconfig.json');
tsc('-p', 'tools/package/tsconfig.client.json');
for await (const file of glob('**/*.js', { cwd: DIST })) await namesOfFiles(file);
await cp(join(SRC, 'store/schema'), join(DIST, 'store/schema'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
});
await bundle();
vite('build', '--config', 'tools/dashboard/vite.config.js', '--logLevel', 'warn');

/** The compiler renames imports. Texts that name a file of the source, as in `new URL`, are renamed here. */
async function namesOfFiles(file) {
  const path = join(DIST, file);
  const code = await readFile(path, 'utf8');
  const renamed = code.replaceAll(/'([./\w-]+)\.ts'/g, (text, name) =>
    existsSync(join(SRC, dirname(file), `${name}.ts`)) ? `'${name}.js'` : text,
  );
  if (renamed !== code) await writeFile(path, renamed);
}

/** The workflows' code, so that a start of the package needs no bundler. */
async function bundle() {
  const { bundleWorkflows, MADE_BUNDLE } = await import('../../dist/process/workflow-bundle.js');
  await writeFile(MADE_BUNDLE, await bundleWorkflows());
}
