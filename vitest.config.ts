import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What is awaited comes late on a busy machine: the default of a second is too little there.
const poll = { timeout: 60_000 };

/** Properties run hundreds of cases, and a build machine may be busy. */
const unit = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll } };
/** One real Temporal server for all files. */
const server = {
  globalSetup: ['test/temporal/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll },
};

// The tests wait for some hundred thousand flushes to the disk. They kill processes and never the machine, so a folder in
// memory proves the same.
const MEMORY = '/dev/shm';
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 1024 ** 3;
}
if (hasRoom(MEMORY)) process.env.TMPDIR ??= MEMORY;

/** Short files with many rules. Begun last, as their size says, they would be waited for while a processor has nothing to do. */
const LONGEST = [
  'test/store/postgres.deep.test.ts',
  'test/store/postgres.test.ts',
  'test/store/sqlite.test.ts',
  'test/store/policy-model.test.ts',
  'test/store/policy-model-postgres.deep.test.ts',
  'test/faults/event-kills.deep.test.ts',
  'test/dashboard/browser/first-minute.deep.server.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const MODULES = '**/node_modules/**';
const BROWSER = 'test/dashboard/browser/**/*.deep.server.test.ts';

/** Servers and workers of several files at once: what takes seconds alone takes a minute there. */
const deepServer = { ...server, testTimeout: 300_000, hookTimeout: 300_000 };

// `unit` needs nothing but Node; `server` needs Temporal. `npm test` runs both; `npm run test:deep` the long ones of each.
export default defineConfig({
  test: {
    globalSetup: ['test/store/postgres/missing-postgres.ts'],
    pool: 'forks',
    // Modules stay loaded from file to file, which halves the time. So no test may replace a module (`vi.mock`).
    isolate: false,
    // Calls last seconds however fast the machine is: files that wait for them leave its processors to others.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [MODULES, 'test/**/*.server.test.ts', 'test/**/*.deep.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['test/**/*.server.test.ts'],
          exclude: [MODULES, 'test/**/*.deep.server.test.ts'],
        },
      },
      {
        test: { ...unit, testTimeout: 120_000, name: 'deep', include: ['test/**/*.deep.test.ts'] },
      },
      {
        test: {
          ...deepServer,
          name: 'deep-server',
          include: ['test/**/*.deep.server.test.ts'],
          exclude: [MODULES, BROWSER],
        },
      },
      {
        test: {
          ...deepServer,
          name: 'browser',
          include: [BROWSER],
          // A browser, a server and a worker each: a third file at once makes all three slower, and takes none less time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
