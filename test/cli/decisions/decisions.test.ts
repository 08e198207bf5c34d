/** `dialwright decisions`, the program itself: shown, sealed, exported, and checked offline. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { programAndApi } from '../program-and-api.ts';
import { runProgram } from '../run-program.ts';

const { hold } = timingFor(DEFAULT_CARRIER_PROFILE.timing);

async function onePlaced() {
  const { on, run } = await programAndApi();
  const id = await on.campaign({ zone: 'Europe/Paris', caps: { per_day: 2 } });
  await on.post('/v1/agents', { id: 'ada', name: 'Ada', kind: 'sip', address: 'sip-ada' });
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550142' }] });
  await on.post(`/v1/campaigns/${id}/start`);
  const nowMs = Date.now();
  const { claims } = await on.store.claim({ id, limit: 1, nowMs });
  const ref = claims[0]!.ref;
  await on.store.writeIntent({ ref, placement: 1 }, { nowMs, hold });
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = ['--database', join(on.folder, 'store.sqlite')];
  return { on, run, id, ref, file: join(folder, 'decisions.ndjson'), database };
}

test('a decision and the versions of the policy are shown', async () => {
  const { run, id, ref } = await onePlaced();
  const shown = await run(['decisions', 'show', ref]);
  expect(shown.out).toMatch(/^placement 1: intent, intent at /);
  expect(shown.out).toMatch(/caps +0 of 2 calls this day/);
  expect(shown.out).toMatch(/agent +ada of default, call 1 of 1/);
  expect((await run(['decisions', 'policy', id])).out).toMatch(/^version +made at\n1 +20/);
  const one = await run(['decisions', 'policy', id, '1', '--json']);
  expect(JSON.parse(one.out)).toMatchObject({ version: 1, caps: { per_day: 2 } });
});

test('what is exported is checked offline, with the seal that was noted, and any change is named', async () => {
  const { run, id, ref, file, database } = await onePlaced();
  const sealed = await run(['decisions', 'seal', ...database, '--json']);
  const [{ seal_hash: hash }] = JSON.parse(sealed.out) as [{ seal_hash: string }];
  const written = await run([
    ...'decisions export --from yesterday --campaign'.split(' '),
    id,
    ...database,
    '--out',
    file,
  ]);
  expect(written).toMatchObject({ code: 0, out: '' });
  expect(written.talk).toContain('1 placement, last hash ');
  expect(readFileSync(file, 'utf8')).not.toContain('2025550142');

  // Without settings: it needs neither the server nor the database.
  const checked = await runProgram(['decisions', 'check', file, '--expect', hash]);
  expect(checked).toMatchObject({ code: 0, talk: '' });
  expect(checked.out).toContain('1 placement: signed off');
  expect(checked.out).toMatch(/^first seal of campaign \w+: 1, after 0{64}$/m);
  expect(checked.out).toContain(hash);

  writeFileSync(file, readFileSync(file, 'utf8').replace('"dialled":0', '"dialled":1'));
  const found = await runProgram(['decisions', 'check', file]);
  expect(found.code).toBe(1);
  expect(found.out).toContain('NOT signed off');
  expect(found.out).toMatch(/CHAIN: .*\n {2}line \d: it was changed/);
  expect(found.out).toContain(`seal 1 of campaign ${id}`);
  expect(ref).toContain(id);
});

test('what cannot be checked ends with 2', async () => {
  const missing = await runProgram(['decisions', 'check', '/nowhere/decisions.ndjson']);
  expect(missing).toMatchObject({ code: 2, out: '' });
  expect(missing.talk).toContain('cannot read /nowhere/decisions.ndjson');
  const other = await runProgram([
    'decisions',
    'check',
    join(import.meta.dirname, '../../../package.json'),
  ]);
  expect(other).toMatchObject({ code: 2 });
  expect(other.talk).toContain('the file is no export of decisions');
});
