/** A figure is the same on the page, in the API, on the command line and in the report, after a hold, a budget and hang-ups. */
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { FIGURES } from '../../../src/domain/figures/figures.ts';
import { runProgram } from '../../cli/run-program.ts';
import { axeFindings, expectShown, useDashboard } from './browser.ts';

const world = useDashboard();
/** Beside other tests, the dozen calls of the campaign take minutes and not seconds. */
const WITHIN = { timeout: 120_000, interval: 100 };
const SHOWN = ['placed', 'agent_rang', 'answered', 'customer_rang', 'bridged'] as const;
type Row = Record<(typeof SHOWN)[number], number>;

const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, WITHIN);

let spring = '';
let capped = '';

beforeAll(async () => {
  for (const name of ['ada', 'ben'])
    await world.client.post('/v1/agents', { body: { id: name, name, kind: 'sip', address: name } });
  await world.simulator.change({ refuse: ['402'] });
  spring = await started({ name: 'Spring' }, 12);
  await until(async () => (await holdOf()) !== null);
  await world.simulator.change({ refuse: [] });
  await world.client.post('/v1/account/hold/lift');
  await hangUpTwo();
  capped = await started(
    { name: 'Capped', budget: { total: '0.10', reserve_per_call: '0.40' } },
    4,
  );
  await until(async () => (await stateOf(spring)) === 'completed');
  await until(async () => (await waitOf(capped)) === 'budget');
  await until(async () => (await openCalls()) === 0);
}, 300_000);

/** By how many calls a campaign has, so that no two campaigns have the same number. */
const AREAS: Readonly<Record<number, string>> = { 12: '202', 4: '212' };
/** Last digits, by which the carrier ends a call: talks, no answer, busy, and a talk that breaks. */
const ENDS = [5, 5, 2, 5, 3, 5, 4, 5, 5, 5, 3, 2];

async function started(body: object, calls: number): Promise<string> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', {
    body: { name: 'Figures', redial: { max_attempts: 1 }, ...body },
  });
  const path = { campaignId: id };
  const contacts = Array.from({ length: calls }, (_, index) => ({
    number: `+1${AREAS[calls]}55501${index % 10}${ENDS[index % ENDS.length]}`,
    zone: 'UTC',
  }));
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
  await client.post('/v1/campaigns/{campaignId}/start', { path });
  return id;
}

const holdOf = async () => (await world.client.get('/v1/account')).hold;
const campaign = (id: string) =>
  world.client.get('/v1/campaigns/{campaignId}', { path: { campaignId: id } });
const stateOf = async (id: string) => (await campaign(id)).state;
const waitOf = async (id: string) => (await campaign(id)).waiting_for?.reason;

/** Calls that have not ended, or whose bill may still come: until then figures may change. */
async function openCalls(): Promise<number> {
  const { data } = await world.client.get('/v1/calls', { query: { limit: 100 } });
  return data.filter(({ state, settlement }) => state !== 'ended' || settlement === 'open').length;
}

async function hangUpTwo(): Promise<void> {
  const hungUp = new Set<string>();
  const hangUpLive = async () => {
    const { data } = await world.client.get('/v1/calls', {
      query: { campaign: spring, limit: 100 },
    });
    const ref = data.find((call) => call.state === 'accepted' && !hungUp.has(call.ref))?.ref;
    if (ref !== undefined && hungUp.size < 2) {
      await world.client.post('/v1/calls/{ref}/hangup', { path: { ref } });
      hungUp.add(ref);
    }
    return hungUp.size;
  };
  await until(async () => (await hangUpLive()) === 2);
}

async function program(...args: string[]): Promise<string> {
  const env = { PATH: '', DIALWRIGHT_URL: world.url, DIALWRIGHT_API_KEY: world.apiKey };
  const { code, out, talk } = await runProgram(args, env);
  expect(talk).toBe('');
  expect(code).toBe(0);
  return out;
}

