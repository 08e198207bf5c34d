import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { productSettings, simulatorArguments } from '../../src/dev/product.ts';
import { workerConfig } from '../../src/dev/run-product.ts';
import { StateFolder } from '../../src/dev/state-folder.ts';
import { troubleOf } from '../../src/dev/trouble.ts';
import { TROUBLE_NAMES } from '../../src/terminal/trouble-names.ts';
import { optionsSchema } from '../../src/simulator/options.ts';
import { readCommandLine } from '../../src/simulator/command-line.ts';

function openState(): StateFolder {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-product-'));
  const state = new StateFolder(folder);
  onTestFinished(() => {
    state.release();
    rmSync(folder, { recursive: true });
  });
  return state;
}

test('the carrier of the example has the SIP account of every agent of the example', () => {
  const state = openState();
  const where = { state, secrets: state.secrets({}), port: 1, simulatorPort: 2, storagePort: 3 };
  const { options } = readCommandLine(simulatorArguments(where));
  const file = resolve(import.meta.dirname, '../../examples/agents.json');
  const agents = JSON.parse(readFileSync(file, 'utf8')) as { address: string }[];
  expect(agents.length).toBeGreaterThan(0);
  expect(options['sipAccount']).toEqual(agents.map(({ address }) => address));
});

test.each(TROUBLE_NAMES)('the trouble %s is one that the carrier can have, and end', (trouble) => {
  const state = openState();
  const where = { state, secrets: state.secrets({}), port: 1, simulatorPort: 2, storagePort: 3 };
  const { options } = readCommandLine(simulatorArguments({ ...where, trouble }));
  expect(optionsSchema.safeParse(options).error).toBeUndefined();
  const ended = optionsSchema.parse({ ...options, ...troubleOf(trouble).at?.ends });
  expect([ended.refuse, ended.lostWebhooks]).toEqual([[], 0]);
});

test('metrics that are asked for are shown, the worker’s at the next port', () => {
  vi.stubEnv('DIALWRIGHT_METRICS', '127.0.0.1:9464');
  onTestFinished(() => void vi.unstubAllEnvs());
  const state = openState();
  const simulator = { url: 'http://127.0.0.1:1', storageUrl: 'http://127.0.0.1:2' };
  const config = loadConfig(
    productSettings({ state, secrets: state.secrets({}), port: 1, simulator }),
  );
  expect(config.metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(workerConfig(config).metrics).toEqual({ host: '127.0.0.1', port: 9465 });
  expect(workerConfig({ ...config, metrics: undefined }).metrics).toBeUndefined();
});
