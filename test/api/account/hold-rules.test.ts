/** The account's rules for holds: how they are set, refused, shown and followed. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account as doctorOfAccount } from '../../../src/cli/doctor/doctor-checks.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { refusedCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
});
afterAll(() => on.stop());

const set = (rules: unknown) => on.call('PATCH', '/v1/account', { payload: { hold_rules: rules } });
const account = async () => (await on.get('/v1/account')).json();
const PROBED = { status: 402, action: 'probe', first_wait: '1m', most_probes: 5, at_end: 'alert' };

test('without rules 402 and 409 are probed and 403 waits for a person, and the account shows it', async () => {
  const usual = {
    action: 'probe',
    first_wait: '30s',
    growth: 2,
    longest_wait: '15m',
    most_probes: null,
  };
  expect(await account()).toMatchObject({
    hold_rules: [],
    usual_hold_rules: [
      { status: 402, ...usual },
      { status: 403, action: 'by-person' },
      { status: 409, ...usual },
    ],
    alerts: [],
  });
});

test('rules are shown with everything written out, and audited with what was before', async () => {
  const written = {
    ...PROBED,
    code: null,
    growth: 2,
    longest_wait: '15m',
    longest_time: null,
  };
  expect((await set([PROBED])).json()).toMatchObject({ hold_rules: [written] });
  expect((await account()).hold_rules).toEqual([written]);
  expect((await set([written])).json()).toMatchObject({ hold_rules: [written] });
  expect((await set(null)).json()).toMatchObject({ hold_rules: [] });
  const { data } = (await on.get('/v1/audit?what=account.limited&limit=1')).json();
  expect(data[0]).toMatchObject({
    before: { hold_rules: [{ status: 402 }] },
    after: { hold_rules: [] },
  });
});

test.each([
  ['a status of a call', [{ ...PROBED, status: 422 }], '#/hold_rules/0/status', '402, 403, 409'],
  [
    'a longest wait under the first',
    [{ ...PROBED, longest_wait: '30s' }],
    '#/hold_rules/0/longest_wait',
    'first_wait',
  ],
  [
    'an end that is never reached',
    [{ ...PROBED, most_probes: null }],
    '#/hold_rules/0/at_end',
    'never reached',
  ],
  [
    'a wait of nothing',
    [{ ...PROBED, first_wait: '0s' }],
    '#/hold_rules/0/first_wait',
    'at least 1s',
  ],
  ['growth below 1', [{ ...PROBED, growth: 0.5 }], '#/hold_rules/0/growth', ''],
  [
    'probes of a person',
    [{ status: 403, action: 'by-person', most_probes: 3 }],
    '#/hold_rules/0/most_probes',
    'only for',
  ],
  ['two rules for one refusal', [PROBED, PROBED], '#/hold_rules/1', 'second rule'],
])('%s is refused, naming the field', async (_, rules, field, why) => {
  const answer = await set(rules);
  expect(answer.statusCode).toBe(422);
  const { errors } = answer.json();
  expect(errors).toMatchObject([{ pointer: field, detail: expect.stringContaining(why) }]);
});

test('an open hold shows its rule, its probes and its end, and follows a rule that changes', async () => {
  await refusedCall(on);
  const { hold } = await account();
  expect(hold).toMatchObject({ rule: { first_wait: '30s' }, ends_at: null, ended: null });
  const openedMs = Date.parse(hold.opened_at);
  const rule = {
    status: 402,
    action: 'probe',
    first_wait: '2m',
    longest_time: '1h',
    at_end: 'alert',
  };
  const { hold: after } = (await set([rule])).json();
  expect(Date.parse(after.next_probe_at)).toBe(openedMs + 2 * 60_000);
  expect(Date.parse(after.ends_at)).toBe(openedMs + 60 * 60_000);
  expect(after.rule).toMatchObject({ first_wait: '2m', at_end: 'alert' });
});

test('an alert is shown with the account, and by the doctor, until the hold is lifted', async () => {
  const { hold } = await account();
  const overMs = Date.parse(hold.ends_at);
  await on.store.sweep({ nowMs: overMs, graceMs: 60_000, limit: 10 });
  expect(await account()).toMatchObject({
    hold: { next_probe_at: null, ended: { by: 'longest-time', did: 'alert' } },
    alerts: [{ kind: 'hold-ended', text: expect.stringContaining('402'), since: hold.ends_at }],
  });
  const path = join(on.folder, 'store.sqlite');
  expect(await doctorOfAccount({ engine: 'sqlite', path })).toMatchObject({ state: 'fault' });
  await on.post('/v1/account/hold/lift');
  expect(await doctorOfAccount({ engine: 'sqlite', path })).toMatchObject({
    state: 'ok',
    found: 'may dial',
  });
  expect(await account()).toMatchObject({ hold: null, alerts: [] });
});
