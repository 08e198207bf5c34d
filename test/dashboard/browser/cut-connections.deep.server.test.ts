/** What a person sees while the server cannot be reached, and afterwards: nothing is lost, and nothing is done twice. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectGone, expectShown, useDashboard } from './browser.ts';

vi.setConfig({ testTimeout: 300_000 });
const world = useDashboard();
const folder = mkdtempSync(join(tmpdir(), 'dialwright-cut-'));
let connection: CuttableConnection;

beforeAll(async () => {
  connection = await cuttableConnection(world.url);
  await world.client.post('/v1/agents', {
    body: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'ada@sip.example' },
  });
});
afterAll(async () => {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string) => world.open(path, { baseURL: connection.url });

async function campaign(name: string, contacts = 0): Promise<string> {
  const { id } = await world.client.post('/v1/campaigns', { body: { name } });
  if (contacts === 0) return id;
  const numbers = Array.from({ length: contacts }, (_, index) => ({
    number: `+120255501${index}5`,
  }));
  const path = { campaignId: id };
  await world.client.post('/v1/campaigns/{campaignId}/contacts', {
    path,
    body: { contacts: numbers },
  });
  return id;
}

const ROWS = 20_000;

test('an upload that breaks halfway adds nothing, and adds every row once when it is sent again', async () => {
  const id = await campaign('Long list');
  const rows = Array.from({ length: ROWS }, (_, index) => `+12025550105,row-${index}`);
  const file = join(folder, 'long.csv');
  writeFileSync(file, ['number,row_key', ...rows, ''].join('\n'));
  const page = await open(`/campaigns/${id}/import`);
  await page.getByLabel('List of contacts').setInputFiles(file);
  await page
    .getByLabel('A number that is known is a duplicate')
    .selectOption({ label: 'never: only row keys count' });
  await page.getByRole('button', { name: 'Check the list' }).click();
  const add = page.getByRole('button', { name: 'Add 20,000 contacts' });
  await expectShown(add);
  const stalled = connection.stallAfter((ROWS * 20) / 2);
  await add.click();
  await stalled;
  connection.cut();
  await expectShown(page.getByText('The import was cut off.'));
  expect(await added(id)).toBe(0);
  connection.restore();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectShown(page.getByText('The import is done'));
  expect(await added(id)).toBe(ROWS);
  const imports = page.getByRole('region', { name: 'Imports of the campaign' });
  const done = imports.getByRole('row').filter({ has: page.getByText('Done', { exact: true }) });
  await expectShown(done.filter({ hasText: '20,000' }));
  expect(await done.count()).toBe(1);
});

const added = async (campaignId: string): Promise<number> =>
  (await world.client.get('/v1/campaigns/{campaignId}', { path: { campaignId } })).contacts.total;

test('a campaign that ends behind a cut connection is shown ended once the connection is back', async () => {
  const id = await campaign('Goes on unseen', 6);
  const path = { campaignId: id };
  await world.simulator.change({ talkMs: [100_000, 200_000] });
  await world.client.post('/v1/campaigns/{campaignId}/start', { path });
  const page = await open(`/campaigns/${id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expectShown(title.getByText('Running'));
  await expectShown(page.getByText('Live', { exact: true }));
  connection.cut();
  await expectShown(page.getByText(/^\d+ s old/));
  await expectShown(title.getByText('Running'));
  const state = async () =>
    (await world.client.get('/v1/campaigns/{campaignId}', { path })).state as string;
  await expect.poll(state, { timeout: 120_000 }).toBe('completed');
  connection.restore();
  await expectShown(title.getByText('Completed'));
  await expectShown(page.getByText('Live', { exact: true }));
  await expectGone(page.getByText(/^\d+ s old/));
  await expectShown(page.getByText('6 of 6 contacts final'));
  const funnel = page.getByRole('listitem').filter({ hasText: 'Talked' });
  await expectShown(funnel.getByText('6 100%'));
});

test('a page that is open while the server starts again goes on with its session', async () => {
  const page = await open('/agents');
  await expectShown(page.getByText('Live', { exact: true }));
  await page.evaluate('window.notLoadedAnew = true');
  await world.restart(() => expectShown(page.getByText(/^\d+ s old/)));
  await expectShown(page.getByText('Live', { exact: true }));
  const row = page.getByRole('row').filter({ hasText: 'Ada Example' });
  await row.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expectShown(row.getByText('Paused'));
  await row.getByRole('button', { name: 'Set ready' }).click();
  await expectShown(row.getByText('Ready'));
  expect(await page.evaluate('window.notLoadedAnew')).toBe(true);
  await page.reload();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Agents' }));
});

/** A TCP connection between browser and server that a test cuts and restores. */
interface CuttableConnection {
  url: string;
  /** Ends all connections, and refuses others until `restore`. */
  cut(): void;
  restore(): void;
  /**
   * The next connection that has sent so many bytes to the server sends no more until it is cut.
   * Resolves then.
   */
  stallAfter(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** @param target the server, such as http://127.0.0.1:3000 */
async function cuttableConnection(target: string): Promise<CuttableConnection> {
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let isCut = false;
  let mostBytes = Infinity;
  let stalled = Promise.withResolvers<void>();
  const server = createServer((browser) => {
    if (isCut) {
      browser.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    const pair = [browser, upstream];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const each of pair) each.destroy();
      });
    }
    let sent = 0;
    browser.on('data', (part) => {
      sent += part.length;
      if (sent < mostBytes) return;
      mostBytes = Infinity;
      browser.unpipe(upstream);
      browser.pause();
      stalled.resolve();
    });
    browser.pipe(upstream);
    upstream.pipe(browser);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => void (isCut = false),
    async stallAfter(bytes) {
      mostBytes = bytes;
      stalled = Promise.withResolvers<void>();
      await stalled.promise;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}
