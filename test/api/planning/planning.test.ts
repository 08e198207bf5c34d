/** Preflight, why and rehearsal over HTTP, and the list of contacts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PreflightAnswer } from '../../../src/api/planning/preflight.ts';
import type { RehearsalAnswer } from '../../../src/api/planning/rehearsal-view.ts';
import type { WhyAnswer } from '../../../src/api/planning/why.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { unknownCall } from '../calls/placed-call.ts';

const THIRD = '+12025550102';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  const agent = { id: 'a1', name: 'Ada', kind: 'sip', address: 'sip-ada', pools: ['north'] };
  await on.post('/v1/agents', agent);
  await on.call('PUT', '/v1/suppressions/optout', { payload: { name: 'Opted out' } });
});
afterAll(() => on.stop());

/** A draft with three contacts; the third is put on a suppression list after it was imported. */
async function draft(rules: object = {}): Promise<string> {
  const id = await on.campaign(rules);
  await on.call('DELETE', `/v1/suppressions/optout/numbers/${encodeURIComponent(THIRD)}`);
  await on.call('POST', `/v1/campaigns/${id}/contacts`, {
    headers: { 'content-type': 'text/csv' },
    payload: `number\n+12025550100\n+12025550101\n${THIRD}\n`,
  });
  const path = `/v1/suppressions/optout/numbers/${encodeURIComponent(THIRD)}`;
  await on.call('PUT', path, { payload: {} });
  return id;
}

const preflight = async (id: string, payload: object = {}) =>
  (await on.post(`/v1/campaigns/${id}/preflight`, payload)).json<PreflightAnswer>();

test.each([
  ['preflight', { start_at: '2001-01-01T00:00:00Z' }, 'start_at'],
  ['preflight', { start_at: 'soon' }, 'start_at'],
  ['preflight', { cost_per_call: { low: '2', high: '1' } }, 'cost_per_call/high'],
  ['preflight', { cost: 1 }, 'unknown field'],
  ['rehearse', { runs: 0 }, 'runs'],
  ['rehearse', { seed: -1 }, 'seed'],
  ['rehearse', { answers: { outcomes: { completed: -1 } } }, 'answers/outcomes/completed'],
  ['rehearse', { answers: { outcomes: { won: 1 } } }, 'unknown field'],
  ['rehearse', { answers: { talk: { from: '2m', to: '1m' } } }, 'answers/talk/to'],
  ['rehearse', { answers: { cost_per_minute: 'much' } }, 'cost_per_minute'],
  ['rehearse', { answers: { fee_per_call: '-1' } }, 'fee_per_call'],
])('%s refuses %j, naming %s', async (what, payload, named) => {
  const answer = await on.post(`/v1/campaigns/${await on.campaign()}/${what}`, payload);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(named);
});

