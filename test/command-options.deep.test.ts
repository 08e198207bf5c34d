import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const COMMANDS = [
  'bench/calls/main.ts',
  'bench/calls/users.ts',
  'bench/claims/main.ts',
  'bench/scaling.ts',
  'faults/kill-drill.ts',
  'faults/main.ts',
  'floods/kinds.ts',
  'floods/main.ts',
  'malformed/main.ts',
  'mutants/main.ts',
  'scale/main.ts',
  'store/policy-model/main.ts',
];

test.concurrent.each([
  ['bench/calls/main.ts', ['--foo'], "Unknown option '--foo'; --help tells what there is\n"],
  ['bench/calls/users.ts', ['--foo'], "Unknown option '--foo'; --help tells what there is\n"],
  ['bench/calls/users.ts', ['--only', 'x'], /^--only must be one of agents, .*, got x\n$/],
  [
    'bench/calls/main.ts',
    ['--calls', '0'],
    '--calls must be a whole number of at least 1, got 0\n',
  ],
  [
    'bench/calls/main.ts',
    ['--per-second', 'x'],
    '--per-second must be a number, not below 0, got x\n',
  ],
  ['bench/calls/main.ts', ['--with', 'x'], /^--with must be one of dbos, .*, got x\n$/],
  ['bench/scaling.ts', [], '--from is needed; --help tells where it comes from\n'],
  ['bench/calls/main.ts', ['--store', 'x'], '--store must be one of sqlite, postgres, got x\n'],
  [
    'bench/calls/main.ts',
    ['--temporal', 'x'],
    '--temporal must be one of sqlite, postgres, postgres-1.32, got x\n',
  ],
  [
    'bench/calls/main.ts',
    ['--temporal', 'postgres', '--sync', 'NORMAL'],
    /^--sync is of the dev server’s SQLite/,
  ],
  ['bench/calls/main.ts', ['--detail', 'x.md'], /^--detail tells what Postgres did: add --store/],
  ['bench/calls/main.ts', ['--store', 'sqlite', '--store', 'sqlite'], /take each engine once/],
  ['scale/main.ts', ['--engine', 'x'], '--engine must be one of sqlite, postgres, got x\n'],
  ['faults/main.ts', ['--engine', 'x'], '--engine must be one of sqlite, postgres, got x\n'],
  ['faults/main.ts', ['--runs', 'x'], '--runs must be a whole number of at least 1, got x\n'],
  ['faults/main.ts', ['--fault', 'x-x'], 'no fault’s name contains x-x\n'],
  ['faults/kill-drill.ts', ['--help-me'], /^Unknown option '--help-me'/],
  ['floods/kinds.ts', ['--each', '0'], /^--each must be a whole number of at least 1/],
  ['floods/main.ts', ['--seconds', '0'], /^--seconds must be a whole number of at least 1/],
  ['floods/main.ts', ['--only', 'x-x'], 'no flood’s name contains x-x\n'],
  ['malformed/main.ts', ['--inputs', '0'], /^--inputs must be a whole number of at least 1/],
  ['mutants/main.ts', ['--jobs', '0'], /^--jobs must be a whole number of at least 1/],
  ['scale/main.ts', ['--workers', '65'], /^--workers must be a whole number from 1 to 64/],
  ['store/policy-model/main.ts', ['--runs', 'x'], /^--runs must be a whole number of at least 1/],
])('%s %j is refused in one line, and nothing is run', async (file, args, line) => {
  const { status, stdout, stderr } = await run(file, args);
  expect(stderr).toMatch(line);
  expect(stderr.split('\n')).toHaveLength(2);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.concurrent.each(COMMANDS)('--help of %s prints what stands at its head', async (file) => {
  const { status, stdout, stderr } = await run(file, ['--help']);
  expect(stdout).toMatch(/^\S.*\n/);
  expect(stdout).toContain('\n  npm run ');
  expect(stdout).not.toMatch(/\*\/|^import /m);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

function run(file: string, args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const path = join(import.meta.dirname, file);
    const child = execFile(process.execPath, [path, ...args], (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr });
    });
  });
}
