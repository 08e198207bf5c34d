import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFirstSuppressionList } from '../../../src/api/contacts/first-suppression-list.ts';
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import type { Store } from '../../../src/store/store.ts';

const NOW = Date.UTC(2026, 10, 25, 12);

function freshStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-first-list-'));
  const store = openSqliteStore({ path: join(folder, 'store.sqlite') });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

const listsOf = async (store: Store) =>
  (await store.suppressionLists()).map(({ id, name }) => ({ id, name }));
const DO_NOT_CALL = { id: 'do-not-call', name: 'Do not call' };

test('a new database has a list of people who do not want to be called, once', async () => {
  const store = freshStore();
  await Promise.all([makeFirstSuppressionList(store, NOW), makeFirstSuppressionList(store, NOW)]);
  await makeFirstSuppressionList(store, NOW);
  expect(await listsOf(store)).toEqual([DO_NOT_CALL]);
});

test('a list that was deleted or renamed on purpose does not come back', async () => {
  const store = freshStore();
  await makeFirstSuppressionList(store, NOW);
  await store.putSuppressionList({ id: DO_NOT_CALL.id, name: 'Never again', nowMs: NOW });
  await makeFirstSuppressionList(store, NOW);
  expect(await listsOf(store)).toEqual([{ id: DO_NOT_CALL.id, name: 'Never again' }]);
  const removal = { id: DO_NOT_CALL.id, replaceWith: null, forced: false, nowMs: NOW };
  await store.dropSuppressionList(removal);
  await makeFirstSuppressionList(store, NOW);
  expect(await listsOf(store)).toEqual([]);
});

test('an installation that was in use before gets none', async () => {
  const store = freshStore();
  await store.setAccountStopped({ stopped: true, reason: 'drill', nowMs: NOW });
  await makeFirstSuppressionList(store, NOW);
  expect(await listsOf(store)).toEqual([]);
});