test('answers that leave no call any end are refused', async () => {
  const nought = {
    completed: 0,
    dropped: 0,
    customer_unreached: 0,
    agent_unreached: 0,
    refused: 0,
  };
  const answer = await on.post(`/v1/campaigns/${await on.campaign()}/rehearse`, {
    answers: { outcomes: nought },
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('#/answers/outcomes');
});

test.each(['preflight', 'rehearse'])('%s of a campaign that is not there is 404', async (what) => {
  expect((await on.post(`/v1/campaigns/cnone/${what}`)).statusCode).toBe(404);
});

test('the release of the time zone data is shown with what was decided by it, and old data is warned of', async () => {
  const release = process.versions['tz']!;
  const rules = { release, machineRelease: '2098f', maxAgeDays: 10_000 };
  const old = await startApi({ zoneRules: () => rules });
  try {
    const id = await old.campaign();
    await old.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550100' }] });
    const found = (await old.post(`/v1/campaigns/${id}/preflight`)).json<PreflightAnswer>();
    expect(found.zone_rules).toEqual({ release, machine_release: '2098f' });
    const warning = found.warnings.find(({ code }) => code === 'zone-rules-old');
    expect(warning?.text).toContain(`IANA ${release}, and this machine has 2098f`);
    expect((await old.get(`/v1/campaigns/${id}/contacts/1/why`)).json()).toMatchObject({
      zone_rules: release,
    });

    const ref = await unknownCall(old);
    expect((await old.get(`/v1/calls/${ref}`)).json()).toMatchObject({
      placements: [{ placement: 1, zone_rules: release }],
    });
  } finally {
    await old.stop();
  }
});

test('data that is new enough is not warned of', async () => {
  const { warnings } = await preflight(await draft());
  expect(warnings.map(({ code }) => code)).not.toContain('zone-rules-old');
});

test.each(['/contacts', '/contacts/1/why'])('%s of what is not there is 404', async (path) => {
  expect((await on.get(`/v1/campaigns/cnone${path}`)).statusCode).toBe(404);
});

test('a contact that the campaign does not have is 404, and one that is no number 422', async () => {
  const id = await on.campaign();
  expect((await on.get(`/v1/campaigns/${id}/contacts/1/why`)).statusCode).toBe(404);
  expect((await on.get(`/v1/campaigns/${id}/contacts/first/why`)).statusCode).toBe(422);
});

test('preflight counts who is dialled and who is not, and warns of what is missing', async () => {
  const id = await draft({ agents: { pool: 'south' } });
  const found = await preflight(id, { cost_per_call: { low: '0.1', high: '0.5' } });
  expect(found.contacts).toMatchObject({
    total: 3,
    to_dial: 2,
    now: 2,
    skipped: [{ reason: 'suppressed', contacts: 1, examples: [3] }],
  });
  expect(found.attempts).toBe(6);
  expect(found.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['no-window', 'no-agents']),
  );
  expect(found.cost).toMatchObject({ low: '0.2', high: '3', from: 'request' });
  expect((await on.get(`/v1/campaigns/${id}`)).json()).toMatchObject({ state: 'draft' });
});

test('why names each rule, and the earliest instant', async () => {
  const id = await draft({
    calling_window: {
      hours: [
        { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' },
      ],
      ring_margin: '0s',
    },
  });
  const path = `/v1/campaigns/${id}/contacts/1/why`;
  const before = (await on.get(path)).json<WhyAnswer>();
  expect(before).toMatchObject({ verdict: 'waits', text: 'the campaign has not been started' });
  expect(before.admission).toBe('campaign-stopped');
  await on.post(`/v1/campaigns/${id}/start`);
  const after = (await on.get(path)).json<WhyAnswer>();
  expect(after).toMatchObject({ verdict: 'now', admission: null });
  expect(after.rules.map(({ answer }) => answer)).not.toContain('no');
  expect(JSON.stringify(after.rules)).toMatch(/"local_times":\["\d{4}-\d\d-\d\d \d\d:\d\d"/);
  const suppressed = await on.get(`/v1/campaigns/${id}/contacts/3/why`);
  expect(suppressed.json()).toMatchObject({ verdict: 'never', admission: 'suppressed' });
});

test('the list of contacts is paged, and filtered by state and reason', async () => {
  const id = await draft();
  const first = (await on.get(`/v1/campaigns/${id}/contacts?limit=1`)).json<Listed>();
  expect(first.data).toMatchObject([{ position: 1, state: 'due', calls: 0, due_reason: null }]);
  const rest = await on.get(`/v1/campaigns/${id}/contacts?cursor=${first.next_cursor}`);
  expect(rest.json<Listed>().data[0]).toMatchObject({ position: 2 });
  const final = await on.get(`/v1/campaigns/${id}/contacts?state=final&reason=suppressed`);
  expect(final.json<Listed>()).toEqual({ data: [], next_cursor: null, looked_to: null });
  expect((await on.get(`/v1/campaigns/${id}/contacts?state=done`)).statusCode).toBe(422);
});

test('the list of contacts begins at a position, and has the contact of a number or row key', async () => {
  const id = await draft();
  const path = `/v1/campaigns/${id}/contacts`;
  await on.post(path, { contacts: [{ number: '+12025550190', row_key: 'row-190' }] });
  const positions = async (query: string) =>
    (await on.get(`${path}?${query}`)).json<Listed>().data.map(({ position }) => position);
  const all = await positions('');
  const last = all.at(-1)!;
  expect(await positions('from_position=2')).toEqual(all.slice(1));
  expect(await positions('from_position=2&state=due')).not.toContain(1);
  expect(await positions(`from_position=${last + 1}`)).toEqual([]);
  const first = (await on.get(`${path}?from_position=2&limit=1`)).json<Listed>();
  const next = await positions(`from_position=2&limit=1&cursor=${first.next_cursor}`);
  expect([first.data[0]!.position, ...next]).toEqual(all.slice(1, 3));
  expect(await positions('number=0012025550190')).toEqual([last]);
  expect(await positions('row_key=row-190')).toEqual([last]);
  expect(await positions('row_key=row-190&number=%2B12025550190&state=due')).toEqual([last]);
  expect(await positions('row_key=row-190&state=final')).toEqual([]);
  expect(await positions('number=%2B12025550191')).toEqual([]);
  for (const query of ['from_position=0', 'from_position=x', 'number=555']) {
    expect((await on.get(`${path}?${query}`)).statusCode).toBe(422);
  }
});

interface Listed {
  data: { position: number }[];
  next_cursor: string | null;
}

test('a rehearsal shows how it ends, and the same seed gives the same', async () => {
  const id = await draft();
  const request = { seed: 7, runs: 2, start_at: '2100-01-04T09:00:00Z' };
  const rehearse = async () => {
    const answer = await on.post(`/v1/campaigns/${id}/rehearse`, request);
    expect(answer.statusCode).toBe(200);
    return answer.json<RehearsalAnswer>();
  };
  const found = await rehearse();
  expect(found).toMatchObject({ start_at: '2100-01-04T09:00:00.000Z', cut: [] });
  expect(found.runs.map(({ seed }) => seed)).toEqual([7, 8]);
  const unreached = found.typical.never_reached.reduce((sum, { contacts }) => sum + contacts, 0);
  expect(found.typical.reached + unreached).toBe(found.contacts);
  expect(found.answers.outcomes).toMatchObject({ completed: 40 });
  expect(await rehearse()).toEqual(found);
});

test('where nobody can take a call, a rehearsal reports it and does not run for ever', async () => {
  const id = await draft({ agents: { pool: 'south' } });
  const found = (
    await on.post(`/v1/campaigns/${id}/rehearse`, { runs: 1 })
  ).json<RehearsalAnswer>();
  expect(found).toMatchObject({ finished_at: null, calls: { median: 0 } });
  expect(found.typical.never_reached.map(({ reason }) => reason)).toContain('no-agent');
});

test('one rehearsal at a time: another is refused with Retry-After', async () => {
  const id = await draft();
  const two = [1, 2].map(() => on.post(`/v1/campaigns/${id}/rehearse`, { runs: 20 }));
  const answers = await Promise.all(two);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 503]);
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.json()).toMatchObject({ code: 'rehearsal_busy' });
  expect(refused?.headers['retry-after']).toBe('10');
  expect((await on.post(`/v1/campaigns/${id}/rehearse`, { runs: 1 })).statusCode).toBe(200);
});

