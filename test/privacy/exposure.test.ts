/** What is started for people opens no port to the network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchArguments } from '../../src/dev/temporal/temporal-process.ts';
import { optionsSchema } from '../../src/simulator/options.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('the containers publish every port on loopback only', () => {
  const lines = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').split('\n');
  const published = lines.filter((line) => /^\s+- .*\d+:\d+\s*$/.test(line)).map((l) => l.trim());
  expect(published.length).toBeGreaterThanOrEqual(3);
  for (const port of published) expect(port).toMatch(/^- 127\.0\.0\.1:\d+:\d+$/);
  expect(lines.join('\n')).not.toMatch(/network_mode|expose:/);
});

test('the Temporal server of the development start listens on loopback, its Web UI too', () => {
  const plan = { binary: 'temporal', database: null, port: 7233, uiPort: 8233, logFile: 'log' };
  const args = launchArguments(plan);
  expect(args).toContain('--ip=127.0.0.1');
  // Without an address of its own the Web UI takes the server's.
  expect(args.join(' ')).not.toContain('--ui-ip');
});

test('the simulated carrier listens on loopback unless it is configured otherwise', () => {
  expect(optionsSchema.parse({}).host).toBe('127.0.0.1');
});
