/** The programs in `examples/client` work with the real product and a simulated carrier, also when connections break. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { TcpLink } from '../faults/tcp-link.ts';
import { startWholeProduct, type WholeProduct } from '../whole-product.ts';
import { freePort } from '../free-port.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples/client');
const LIST = 'number,name\n+12025550105,Ada\n+12025550115,Ben\n0000,Gus\n+12025550125,Cleo\n';
vi.setConfig({ testTimeout: 300_000 });

async function productInFolder(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const product = await startWholeProduct(folder, { timeFactor: 50, settings });
  onTestFinished(() => product.stop());
  const client = createClient({ url: product.url, apiKey: product.apiKey });
  return { folder, product, client };
}

/** What a program prints is in `text`, also while it runs. */
function start(args: readonly string[], folder: string, env: Record<string, string>) {
  const [file = '', ...rest] = args;
  const child = spawn(
    process.execPath,
    ['--conditions=dialwright-source', join(EXAMPLES, file), ...rest],
    { cwd: folder, env: { ...process.env, ...env } },
  );
  onTestFinished(() => void child.kill());
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (printed.text += piece.toString()));
  }
  const ended = once(child, 'exit').then(([code]) => code as number);
  return { printed, ended };
}

const access = ({ apiKey }: WholeProduct, url: string) => ({
  DIALWRIGHT_URL: url,
  DIALWRIGHT_API_KEY: apiKey,
});

test('a refusal ends the program; a list is dialled to its end over a broken stream, and a second start does nothing twice', async () => {
  const { folder, product, client } = await productInFolder();
  await client.POST('/v1/agents', { body: { name: 'Ada', kind: 'sip', address: 'sip-ada' } });
  writeFileSync(join(folder, 'customers.csv'), LIST);
  const { port } = new URL(product.url);
  const link = new TcpLink(Number(port));
  onTestFinished(() => link.close());
  const env = access(product, `http://127.0.0.1:${await link.open(0)}`);

  const unknown = { ...env, DIALWRIGHT_API_KEY: 'a-key-that-nobody-knows' };
  const refused = start(['run-campaign.ts'], folder, unknown);
  expect([await refused.ended, refused.printed.text]).toEqual([
    1,
    expect.stringContaining('unauthorized'),
  ]);

  const first = start(['run-campaign.ts'], folder, env);
  await expect.poll(() => first.printed.text).toMatch(/^calls.+ completed$/m);
  link.aim(Number(port));
  expect([await first.ended, first.printed.text]).toEqual([0, expect.anything()]);
  const { text } = first.printed;
  expect(text).toContain('3 of 4 rows were added.\n  line 4: ');
  expect(text).toContain('The stream broke off');
  const refs = [...text.matchAll(/^calls\/(\S+) \S+$/gm)].map((match) => match[1]!);
  const { data } = await client.GET('/v1/calls', { params: { query: { limit: 50 } } });
  expect(refs.toSorted()).toEqual(data!.data.map(({ ref }) => ref).toSorted());
  const rows = readFileSync(join(folder, 'calls.csv'), 'utf8').trimEnd().split('\n');
  expect(rows).toHaveLength(refs.length + 1);

  const second = start(['run-campaign.ts'], folder, env);
  expect([await second.ended, second.printed.text]).toEqual([0, expect.anything()]);
  expect(second.printed.text.split('\n')[0]).toBe(text.split('\n')[0]);
  const after = await client.GET('/v1/calls', { params: { query: { limit: 50 } } });
  expect(after.data!.data).toHaveLength(refs.length);
});

test('an event is taken with the right signature only, and once', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { folder, client } = await productInFolder({ DIALWRIGHT_WEBHOOK_ORIGINS: origin });
  const { data: endpoint } = await client.POST('/v1/webhook-endpoints', {
    body: { url: `${origin}/events`, types: ['call.*'] },
  });
  const env = { DIALWRIGHT_WEBHOOK_SECRET: endpoint!.secret! };
  const { printed } = start(['receive-events.ts', String(port)], folder, env);
  await expect.poll(() => printed.text).toContain('listening');
  await client.POST('/v1/webhook-endpoints/{endpointId}/test', {
    params: { path: { endpointId: endpoint!.id } },
  });
  await expect.poll(() => printed.text).toContain('webhook.test');
  const forged = await fetch(origin, { method: 'POST', body: '{"id":"evt_1"}' });
  expect(forged.status).toBe(400);
});
