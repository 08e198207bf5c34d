/** `dialwright keys`, the program itself, against the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { runProgram } from '../run-program.ts';

let on: ApiUnderTest;
let url: string;
beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => on.stop());

const keys = (args: string[], key = API_KEY) =>
  runProgram(['keys', ...args], { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: key });

test('a key is created, used, listed with its last use, and revoked by its name', async () => {
  const created = await keys(['create', 'wallboard', '--role', 'read']);
  expect(created.code).toBe(0);
  // Nothing else is on stdout, so that `KEY=$(dialwright keys create …)` works.
  const key = created.out.trim();
  expect(key).toMatch(/^dw_k[a-z0-9]{10}_[0-9a-f]{64}$/);
  expect(created.talk).toContain('it is not stored and not shown again');

  const current = await keys(['current'], key);
  expect(current.out).toContain('wallboard (read, k');
  const refused = await keys(['list'], key);
  expect(refused.code).toBe(4);
  expect(refused.talk).toContain(
    'This needs the role admin; the API key wallboard has the role read.',
  );
  expect(refused.talk).toContain('set DIALWRIGHT_API_KEY to a key with the role admin');

  const listed = await keys(['list']);
  expect(listed.out).toMatch(/wallboard +read +active +\d{4}-/);
  expect(listed.out).not.toContain(key);

  const revoked = await keys(['revoke', 'wallboard']);
  expect(revoked.out).toContain('wallboard is revoked');
  expect((await keys(['current'], key)).talk).toContain('401 unauthorized');
  expect((await keys(['list'])).out).toBe('no keys\n');
  expect((await keys(['list', '--all'])).out).toContain('revoked');
});

test('a key that revokes itself says so; a key of the environment is not revoked here', async () => {
  const key = (await keys(['create', 'second-admin', '--role', 'admin'])).out.trim();
  const revoked = await keys(['revoke', 'second-admin'], key);
  expect(revoked.talk).toContain('It was the key of this command');
  const { name } = JSON.parse((await keys(['current', '--json'])).out) as { name: string };
  const refused = await keys(['revoke', name]);
  expect(refused.code).not.toBe(0);
  expect(refused.talk).toContain('remove it from the setting and restart the servers');
});

test('a role is required, and an unknown one is refused with the choices', async () => {
  expect((await keys(['create', 'x'])).talk).toContain("required option '--role <role>'");
  expect((await keys(['create', 'x', '--role', 'owner'])).talk).toContain('read, operate, admin');
});
