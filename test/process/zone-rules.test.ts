/** Real processes, with the time zone data of Node and with newer data. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AREA_CODES_RELEASE } from '../../src/domain/areas/area-codes.ts';
import { NODE_RELEASE } from '../../src/domain/zone-release.ts';
import { zoneRulesInUse } from '../../src/process/zone-rules.ts';
import { runProgram } from '../cli/run-program.ts';
import { writeZoneData } from '../icu-zone-data.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-zones-'));
  // Manitoba on the clocks of Panama: UTC-5 all year, and no change in autumn.
  const change = { release: '2099a', zone: 'America/Winnipeg', like: 'America/Panama' };
  writeZoneData(folder, change);
});
afterAll(() => rmSync(folder, { recursive: true }));

const WINDOW = {
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 540, toMinute: 1_200 }],
  closedDates: [],
  ringMarginMs: 0,
};

/** The output of a separate process that reads clocks as ours do. */
function inProcess(env: Record<string, string>): { release: string; opensAt: string } {
  const window = JSON.stringify(WINDOW);
  const code = `
    import { askWindow } from './src/domain/contacts/calling-window.ts';
    const at = Date.parse('2026-12-01T02:30:00Z');
    const { kind, opensAtMs } = askWindow(${window}, ['America/Winnipeg'], at);
    const opensAt = kind === 'open' ? kind : new Date(opensAtMs).toISOString();
    console.log(JSON.stringify({ release: process.versions.tz, opensAt }));`;
  const args = ['--input-type=module', '--eval', code];
  const cwd = join(import.meta.dirname, '../..');
  return JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' })) as never;
}

test('the release whose day is known is that of Node', () => {
  // Another Node: put its release and the day of its announcement (iana.org/time-zones) into NODE_RELEASE.
  expect(inProcess({}).release).toBe(NODE_RELEASE.release);
});

test('clocks are read by newer data in ICU_TIMEZONE_FILES_DIR', () => {
  // Half past eight in the evening by the old rules, half past nine by the new ones.
  expect(inProcess({})).toMatchObject({ opensAt: '2026-12-01T15:00:00.000Z' });
  expect(inProcess({ ICU_TIMEZONE_FILES_DIR: folder })).toEqual({
    release: '2099a',
    opensAt: '2026-12-01T14:00:00.000Z',
  });
});

test('doctor shows the release in use, and warns where the machine has a newer one', async () => {
  const ofMachine = mkdtempSync(join(folder, 'machine-'));
  writeFileSync(join(ofMachine, 'tzdata.zi'), '# version 2098f\nR d 1916 o - Jun 14 23s 1 S\n');
  const zonesBy = async (env: Record<string, string>) => {
    const found = await runProgram(['doctor', '--json'], { TZDIR: ofMachine, ...env });
    const findings = JSON.parse(found.out) as { subject: string }[];
    return findings.find(({ subject }) => subject === 'time zones');
  };
  const { release } = NODE_RELEASE;
  // Each run waits ten seconds for a Temporal server that is not there.
  const [older, newer] = await Promise.all([
    zonesBy({}),
    zonesBy({ ICU_TIMEZONE_FILES_DIR: folder }),
  ]);
  expect(older).toMatchObject({
    state: 'note',
    found: `the time zone data in use is IANA ${release}, and this machine has 2098f`,
    fix: expect.stringContaining('docs/time-zones.md'),
  });
  expect(newer).toEqual({
    subject: 'time zones',
    state: 'ok',
    found: `IANA 2099a; area codes ${AREA_CODES_RELEASE}`,
  });
});

test('the machine’s own release is read where there is one', () => {
  const bsd = mkdtempSync(join(folder, 'bsd-'));
  writeFileSync(join(bsd, '+VERSION'), '2026f\n');
  const read = (TZDIR: string) => zoneRulesInUse(120, { TZDIR }).machineRelease;
  expect([read(bsd), read(join(bsd, 'none'))]).toEqual(['2026f', null]);
});
