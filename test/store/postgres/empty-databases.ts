import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { World } from '../contract/world.ts';
import type { RunningPostgres } from './postgres-server.ts';
import { PostgresForTests, type PostgresUnderTest } from './postgres-under-test.ts';

/** What a test has, while it runs. */
interface EmptyDatabase {
  readonly tests: PostgresForTests;
  readonly opened: PostgresUnderTest;
  readonly world: World;
}

/** An empty database before each test, on one server. */
export function emptyDatabases(postgres: () => RunningPostgres): EmptyDatabase {
  let tests: PostgresForTests;
  let opened: PostgresUnderTest;
  let world: World;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());
  beforeEach(async () => {
    opened = await tests.open();
    world = new World(opened);
  });
  afterEach(() => opened.drop());
  return {
    get tests() {
      return tests;
    },
    get opened() {
      return opened;
    },
    get world() {
      return world;
    },
  };
}
