/** `dialwright privacy`, the program itself, against the API and the server's own loop. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runErasures } from '../../../src/api/privacy/run-erasures.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { runProgram } from '../run-program.ts';

const NUMBER = '+12025550177';

let on: ApiUnderTest;
let url: string;
let erasing: ReturnType<typeof runErasures>;
beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  const recordings = recordingsFolder(on.recordingsDir);
  erasing = runErasures({ store: on.store, recordings, nowMs: Date.now, log: on.api.log });
});
afterAll(async () => {
  await erasing.stop();
  await on.stop();
});

const privacy = (...args: string[]) =>
  runProgram(['privacy', ...args], { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });

test('a person is shown, erased after a confirmation, and reported by kind', async () => {
  const id = await on.campaign();
  const contacts = [{ number: NUMBER, name: 'Quilla Canary', row_key: 'r1' }];
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  const dry = await privacy('erase', '--number', NUMBER, '--dry-run');
  expect(dry.out).toBe('Would erase: 1 contacts\n');
  const unconfirmed = await privacy('erase', '--number', NUMBER);
  expect(unconfirmed.code).toBe(2);
  expect(unconfirmed.talk).toContain('Erasing the person needs a confirmation');
  const erased = await privacy('erase', '--number', NUMBER, '--yes');
  expect(erased.code).toBe(0);
  expect(erased.talk).toContain('Found: 1 contacts. It cannot be undone.');
  expect(erased.out).toMatch(/^e\w+ is done\. Erased: .*1 contacts/);
  expect((await privacy('list')).out).toMatch(/e\w+ +done/);
  expect((await privacy('allow', '--number', NUMBER)).out).toBe(
    'The number may be called again.\n',
  );
});

test('a number that lists held is on them again, and the command names them', async () => {
  const nowMs = Date.now();
  await on.store.putSuppressionList({ id: 'own', name: 'Own', nowMs });
  await on.store.suppress({ list: 'own', numbers: [NUMBER], untilMs: null, nowMs });
  await privacy('erase', '--number', NUMBER, '--yes');
  const allowed = await privacy('allow', '--number', NUMBER);
  expect(allowed.out).toBe(
    'The number is no longer kept as erased. It is on these suppression lists again, as before its erasure: own.\n' +
      `To allow calls of campaigns that use them: dialwright suppressions remove <list> ${NUMBER}\n`,
  );
});

test('it must be clear whom to erase', async () => {
  const both = await privacy('erase', '--number', NUMBER, '--row-key', 'r1');
  expect(both.talk).toContain('exactly one of --number and --row-key is needed');
});