/** The last row of a table of the command line, by its headings. */
function lastRow(text: string): Record<string, string> {
  const lines = text.split('\n');
  const cells = (line: string) => line.trim().split(/ {2,}/);
  const row = lines.find((line) => line.startsWith('total'))!;
  return Object.fromEntries(cells(lines[0]!).map((name, index) => [name, cells(row)[index] ?? '']));
}

/** Cells of a row of a table, by the headings. */
async function rowOnPage(page: Page, caption: string, first: RegExp) {
  const table = page.getByRole('table', { name: caption });
  const row = table.locator('tbody tr').filter({ hasText: first });
  await expectShown(row);
  const cells = await row.locator('td').all();
  const pairs = cells.map(async (cell) => [
    await cell.getAttribute('data-label'),
    (await cell.innerText()).trim(),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

async function report(query: string): Promise<Record<string, string>[]> {
  const headers = { authorization: `Bearer ${world.apiKey}` };
  const answer = await fetch(`${world.url}/v1/reports/costs?${query}`, { headers });
  expect(answer.status).toBe(200);
  return parse(await answer.text(), { columns: true, bom: true });
}

const countsIn = (row: Record<string, string | number>, named: (name: keyof Row) => string): Row =>
  Object.fromEntries(SHOWN.map((name) => [name, Number(row[named(name)])])) as Row;

test('page, API, command line and report show the same figures of each campaign', async () => {
  const { data } = await world.client.get('/v1/costs', { query: { by: 'campaign' } });
  const rows = await report('by=campaign');
  const page = await world.open('/statistics?costs_by=campaign');
  for (const [id, name] of [[spring, 'Spring']] as const) {
    const api = data.find(({ campaign_id: each }) => each === id)!;
    expect(api.placed).toBeGreaterThan(0);
    const wanted = countsIn(api as never, (each) => each);
    // A rate of 1 would be the same whatever it is divided by.
    expect(api.asr).toBeGreaterThan(0);
    expect(api.asr).toBeLessThan(1);
    const csv = rows.find(({ campaign_id: each }) => each === id)!;
    expect(Number(csv['asr'])).toBeCloseTo(api.asr!, 4);
    expect(countsIn(csv, (each) => each)).toEqual(wanted);
    expect(Number(csv['cost'])).toBe(Number(api.cost));
    const line = lastRow(await program('costs', '--by', 'campaign', '--campaign', id));
    expect(countsIn(line, (each) => FIGURES[each].column)).toEqual(wanted);
    expect(line[FIGURES.cost.column]).toContain(api.cost);
    const shown = await rowOnPage(page, 'Costs', new RegExp(name));
    for (const each of ['placed', 'agent_rang', 'bridged'] as const)
      expect([each, Number(shown[FIGURES[each].title])]).toEqual([each, wanted[each]]);
    expect(shown[FIGURES.asr.title]).toBe(`${Math.round(api.asr! * 100)}%`);
    expect(Number.parseFloat(line[FIGURES.asr.column]!)).toBeCloseTo(api.asr! * 100, 1);
  }
  expect(data.find(({ campaign_id: id }) => id === spring)!.placed).toBe(12);
  // The budget let none of its calls be sent.
  const ofCapped = ({ campaign_id: id }: { campaign_id?: string | null }) => id === capped;
  expect([data.filter(ofCapped), rows.filter(ofCapped)]).toEqual([[], []]);
  const placed = lastRow(await program('costs', '--by', 'campaign', '--campaign', capped));
  expect(placed[FIGURES.placed.column]).toBe('0');
  const table = page.getByRole('table', { name: 'Costs' });
  expect(await table.getByText('Capped').count()).toBe(0);
});

test('what never rang an agent’s phone is not a call of the agent, in all four places', async () => {
  const { data, total } = await world.client.get('/v1/costs', { query: { by: 'agent' } });
  const rows = await report('by=agent');
  const page = await world.open('/statistics');
  for (const id of ['ada', 'ben']) {
    const { total: api } = await world.client.get('/v1/stats', { query: { agent: id, by: 'day' } });
    const wanted = countsIn(api as never, (each) => each);
    expect([api.calls, api.placed]).toEqual([api.agent_rang, api.agent_rang]);
    expect(
      countsIn(
        rows.find((row) => row['agent_id'] === id)!,
        (each) => each,
      ),
    ).toEqual(wanted);
    const line = lastRow(await program('stats', '--agent', id, '--by', 'day'));
    expect(countsIn(line, (each) => FIGURES[each].column)).toEqual(wanted);
    const shown = await rowOnPage(page, 'Agents side by side', new RegExp(id));
    expect(Number(shown[FIGURES.agent_rang.title]?.split('\n')[0])).toBe(api.agent_rang);
  }
  const ofAgents = data.filter(({ agent_id: id }) => id !== '');
  expect(ofAgents.reduce((sum, each) => sum + each.agent_rang, 0)).toBe(total.agent_rang);
  expect(data.reduce((sum, each) => sum + each.placed, 0)).toBe(total.placed);
});

test('the day is a strip that says its calls and holds by mouse and by keyboard, and as a table', async () => {
  const page = await world.open('/statistics', { viewport: { width: 390, height: 800 } });
  const strip = page.getByRole('slider', { name: 'Quarter of an hour' });
  const said = () => strip.getAttribute('aria-valuetext');
  await expectShown(page.getByText('Holds', { exact: true }));
  await strip.hover({ position: { x: 1, y: 10 } });
  await expect.poll(said).toMatch(/^00:00–00:15: /);
  await strip.focus();
  await page.keyboard.press('End');
  await expect.poll(said).toMatch(/^23:45–00:00: /);
  const hold = 'No balance left at the carrier';
  const isAtHold = async () => {
    await page.keyboard.press('ArrowLeft');
    return (await said())!.includes(hold);
  };
  await until(isAtHold);
  expect(await said()).toMatch(
    /\d\d:\d\d–\d\d:\d\d: (no|\d+) calls?.* · No balance .* \(\d\d:\d\d/,
  );
  await expectShown(page.locator('.day-strip > p').getByText(hold));
  await page.getByText('The day as a table').click();
  const table = page.getByRole('table', { name: 'The day' });
  await expectShown(table.getByText(hold));
  await expectShown(table.getByText(/^\d+ calls, \d+ talked$/));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByLabel('First day').fill('2020-01-01');
  await strip.waitFor({ state: 'detached' });
});

test('calls a minute are those of the last 60 seconds, on the page as in the API and on the command line', async () => {
  const rate = async () => (await world.client.get('/v1/stats', { query: {} })).calls_a_minute;
  const page = await world.open('/');
  const figure = page.locator('.figure').filter({ hasText: FIGURES.calls_a_minute.title }).first();
  const agree = async () => {
    const before = await rate();
    const shown = Number(await figure.locator('.figure-value').innerText());
    const line = /calls a minute: (\d+)/.exec(await program('stats'))?.[1];
    return [shown, Number(line), await rate()].every((each) => each === before);
  };
  await expectShown(figure);
  await expect.poll(agree, WITHIN).toBe(true);
});

test('the name of a figure says what it counts: pointed at, by keyboard, by a tap; and the glossary of the command line', async () => {
  const page = await world.open('/statistics', { hasTouch: true });
  const { title, is } = FIGURES.asr;
  const name = page.getByRole('button', { name: title, exact: true }).first();
  const open = page.locator('.definition:popover-open');
  expect(await name.getAttribute('title')).toBe(is);
  await name.focus();
  await page.keyboard.press('Enter');
  await expectShown(open.getByText(is));
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'hidden' });
  await name.tap();
  await expectShown(open.getByText(is));
  expect(await program('glossary')).toContain(`${title} (asr, ASR)\n  ${is}`);
});
