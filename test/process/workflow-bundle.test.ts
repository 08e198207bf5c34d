import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { bundleWorkflows, sourceDigest } from '../../src/process/workflow-bundle.ts';
import { WORKFLOWS } from '../../src/contract/messages.ts';

test('the bundle holds every workflow, and is the same when it was kept', async () => {
  const code = await bundleWorkflows();
  for (const name of Object.values(WORKFLOWS)) expect(code).toContain(`function ${name}(`);
  expect(await bundleWorkflows()).toBe(code);
});

test('the bundle names its files for stacks, without their text, and takes one byte a character', async () => {
  const code = await bundleWorkflows();
  const { sources, sourcesContent } = sourceMapOf(code);
  expect(sources.some((file) => file.endsWith('src/workflows/calls/call.ts'))).toBe(true);
  expect(sourcesContent).toBeUndefined();
  expect(code.match(/[\u0100-\uffff]/g)).toBeNull();
});

test('the modules of workflows are loaded once for all workflows of a thread', async () => {
  const loaded: Record<string, unknown> = {};
  // The SDK keeps loaded modules under this name. What is in it before the first workflow is shared.
  const sandbox = createContext({ __webpack_module_cache__: loaded });
  runInContext(await bundleWorkflows(), sandbox);
  runInContext('__TEMPORAL__.preloadModules()', sandbox);
  const before = Object.keys(loaded);
  expect(before).toContain('./src/workflows/sandbox/sandbox.ts');
  expect(before).toContain('./src/workflows/calls/call.ts');
  runInContext('__TEMPORAL__.importWorkflows()', sandbox);
  expect(Object.keys(loaded)).toEqual(before);
});

test('a bundle is kept until a workflow, a rule or a package changes, or a file comes or goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = join(folder, 'src');
  const digests = new Set<string>();
  const changed = async (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    digests.add(await sourceDigest(source));
  };
  const changes: [string, string][] = [
    ['src/workflows/calls/call.ts', '1'],
    ['src/workflows/calls/call.ts', '2'],
    ['src/domain/ids.ts', '1'],
    ['src/domain/ids.ts', '2'],
    ['src/domain/calls/state.ts', '2'],
    ['src/process/workflow-bundle.ts', '1'],
    ['package-lock.json', '{}'],
    ['package-lock.json', '{ }'],
  ];
  for (const change of changes) await changed(...change);
  expect(digests.size).toBe(changes.length);
  await changed('src/activities/other.ts', 'not a part of it');
  expect(digests.size).toBe(changes.length);
  rmSync(join(source, 'domain/ids.ts'));
  digests.add(await sourceDigest(source));
  expect(digests.size).toBe(changes.length + 1);
});

function sourceMapOf(code: string): { sources: string[]; sourcesContent?: string[] } {
  const base64 = code.slice(code.lastIndexOf('base64,') + 'base64,'.length);
  return JSON.parse(Buffer.from(base64, 'base64').toString()) as ReturnType<typeof sourceMapOf>;
}
