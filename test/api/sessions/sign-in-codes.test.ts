/** One-time codes of sign-in links: who gets in by one, how often, and how long. */
import { expect, onTestFinished, test } from 'vitest';
import { SIGN_IN_CODE_MS, SignInCodes } from '../../../src/api/sessions/sign-in-codes.ts';
import { API_KEY, startApi, type ApiUnderTest, type StartOptions } from '../api-under-test.ts';
import { OWN_PAGE } from '../keys/signed-in.ts';

async function started(options: StartOptions = {}) {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  const signIn = (payload: object, headers: Record<string, string> = OWN_PAGE) =>
    on.api.inject({ method: 'POST', url: '/v1/session', headers, payload });
  return { on, signIn };
}

const administrator = async (on: ApiUnderTest): Promise<string> =>
  (await on.post('/v1/users', { name: 'ada', role: 'admin' })).json<{ id: string }>().id;

const CROSS_SITE = { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' };

test('a server that makes no links takes no code', async () => {
  const { signIn } = await started();
  const answer = await signIn({ code: new SignInCodes().create('u1') });
  expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
  expect(answer.json()).toMatchObject({
    code: 'sign_in_link_over',
    remedy: expect.stringContaining('Press Enter'),
  });
});

test('a code signs in once, with the role of its user, and is kept nowhere', async () => {
  const signInCodes = new SignInCodes();
  const { on, signIn } = await started({ dev: { signInCodes } });
  const code = signInCodes.create(await administrator(on));
  const first = await signIn({ code });
  expect(first.json()).toMatchObject({ key: { name: 'ada', role: 'admin', source: 'user' } });
  expect(first.cookies.map(({ name }) => name)).toEqual([
    '__Host-dialwright',
    '__Host-dialwright-browser',
  ]);
  const second = await signIn({ code });
  expect([second.statusCode, second.cookies]).toEqual([401, []]);
  const audit = await on.get('/v1/audit?target=session');
  expect(JSON.stringify(signInCodes)).not.toContain(code);
  for (const shown of [first.body, second.body, audit.body, on.logged.join('')]) {
    expect(shown).not.toContain(code);
  }
});

test('a page of another site uses no code up', async () => {
  const signInCodes = new SignInCodes();
  const { on, signIn } = await started({ dev: { signInCodes } });
  const code = signInCodes.create(await administrator(on));
  expect((await signIn({ code }, CROSS_SITE)).statusCode).toBe(403);
  expect((await signIn({ code })).statusCode).toBe(200);
});

test.each([
  ['neither a key nor a code', {}],
  ['both', { key: API_KEY, code: 'x' }],
])('a sign-in with %s says what it needs', async (_what, body) => {
  const { signIn } = await started({ dev: { signInCodes: new SignInCodes() } });
  const answer = await signIn(body);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('or `key`, or `code`');
});

test('the code of a user who was removed meanwhile signs nobody in', async () => {
  const signInCodes = new SignInCodes();
  const { signIn } = await started({ dev: { signInCodes } });
  const answer = await signIn({ code: signInCodes.create('u-removed') });
  expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
});

test('a code ends after ten minutes', () => {
  let nowMs = 0;
  const codes = new SignInCodes(() => nowMs);
  const [early, late] = [codes.create('key'), codes.create('key')];
  nowMs = SIGN_IN_CODE_MS - 1;
  expect(codes.take(early)).toBe('key');
  nowMs = SIGN_IN_CODE_MS;
  expect(codes.take(late)).toBeUndefined();
});

test('the oldest of many codes ends', () => {
  const codes = new SignInCodes();
  const made = Array.from({ length: 17 }, (_, index) => codes.create(`key ${index}`));
  expect(codes.take(made[0]!)).toBeUndefined();
  expect(codes.take(made[1]!)).toBe('key 1');
  expect(codes.take(made[16]!)).toBe('key 16');
});

test('a session names what every page shows: currency, simulated carrier, demonstration', async () => {
  const signInCodes = new SignInCodes();
  const dev = { signInCodes, demonstrationCampaignId: 'cdemonstrate' };
  const { signIn } = await started({ dev, timeFactor: 20, currency: 'EUR' });
  expect((await signIn({ key: API_KEY })).json()).toMatchObject({
    installation: {
      currency: 'EUR',
      simulated_carrier: { time_factor: 20 },
      demonstration_campaign_id: 'cdemonstrate',
    },
  });
  const plain = await started();
  expect((await plain.signIn({ key: API_KEY })).json()).toMatchObject({
    installation: { simulated_carrier: null, demonstration_campaign_id: null },
  });
});
