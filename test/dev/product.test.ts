import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { simulatorArguments } from '../../src/dev/product.ts';
import { StateFolder } from '../../src/dev/state-folder.ts';
import { readCommandLine } from '../../src/simulator/command-line.ts';

test('the carrier of the example has the SIP account of every agent of the example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-product-'));
  const state = new StateFolder(folder);
  onTestFinished(() => {
    state.release();
    rmSync(folder, { recursive: true });
  });
  const where = { state, secrets: state.secrets({}), port: 1, simulatorPort: 2, storagePort: 3 };
  const { options } = readCommandLine(simulatorArguments(where));
  const file = resolve(import.meta.dirname, '../../examples/agents.json');
  const agents = JSON.parse(readFileSync(file, 'utf8')) as { address: string }[];
  expect(agents.length).toBeGreaterThan(0);
  expect(options['sipAccount']).toEqual(agents.map(({ address }) => address));
});
