import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const COMMANDS = ['calls/main.ts', 'calls/users.ts'];

test.each([
  ['calls/main.ts', ['--foo'], "Unknown option '--foo'; --help tells what there is\n"],
  ['calls/users.ts', ['--foo'], "Unknown option '--foo'; --help tells what there is\n"],
  ['calls/users.ts', ['--only', 'x'], /^--only must be one of agents, .*, got x\n$/],
  ['calls/main.ts', ['--calls', '0'], '--calls must be a whole number of at least 1, got 0\n'],
  ['calls/main.ts', ['--per-second', 'x'], '--per-second must be a number, not below 0, got x\n'],
  ['calls/main.ts', ['--with', 'x'], /^--with must be one of dbos, .*, got x\n$/],
])('%s %j is refused in one line, and nothing is run', (file, args, line) => {
  const { status, stdout, stderr } = run(file, args);
  expect(stderr).toMatch(line);
  expect(stderr.split('\n')).toHaveLength(2);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each(COMMANDS)('--help of %s prints what stands at its head', (file) => {
  const { status, stdout, stderr } = run(file, ['--help']);
  expect(stdout).toMatch(/^What .*\n/);
  expect(stdout).toContain('\n  npm run bench');
  expect(stdout).not.toMatch(/\*|import/);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

function run(file: string, args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], {
    encoding: 'utf8',
  });
}
