/** The page `docs/handbook.md`: each of its commands works as it stands there, with the real product and a simulated carrier. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInShell, shellBlocks } from './page-commands.ts';
import { startWholeProduct } from './whole-product.ts';

const PAGE = resolve(import.meta.dirname, '../docs/handbook.md');
vi.setConfig({ testTimeout: 300_000 });

test('every command of the page works as it stands there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const product = await startWholeProduct(folder, { timeFactor: 200 });
  onTestFinished(() => product.stop());
  const env = {
    DIALWRIGHT_URL: product.url,
    DIALWRIGHT_API_KEY: product.apiKey,
    DIALWRIGHT_DATABASE_URL: product.databaseUrl,
  };
  const blocks = shellBlocks(readFileSync(PAGE, 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  const { code, text } = await runInShell(blocks, { folder, env });
  if (code !== 0 || process.env['SHOW_PAGE'] !== undefined) console.log(text);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'left-out.csv'), 'utf8')).toMatch(/0000.*\n.*12025550105/s);
  expect(readFileSync(join(folder, 'calls.csv'), 'utf8')).toContain(';completed;');
  expect(existsSync(join(folder, 'recordings.zip'))).toBe(true);
  expect(statSync(join(folder, 'recording.mp3')).size).toBeGreaterThan(0);
});
