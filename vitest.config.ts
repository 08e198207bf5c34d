import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// What is awaited comes late on a busy machine: the default of a second is too little there.
const poll = { timeout: 20_000 };

// `unit` needs nothing but Node; `server` starts one real Temporal server for all its files.
export default defineConfig({
  test: {
    pool: 'forks',
    // Calls last seconds however fast the machine is: files that wait for them leave its processors to others.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/**/*.server.test.ts'],
          // Properties run hundreds of cases, and a build machine may be busy.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'server',
          include: ['test/**/*.server.test.ts'],
          globalSetup: ['test/temporal/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
        },
      },
    ],
  },
});
