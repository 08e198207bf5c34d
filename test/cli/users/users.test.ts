/** `dialwright users`, the program itself, against the API. */
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

const users = (...args: string[]) =>
  runProgram(['users', ...args], { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });

test('a user is invited, gets another role and another link, and is removed, by the name', async () => {
  const invited = await users('invite', 'Ada@example.com', '--role', 'read');
  expect(invited.code).toBe(0);
  // Nothing else is on stdout, so that a script can send it.
  expect(invited.out.trim()).toMatch(
    new RegExp(`^${url.replaceAll('.', String.raw`\.`)}/#password-link=[\\w-]{32}$`),
  );
  expect(invited.talk).toContain('ada@example.com (read) chooses a password by it');
  expect((await users('list')).out).toMatch(/ada@example\.com +read +invited +never +no/);
  expect((await users('role', 'ada@example.com', '--role', 'admin')).out).toContain(
    'ada@example.com has the role admin',
  );
  expect((await users('link', 'ada@example.com')).out).not.toBe(invited.out);
  expect((await users('remove', 'ada@example.com')).out).toContain('ada@example.com is removed');
  expect((await users('list')).out).toBe('no users\n');
  expect((await users('list', '--all')).out).toContain('removed');
});

test('a name that is taken or none is refused in words, and an unknown user is told', async () => {
  await users('invite', 'ben', '--role', 'read');
  expect((await users('invite', 'ben', '--role', 'read')).talk).toContain('has this name');
  expect((await users('invite', 'ben smith', '--role', 'read')).talk).toContain('#/name');
  const unknown = await users('remove', 'nobody');
  expect([unknown.code, unknown.talk]).toEqual([4, expect.stringContaining('no user nobody')]);
});