test('a rehearsal that fails says with what error', async () => {
  const id = await draft();
  on.gateway.rehearsalFault = 'TypeError';
  const failed = await on.post(`/v1/campaigns/${id}/rehearse`, { runs: 1 });
  on.gateway.rehearsalFault = null;
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toMatchObject({
    code: 'rehearsal_failed',
    detail: expect.stringContaining('(TypeError)') as string,
  });
});

describe('forecast and actual', () => {
  const forecast = async (id: string) =>
    (await on.get(`/v1/campaigns/${id}/forecast`)).json<Record<string, unknown>>();

  test('the last rehearsal before the start is kept, and stands beside what the campaign came to', async () => {
    const id = await draft();
    expect(await forecast(id)).toMatchObject({ state: 'draft', forecast: null, actual: null });
    const rehearse = async (seed: number) => {
      const body = { seed, runs: 2, answers: { fee_per_call: '0.25' } };
      return (await on.post(`/v1/campaigns/${id}/rehearse`, body)).json<RehearsalAnswer>();
    };
    await rehearse(1);
    const { calls, reached, cost } = await rehearse(2);
    const kept = { contacts: 3, calls, reached, cost };
    expect(await forecast(id)).toMatchObject({ forecast: kept, actual: null });
    await on.post(`/v1/campaigns/${id}/start`);
    await rehearse(3);
    await on.post(`/v1/campaigns/${id}/cancel`);
    expect(await forecast(id)).toMatchObject({
      state: 'cancelled',
      forecast: kept,
      actual: { contacts: 3, calls: 0, reached: 0, cost: '0', costs_open: 0, first_dial_at: null },
    });
  });

  test('of no campaign is 404', async () => {
    expect((await on.get('/v1/campaigns/cnone/forecast')).statusCode).toBe(404);
  });
});
