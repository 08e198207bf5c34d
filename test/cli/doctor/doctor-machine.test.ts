import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clock, disk, roomFinding } from '../../../src/cli/doctor/doctor-machine.ts';
import { temporaryFolder } from '../../simulator/carrier.ts';

async function serverAt(offsetMs: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString()).end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a clock that differs from a server is a fault, and says by how much', async () => {
  const right = await serverAt(0);
  const later = await serverAt(3_600_000);
  expect(await clock([right])).toMatchObject({ state: 'ok' });
  const found = await clock([right, later]);
  expect(found).toMatchObject({ state: 'fault', fix: expect.stringContaining('NTP') as string });
  expect(found.found).toMatch(/this clock is 3(599|600) s behind that of/);
});

test('a clock that cannot be compared is a note', async () => {
  expect(await clock(['http://127.0.0.1:9'])).toMatchObject({ state: 'note' });
});

test('a disk is checked also for a file that does not exist yet', async () => {
  const finding = await disk(join(temporaryFolder(), 'later', 'dialwright.sqlite'));
  expect(finding.found).toMatch(/ GB free in /);
});

test.each([
  [5e9, 'ok'],
  [5e8, 'note'],
  [5e7, 'fault'],
])('%d bytes are %s', (bytes, state) => {
  expect(roomFinding('/data', bytes).state).toBe(state);
});
