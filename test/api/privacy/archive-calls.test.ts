import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { archiveCalls } from '../../../src/api/privacy/archive-calls.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { exported, violationsIn } from '../../checker/decisions/exported.ts';
import { phone, World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const KEPT_MS = 2 * DAY_MS;
const QUOTA = { fileBytes: 1e9, totalBytes: 1e9, keepFreeBytes: 0 };

let world: World;
let folder: string;

beforeEach(async () => {
  const opened = openSqliteUnderTest();
  folder = mkdtempSync(join(tmpdir(), 'dialwright-archives-'));
  onTestFinished(async () => {
    await opened.drop();
    rmSync(folder, { recursive: true });
  });
  world = new World(opened);
  await world.agents('a1');
});

async function dial(id: string, from: number, calls: number): Promise<void> {
  await world.campaign(
    id,
    Array.from({ length: calls }, (_, n) => phone(from + n)),
  );
  for (let n = 0; n < calls; n++) {
    const [ref] = await world.claim(id, 1);
    await world.live(ref!);
    world.later(1_000);
    await world.end(ref!, { cost: '0.5' });
  }
}

/** Twelve calls that are old, and one that is not. */
async function oldCalls(): Promise<void> {
  await dial('c1', 0, 12);
  world.later(KEPT_MS + DAY_MS);
  await dial('c2', 500, 1);
  while ((await world.store.sealDecisions(world.nowMs)) > 0);
  while (await world.store.countAgentTimes(world.nowMs));
}

function archiving(keptMs: number | undefined, recordings = recordingsFolder(folder)) {
  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) });
  const nowMs = () => world.nowMs;
  const running = archiveCalls({
    store: world.store,
    recordings,
    quota: QUOTA,
    keptMs,
    nowMs,
    log,
  });
  onTestFinished(() => running.stop());
  return { said, running };
}

const left = async () =>
  (await world.store.calls({ filter: {} }, { limit: 100 })).items.map(
    ({ campaignId }) => campaignId,
  );

const files = () => readdirSync(folder).map((name) => join(folder, name));

/** `dialwright archives check`, as people run it. */
async function check(...args: string[]): Promise<{ code: number; text: string }> {
  const program = [resolve('bin/dialwright.js'), 'archives', 'check', ...args];
  try {
    return { code: 0, text: (await run(process.execPath, program)).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

test('a server moves old calls to an archive that can be checked against the seals, and logs it', async () => {
  await oldCalls();
  const { said } = archiving(KEPT_MS);
  await expect.poll(left, { timeout: 10_000 }).toEqual(['c2']);
  await expect.poll(() => said.join('')).toContain('"archived":12,"deleted":12');
  const [file, ...others] = files();
  expect(others).toEqual([]);
  const text = gunzipSync(readFileSync(file!)).toString();
  expect(text.trim().split('\n')).toHaveLength(14);
  for (let n = 0; n < 12; n++) expect(text).not.toContain(phone(n).slice(1));
  const decisions = await exported(world.store);
  expect(await violationsIn(decisions)).toEqual({});
  const exportedTo = join(folder, 'decisions.ndjson');
  writeFileSync(exportedTo, `${decisions.join('\n')}\n`);
  const { sha256 } = (await world.store.archiveState()).last!;
  const judged = await check(file!, '--decisions', exportedTo, '--expect', sha256);
  expect(judged.text).toMatch(/SEAL .* 12 {2}holds/);
  expect(judged).toMatchObject({ code: 0 });
  const changed = text.replace('"disposition":"completed"', '"disposition":"unreached"');
  writeFileSync(file!, gzipSync(changed));
  expect(await check(file!)).toMatchObject({
    code: 1,
    text: expect.stringContaining('line 2: it was changed'),
  });
});

test('without a number of days, every call stays', async () => {
  await oldCalls();
  const { running } = archiving(undefined);
  await running.stop();
  expect(files()).toEqual([]);
  expect(await left()).toHaveLength(13);
});

test('nothing is deleted where the archive cannot be written, or is not what was written', async () => {
  await oldCalls();
  const whole = recordingsFolder(folder);
  const cut = {
    ...whole,
    async write(name: string, body: AsyncIterable<Buffer>) {
      const written = await whole.write(name, body);
      const path = join(folder, name);
      writeFileSync(path, readFileSync(path).subarray(0, -1));
      return written;
    },
  };
  for (const recordings of [recordingsFolder('/nowhere/recordings'), cut]) {
    const { said, running } = archiving(KEPT_MS, recordings);
    await expect.poll(() => said.join('')).toContain('moving old calls to archives stopped');
    await running.stop();
    expect(await left()).toHaveLength(13);
    world.later(3_600_000);
  }
});
