import { afterEach, beforeEach, describe } from 'vitest';
import { decisionRules } from './contract/decision-rules.ts';
import { World, type StoreUnderTest } from './contract/world.ts';
import { emptyDatabases } from './postgres/empty-databases.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

describe('on SQLite', () => {
  let opened: StoreUnderTest;
  let world: World;
  beforeEach(() => {
    opened = openSqliteUnderTest();
    world = new World(opened);
  });
  afterEach(() => opened.drop());
  decisionRules(() => world);
});

onPostgres('on Postgres', (postgres) => {
  const at = emptyDatabases(postgres);
  decisionRules(() => at.world);
});
