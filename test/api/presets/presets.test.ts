/** Presets of rules over the API: what is told of them, what one would change, and the edit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPresets } from '../../../src/api/presets/preset-files.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

describe('the files', () => {
  test('can be read, have ids of their own, and name their sources', () => {
    const presets = readPresets();
    expect(presets.length).toBeGreaterThan(10);
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
  });

  test('of one area and purpose are not in force together', () => {
    const presets = readPresets();
    const overlap = presets.flatMap((one) =>
      presets
        .filter(
          ({ id, area, purpose }) => id > one.id && area === one.area && purpose === one.purpose,
        )
        .filter(({ validFrom, validTo }) => {
          const [from, to] = [validFrom ?? '', validTo ?? '9'];
          return from <= (one.validTo ?? '9') && (one.validFrom ?? '') <= to;
        })
        .map(({ id }) => `${one.id} and ${id}`),
    );
    expect(overlap).toEqual([]);
  });
});

test('are listed by area, those of the country among them', async () => {
  const answer = await on.get('/v1/rule-presets?area=US-FL');
  const ids = answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  expect(ids).toEqual(['us-debts', 'us-federal', 'us-fl', 'us-holidays']);
});

test('the public holidays of a country count where they are holidays, and those of another come beside them', async () => {
  const id = await on.campaign({ calling_window: EVENING });
  for (const preset of ['de-holidays', 'at-holidays']) {
    const applied = await on.post(`/v1/campaigns/${id}/rule-presets/${preset}`, {});
    expect(applied.statusCode).toBe(200);
  }
  const { calling_window: window } = (await on.get(`/v1/campaigns/${id}`)).json();
  expect(window.closed_dates).toEqual(
    expect.arrayContaining(['2026-12-25 DE', '2026-12-25 AT', '2027-01-06 DE-BY', '2027-01-06 AT']),
  );
  expect(window.closed_dates).not.toContain('2027-01-06 DE');
});

test('one says what no rule keeps, and what is not known', async () => {
  const answer = await on.get('/v1/rule-presets/fr-2026');
  expect(answer.json()).toMatchObject({
    in_force: true,
    calling_hours: null,
    unknown: expect.arrayContaining(['hours', 'caps']),
    not_enforced: expect.arrayContaining([expect.objectContaining({ fact: 'consent' })]),
  });
  expect((await on.get('/v1/rule-presets/nowhere')).statusCode).toBe(404);
});

const EVENING = { hours: [{ weekdays: ['mon'], from: '06:00', to: '22:00' }] };

test('what it would change is shown, and nothing is written', async () => {
  const id = await on.campaign({ calling_window: EVENING, zone: 'America/New_York' });
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+13055550123' }] });
  const effect = await on.get(`/v1/campaigns/${id}/rule-presets/us-fl`);
  expect(effect.json()).toMatchObject({
    mode: 'stricter',
    never_open: false,
    changes: [
      { rule: 'calling hours', after: 'Mon 08:00–20:00; Tue–Sun closed', loosens: false },
      { rule: 'caps', before: 'none', after: '3 in 1 days', loosens: false },
    ],
    contacts: { before: { to_dial: 1 }, after: { to_dial: 1 } },
  });
  const campaign = await on.get(`/v1/campaigns/${id}`);
  expect(campaign.json()).toMatchObject({ policy_version: 1, presets: [] });
});

test('applying one makes a version that names it, and decisions refer to that version', async () => {
  const id = await on.campaign({ calling_window: EVENING });
  const answer = await on.post(`/v1/campaigns/${id}/rule-presets/us-fl`, {});
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    policy_version: 2,
    presets: [{ id: 'us-fl', edition: 1 }],
    calling_window: { hours: [{ weekdays: ['mon'], from: '08:00', to: '20:00' }] },
    caps: { rolling: [{ days: 1, most: 3 }] },
  });
  const policy = `/v1/campaigns/${id}/policy`;
  expect((await on.get(`${policy}/2`)).json()).toMatchObject({ presets: [{ id: 'us-fl' }] });
  expect((await on.get(`${policy}/1`)).json()).toMatchObject({ presets: [] });
  const applied = await on.get(`/v1/campaigns/${id}/rule-presets`);
  expect(applied.json()).toMatchObject({ data: [{ id: 'us-fl', newest_edition: 1, kept: true }] });
});

test('a later edit that loosens is told from what the preset forbids', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/rule-presets/us-fl`, {});
  await on.call('PATCH', `/v1/campaigns/${id}`, { payload: { calling_window: null } });
  const applied = await on.get(`/v1/campaigns/${id}/rule-presets`);
  expect(applied.json()).toMatchObject({ data: [{ id: 'us-fl', kept: false }] });
});

test('hours with nothing in common are refused, with the way out', async () => {
  const night = { hours: [{ weekdays: ['mon'], from: '01:00', to: '02:00' }] };
  const id = await on.campaign({ calling_window: night });
  const refused = await on.post(`/v1/campaigns/${id}/rule-presets/us-fl`, {});
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('replace');
  const effect = await on.get(`/v1/campaigns/${id}/rule-presets/us-fl`);
  expect(effect.json()).toMatchObject({ never_open: true, contacts: null });
  const replaced = await on.post(`/v1/campaigns/${id}/rule-presets/us-fl`, { mode: 'replace' });
  expect(replaced.statusCode).toBe(200);
});
