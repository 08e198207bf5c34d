import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PRELOAD = join(import.meta.dirname, 'stepped-clock.ts');
const TELL = `
  const { writeFileSync } = require('node:fs');
  const offsets = () => [Date.now(), new Date().getTime(), Date.parse(Date())].map((ms) => Math.round((ms - origin()) / 60_000));
  const origin = () => performance.timeOrigin + performance.now();
  const before = offsets();
  writeFileSync(process.env.FAULTS_CLOCK_FILE, '-600000');
  const look = () => (offsets()[0] === 0 ? setTimeout(look, 5) : console.log(JSON.stringify([before, offsets(), new Date(0).getTime()])));
  look();
`;

test('a process that preloads it has the clock of the file from the moment it is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'clock');
  writeFileSync(file, '0');
  const env = { ...process.env, FAULTS_CLOCK_FILE: file };
  const out = execFileSync(process.execPath, ['--import', PRELOAD, '-e', TELL], { env });
  expect(JSON.parse(out.toString())).toEqual([[0, 0, 0], [-10, -10, -10], 0]);
});
