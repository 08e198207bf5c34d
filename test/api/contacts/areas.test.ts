/** Where contacts are: by what their list says, and by their numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

interface Shown {
  zones: string[];
  zone_source: string;
  area: { areas: string[]; mismatch: boolean; sources: { from: string }[]; release: string } | null;
}

async function added(contacts: object[]): Promise<{ id: string; shown: Shown[] }> {
  const id = await on.campaign();
  const answer = await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  expect(answer.json()).toMatchObject({ accepted: contacts.length, rejected: 0 });
  const list = await on.get(`/v1/campaigns/${id}/contacts`);
  return { id, shown: list.json<{ data: Shown[] }>().data };
}

const NEW_YORK = '+12125550123';

test('a number with an area code has its zone', async () => {
  const { shown } = await added([{ number: NEW_YORK }]);
  expect(shown).toMatchObject([
    { zones: ['America/New_York'], zone_source: 'number', area: { areas: ['US-NY'] } },
  ]);
  expect(shown[0]!.area!.release).toMatch(/^libphonenumber \d/);
});

test('an address that agrees is named beside it', async () => {
  const { shown } = await added([{ number: NEW_YORK, region: 'New York', postal_code: '10001' }]);
  expect(shown).toMatchObject([
    {
      zones: ['America/New_York'],
      zone_source: 'row',
      area: {
        areas: ['US-NY'],
        mismatch: false,
        sources: [{ from: 'region' }, { from: 'postal_code' }, { from: 'number' }],
      },
    },
  ]);
});

test('an address elsewhere adds its zone, and preflight, why and the contact say so', async () => {
  const { id, shown } = await added([{ number: NEW_YORK, region: 'CA' }]);
  expect(shown[0]).toMatchObject({
    zones: ['America/Los_Angeles', 'America/New_York'],
    area: { areas: ['US-CA', 'US-NY'], mismatch: true },
  });
  const preflight = await on.post(`/v1/campaigns/${id}/preflight`, {});
  expect(preflight.json()).toMatchObject({
    areas: [{ area: 'US-CA or US-NY', contacts: 1 }],
    area_mismatches: 1,
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'area-mismatch' })]),
  });
  const why = await on.get(`/v1/campaigns/${id}/contacts/1/why`);
  const { rules } = why.json<{ rules: { rule: string; inputs: object }[] }>();
  expect(rules.find(({ rule }) => rule === 'window')!.inputs).toMatchObject({
    area: 'US-CA by region, but US-NY by number: the hours of all count',
  });
});

test('a toll-free number has no area but its country', async () => {
  const { shown } = await added([{ number: '+18005550123' }]);
  expect(shown[0]!.area!.areas).toEqual(['US']);
  expect(shown[0]!.zones.length).toBeGreaterThan(3);
});

test('a zone that the row names is kept, and no area is told', async () => {
  const { shown } = await added([{ number: NEW_YORK, region: 'CA', zone: 'Europe/Paris' }]);
  expect(shown).toMatchObject([{ zones: ['Europe/Paris'], zone_source: 'row', area: null }]);
});

test('a clone keeps the area', async () => {
  const { id } = await added([{ number: NEW_YORK, region: 'CA' }]);
  const cloned = await on.post(`/v1/campaigns/${id}/clone`, { name: 'again', contacts: 'all' });
  expect(cloned.statusCode).toBeLessThan(300);
  const list = await on.get(`/v1/campaigns/${cloned.json<{ id: string }>().id}/contacts`);
  expect(list.json()).toMatchObject({ data: [{ area: { mismatch: true } }] });
});
