/** `npm run histories`: each file is a world of its own, each test brings workflows to a state and keeps their history. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.record.ts'],
    globalSetup: ['one-server.ts'],
    pool: 'forks',
    // They mostly wait.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
