/** PATCH of our own resources is JSON Merge Patch (RFC 7396), at every depth. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RULES as USUAL } from '../campaigns/campaign-rules.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const RULES = {
  ...USUAL,
  agents: { pool: 'default', wrap_up: '30s', pause_after_misses: 3 },
  refusals: { invalid_destination: { action: 'fail-contact', after: null, most: 5 } },
  suppression_lists: [],
};

const patch = (path: string, payload: object, headers: Record<string, string> = {}) =>
  on.call('PATCH', path, { payload, headers });
const made = () => on.campaign(RULES);

test.each([
  [
    { budget: { reserve_per_call: '0.2' } },
    { budget: { ...RULES.budget, reserve_per_call: '0.2' } },
    [],
  ],
  [{ budget: { total: null } }, { budget: { ...RULES.budget, total: null } }, ['/budget/total']],
  [{ budget: null }, { budget: null }, ['/budget']],
  [{ caps: { per_day: 3 } }, { caps: { ...RULES.caps, per_day: 3 } }, []],
  [
    { caps: { least_gap: null, rolling: [] } },
    { caps: { per_day: 2, rolling: [], least_gap: '0s' } },
    ['/caps/least_gap'],
  ],
  [{ agents: { wrap_up: '1m' } }, { agents: { ...RULES.agents, wrap_up: '1m' } }, []],
  [{ agents: { pool: null } }, { agents: { ...RULES.agents, pool: null } }, ['/agents/pool']],
  [
    { calling_window: { ring_margin: '5m' } },
    { calling_window: { ...RULES.calling_window, ring_margin: '5m' } },
    [],
  ],
  [
    { redial: { dropped: null, customer_unreached: { most: 9 } } },
    {
      redial: {
        max_attempts: 2,
        dropped: null,
        customer_unreached: { ...RULES.redial.customer_unreached, most: 9 },
      },
    },
    ['/redial/dropped'],
  ],
  [
    { refusals: { '429': { action: 'retry', after: '5s' } } },
    { refusals: { ...RULES.refusals, '429': { action: 'retry', after: '5s', most: 5 } } },
    [],
  ],
  [{ max_live_calls: null }, { max_live_calls: null }, ['/max_live_calls']],
])(
  'a campaign patched by %j: %j, and it says what was removed: %j',
  async (edit, rules, removed) => {
    const path = `/v1/campaigns/${await made()}`;
    const before = (await on.get(path)).json<Record<string, unknown>>();
    const answer = await patch(path, edit, { 'content-type': 'application/merge-patch+json' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ...rules, removed });
    const after = (await on.get(path)).json<Record<string, unknown>>();
    const others = Object.keys(RULES).filter((name) => !(name in edit));
    for (const name of others) expect(after[name]).toEqual(before[name]);
    const audit = await on.get(
      `/v1/audit?target=${path.slice('/v1/'.length)}&what=campaign.edited`,
    );
    const [line] = audit.json<{ data: { after: { removed?: string[] } }[] }>().data;
    expect(line?.after.removed ?? []).toEqual(removed);
  },
);

test('of a whole campaign nothing vanishes that a patch does not name', async () => {
  const path = `/v1/campaigns/${await made()}`;
  const edits = fc.record(
    {
      budget: fc.record(
        { alert_at: fc.constantFrom(0.1, 0.2), total: fc.constant('9') },
        { requiredKeys: [] },
      ),
      caps: fc.record({ per_day: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: [] }),
      agents: fc.record({ wrap_up: fc.constantFrom('1s', '2s') }, { requiredKeys: [] }),
      redial: fc.record({ max_calls: fc.integer({ min: 6, max: 9 }) }, { requiredKeys: [] }),
      calling_window: fc.record({ ring_margin: fc.constant('3m') }, { requiredKeys: [] }),
      weight: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: [] },
  );
  const rulesOf = async () => {
    const shown = (await on.get(path)).json<Record<string, unknown>>();
    return Object.fromEntries(['weight', ...Object.keys(RULES)].map((name) => [name, shown[name]]));
  };
  await fc.assert(
    fc.asyncProperty(edits, async (edit) => {
      const before = await rulesOf();
      expect((await patch(path, edit)).json()).toMatchObject({ removed: [] });
      const expected = Object.entries(edit).map(([name, said]) => [
        name,
        typeof said === 'object' ? { ...(before[name] as object), ...said } : said,
      ]);
      expect(await rulesOf()).toEqual({ ...before, ...Object.fromEntries(expected) });
    }),
    { numRuns: 25 },
  );
});

test.each([
  [{ name: null }, '#/name'],
  [{ budget: { reserve_per_call: null } }, '#/budget/reserve_per_call'],
  [{ caps: { nobody: 1 } }, '#/caps/nobody'],
  [{ redial: { dropped: { after: null } } }, '#/redial/dropped/after'],
  [{ refusals: { invalid_destination: { after: '5s' } } }, '#/refusals/invalid_destination/after'],
  [{ calling_window: { hours: null } }, '#/calling_window/hours'],
])('%j is refused, naming %s, and changes nothing', async (edit, pointer) => {
  const path = `/v1/campaigns/${await made()}`;
  const answer = await patch(path, edit);
  expect(answer.statusCode).toBe(422);
  expect(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(pointer);
  expect((await on.get(path)).json()).toMatchObject({ policy_version: 1, name: 'spring' });
});

test('a standing campaign is edited too, and keeps the priority that nobody may set', async () => {
  await on.post('/v1/calls', { number: '+12025550141' });
  const answer = await patch('/v1/campaigns/direct', { agents: { wrap_up: '5s' } });
  expect(answer.json()).toMatchObject({ agents: { wrap_up: '5s' }, priority: 1_000 });
});

test('a standing campaign does not take a rule that would cancel it behind a hold', async () => {
  await on.post('/v1/calls', { number: '+12025550143' });
  const edit = { hold_timeout: { after: '2h', action: 'cancel' } };
  const answer = await patch('/v1/campaigns/direct', edit);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    code: 'standing_campaign',
    errors: [{ pointer: '#/hold_timeout/action', detail: expect.stringContaining('pause') }],
  });
});

test('of a callback that recurs only what the patch names changes', async () => {
  const every = { at: '10:00', weekdays: ['mon', 'thu'], jitter: '5m' };
  const callback = { number: '+442079460101', every, name: 'Ada' };
  const { id } = (await on.post('/v1/callbacks', callback)).json<{ id: string }>();
  const edit = { every: { at: '11:00', jitter: null }, name: null };
  const answer = await patch(`/v1/callbacks/${id}`, edit);
  expect(answer.json()).toMatchObject({
    name: null,
    every: { at: '11:00', weekdays: ['mon', 'thu'], jitter: '0s' },
    removed: ['/name', '/every/jitter'],
  });
});

test('of the account only what the patch names changes, and answer and audit say what was removed', async () => {
  const rules = [{ status: 402, action: 'by-person' }];
  await patch('/v1/account', { calls_per_second: 2, max_live_calls: 9, hold_rules: rules });
  const edit = { max_live_calls: null, hold_rules: null };
  const type = { 'content-type': 'application/merge-patch+json' };
  const answer = await patch('/v1/account', edit, type);
  const removed = ['/max_live_calls', '/hold_rules'];
  const left = { calls_per_second: 2, max_live_calls: null, hold_rules: [] };
  expect(answer.json()).toMatchObject({ ...left, removed });
  expect((await on.get('/v1/account')).json()).toMatchObject(left);
  const audit = await on.get('/v1/audit?what=account.limited&limit=1');
  expect(audit.json()).toMatchObject({ data: [{ after: { removed } }] });
  const again = await patch('/v1/account', edit, type);
  expect(again.json()).toMatchObject({ ...left, removed: [] });
});

test('of an agent only what the patch names changes, and answer and audit say what was removed', async () => {
  const agent = { name: 'Bot', kind: 'stream', address: 'wss://bot.example/in' };
  const { id } = (await on.post('/v1/agents', { ...agent, pools: ['sales'], capacity: 3 })).json<{
    id: string;
  }>();
  const path = `/v1/agents/${id}`;
  const answer = await patch(path, { pools: null, name: 'Robot' });
  const after = { ...agent, name: 'Robot', pools: ['default'], capacity: 3 };
  expect(answer.json()).toMatchObject({ ...after, removed: ['/pools'] });
  expect((await on.get(path)).json()).toMatchObject(after);
  const audit = await on.get(`/v1/audit?target=agents/${id}&what=agent.edited`);
  expect(audit.json()).toMatchObject({
    data: [
      {
        before: { name: 'Bot', pools: ['sales'] },
        after: { pools: ['default'], removed: ['/pools'] },
      },
    ],
  });
});

test.each([
  [{ name: null }, '#/name'],
  [{ capacity: 2 }, '#/capacity'],
  [{ address: 'no SIP account' }, '#/address'],
])('of a SIP agent %j is refused, naming %s', async (edit, pointer) => {
  const agent = { name: 'Ada', kind: 'sip', address: `sip-of${pointer.slice(2)}` };
  const { id } = (await on.post('/v1/agents', agent)).json<{ id: string }>();
  const answer = await patch(`/v1/agents/${id}`, edit);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ pointer }] });
});

test('an agent that is not there is not shown, and not edited', async () => {
  expect((await on.get('/v1/agents/a9')).statusCode).toBe(404);
  expect((await patch('/v1/agents/a9', { name: 'x' })).statusCode).toBe(404);
});

test('a merge patch is the body of a PATCH, and of nothing else', async () => {
  const answer = await on.call('POST', '/v1/campaigns', {
    payload: { name: 'x' },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect(answer.statusCode).toBe(415);
});
