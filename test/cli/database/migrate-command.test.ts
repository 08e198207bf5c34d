import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMigration } from '../../../src/cli/database/migrate-command.ts';
import { StoreUnopenable } from '../../../src/store/faults.ts';
import { schemaSteps } from '../../../src/store/sql/engine/schema-steps.ts';
import { MOVED } from '../../../src/store/sql/engine/sqlite/migrations.ts';
import { openStore } from '../../../src/store/sql/open-store.ts';
import { planSchema, upgradeSchema } from '../../../src/store/sql/schema-plan.ts';

const KNOWN = schemaSteps('sqlite').length;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-migrate-'));
  path = join(folder, 'store.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = () => ({ engine: 'sqlite', path }) as const;

function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test('a plan makes no database, and a run makes it', async () => {
  const plan = await planSchema(at());
  expect(plan).toMatchObject({ state: 'empty', version: 0, known: KNOWN, refusal: null });
  expect(plan.steps[0]).toEqual({ name: '001_initial', onlyAdds: true });
  expect(await planSchema(at())).toEqual(plan);
  await upgradeSchema(at());
  const after = await planSchema(at());
  expect(after).toMatchObject({ state: 'current', version: KNOWN, steps: [] });
  expect(formatMigration(after, plan.steps)).toContain('Done      001_initial\n');
  expect(formatMigration(after, plan.steps)).toContain('It is up to date.');
});

test('a database that this version cannot use is told with the way out, and is not changed', async () => {
  await upgradeSchema(at());
  const refusal = async () => (await planSchema(at())).refusal;
  change('PRAGMA user_version = 999');
  expect(await refusal()).toMatch(
    /newer Dialwright, as schema 999; run that version, or put back the backup/,
  );
  change(`PRAGMA user_version = ${KNOWN}; PRAGMA application_id = 7`);
  expect(await refusal()).toContain('another version of Dialwright, whose schema differs');
  change(`PRAGMA application_id = ${MOVED}`);
  expect(await refusal()).toContain(
    'moved to Postgres; name that database in DIALWRIGHT_DATABASE_URL',
  );
  await expect(upgradeSchema(at())).rejects.toThrow(StoreUnopenable);
});

describe('a database that a newer version has changed', () => {
  /** As that version would note a step that it has run. */
  const later = (step: number, onlyAdds: 0 | 1) =>
    change(
      `INSERT INTO schema_steps (step, digest, only_adds) VALUES (${step}, 'new', ${onlyAdds});
       PRAGMA user_version = ${step}; PRAGMA application_id = 7`,
    );
  beforeEach(() => upgradeSchema(at()));

  test('is opened, and left as it is, where all steps since only add', async () => {
    later(KNOWN + 1, 1);
    later(KNOWN + 2, 1);
    for (const migrateAt of ['never', 'start'] as const)
      await (await openStore({ ...at(), migrateAt })).close();
    const plan = await planSchema(at());
    expect(plan).toMatchObject({ state: 'expanded', version: KNOWN + 2, steps: [], refusal: null });
    expect(formatMigration(plan, [])).toContain(
      'A newer version has added to it. This version goes on',
    );
  });

  test('is refused where one of them takes something away', async () => {
    later(KNOWN + 1, 1);
    later(KNOWN + 2, 0);
    later(KNOWN + 3, 1);
    await expect(openStore(at())).rejects.toThrow(`newer Dialwright, as schema ${KNOWN + 3}`);
  });

  test('is refused where a step is missing, or it has seen another edition of ours', async () => {
    later(KNOWN + 2, 1);
    await expect(openStore(at())).rejects.toThrow('newer Dialwright');
    later(KNOWN + 1, 1);
    change(`PRAGMA user_version = ${KNOWN + 2}`);
    await (await openStore(at())).close();
    change(`UPDATE schema_steps SET digest = 'other' WHERE step = ${KNOWN}`);
    await expect(openStore(at())).rejects.toThrow('newer Dialwright');
  });
});

test('a file with tables of another program is refused, and gets none of ours', async () => {
  change('CREATE TABLE theirs (id INTEGER)');
  expect((await planSchema(at())).refusal).toContain('tables of another program');
  await expect(upgradeSchema(at())).rejects.toThrow('tables of another program');
});

test('with DIALWRIGHT_MIGRATE=never a process opens an up-to-date database only', async () => {
  const open = () => openStore({ ...at(), migrateAt: 'never' });
  await expect(open()).rejects.toThrow('it has no schema yet; run `dialwright migrate --run`');
  await upgradeSchema(at());
  await (await open()).close();
});

test('a plan says whether the running release can go on meanwhile', () => {
  const plan = { database: 'a', state: 'outdated', version: 1, known: 2, refusal: null } as const;
  const shown = (onlyAdds: boolean) =>
    formatMigration({ ...plan, steps: [{ name: '002_a', onlyAdds }] }, []);
  expect(shown(true)).toContain('Processes of the release before may go on running meanwhile');
  expect(shown(false)).toContain('Stop all processes of the release before first.');
});
