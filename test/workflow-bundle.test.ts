import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleWorkflows, sourceDigest } from '../src/workflow-bundle.ts';
import { WORKFLOWS } from '../src/workflows/messages.ts';

test('the bundle holds every workflow, and is the same when it was kept', async () => {
  const code = await bundleWorkflows();
  for (const name of Object.values(WORKFLOWS)) expect(code).toContain(`function ${name}(`);
  expect(await bundleWorkflows()).toBe(code);
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
