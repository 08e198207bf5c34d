/** The image holds the bundle of the workflows, so that no start needs a bundler, memory for it, or a folder to write to. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { copyTree } from '../mutants/tree.ts';

const run = promisify(execFile);
const BUNDLING_MS = 120_000;

test(
  'what the image runs at its build makes the bundle that a read-only start finds',
  async () => {
    const app = mkdtempSync(join(tmpdir(), 'dialwright-image-'));
    onTestFinished(() => rmSync(app, { recursive: true }));
    mkdirSync(join(app, 'node_modules'));
    for (const name of readdirSync('node_modules').filter((each) => each !== '.cache'))
      symlinkSync(join(process.cwd(), 'node_modules', name), join(app, 'node_modules', name));
    copyTree(process.cwd(), app, false);
    const { 1: step } = /^RUN node (--input-type=module --eval ".*bundleWorkflows\(\)")$/m.exec(
      readFileSync('Dockerfile', 'utf8'),
    )!;
    await run('sh', ['-c', `"$0" ${step}`, process.execPath], { cwd: app });
    // It may neither start a bundler nor write.
    const readOnly = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval'];
    const start = `process.stdout.write(String((await (await import('./src/process/workflow-bundle.ts')).bundleWorkflows()).length))`;
    const { stdout } = await run(process.execPath, [...readOnly, start], { cwd: app });
    expect(Number(stdout)).toBeGreaterThan(100_000);
  },
  BUNDLING_MS,
);
