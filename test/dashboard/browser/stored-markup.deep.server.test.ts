/** Markup in every text that a list, a person or the carrier can write is shown as text on every page. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordingHookUrl } from '../../../src/carrier/calls/tokens.ts';
import { HOOK_SECRET, PUBLIC_URL } from '../../whole-product.ts';
import { expectShown, useDashboard } from './browser.ts';
import { expectRead, goTo, PATTERNS, pathsOf } from './pages.ts';
import { hostileCarrier, type HostileCarrier } from './hostile-carrier.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Breaks out of attributes and elements, is a template, Markdown with a picture from outside, and turns the text. */
const MARKUP =
  `"'><img src=x onerror="owned=1"><svg/onload=owned=1><script>owned=1</script>{{7*7}}` +
  `![i](https://outside.example/i.png)[j](javascript:owned=1)\u202egnirps\u001b[2J\0`;
/** For addresses: as a path, and as what somebody may make a link of. */
const MARKED_URL = `https://outside.example/${MARKUP}`;
const SHOWN = '<img src=x onerror="owned=1">';
const SHORT = MARKUP.slice(0, 60);

const PROFILE = fileURLToPath(
  new URL('../../../examples/carrier-operations.json', import.meta.url),
);
const settings: Record<string, string> = { DIALWRIGHT_CARRIER_PROFILE: PROFILE };
let carrier: HostileCarrier;
beforeAll(async () => {
  carrier = await hostileCarrier(MARKUP, '9');
  settings['DIALWRIGHT_CARRIER_URL'] = carrier.url;
});
afterAll(() => carrier.stop());
const world = useDashboard({ settings });

/** By pattern. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  carrier.behind = world.simulator.url;
  const { client } = world;
  const pools = [SHORT.replaceAll(/[;,]/g, '')];
  for (const id of ['ada', 'ben'])
    await client.post('/v1/agents', {
      body: { id, name: `${id} ${MARKUP}`.slice(0, 200), kind: 'sip', address: id, pools },
    });
  await client.put('/v1/suppressions/{listId}', {
    path: { listId: 'opt-outs' },
    body: { name: MARKUP },
  });
  await client.put('/v1/suppressions/{listId}/numbers/{number}', {
    path: { listId: 'opt-outs', number: '+12025550199' },
    body: {},
  });
  const { id: callback } = await client.post('/v1/callbacks', {
    body: {
      number: '+12025550104',
      name: MARKUP,
      zone: 'America/New_York',
      at: '2036-11-24T10:00',
    },
  });
  const { id: endpoint } = await client.post('/v1/webhook-endpoints', {
    body: { url: MARKED_URL, types: ['hold.*'] },
  });
  const { id: comparison } = await client.post('/v1/reconciliations', {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  });
  await client.put('/v1/outcome-codes/{codeId}', {
    path: { codeId: 'odd' },
    body: { label: SHORT, group: 'other' },
  });
  const { campaign, call } = await markedCampaign();
  await client.put('/v1/calls/{ref}/outcome', {
    path: { ref: call },
    body: { code: 'odd', note: MARKUP },
  });
  await client.post('/v1/reports/calls', { query: { campaign } });
  await client.post('/v1/account/stop', { body: { reason: MARKUP } });
  Object.assign(paths, pathsOf({ campaign, call, callback, endpoint, comparison }));
}, 90_000);

/** Dialled: talks with recordings, refusals whose reason is markup, and events of the carrier with markup in each text. */
async function markedCampaign(): Promise<{ campaign: string; call: string }> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', {
    body: { name: MARKUP, zone: 'America/New_York' },
  });
  const path = { campaignId: id };
  const contacts = [5, 5, 9, 1, 2, 3, 5].map((digit, index) => ({
    number: `+120255501${index}${digit}`,
    name: MARKUP,
    row_key: `${index} ${MARKUP}`,
  }));
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
  await client.post('/v1/campaigns/{campaignId}/rehearse', { path, body: {} });
  await client.post('/v1/campaigns/{campaignId}/start', { path });
  const query = { campaign: id, recording: 'stored', limit: 1 } as const;
  const stored = async () => {
    const [first] = (await client.get('/v1/calls', { query })).data;
    return first ?? Promise.reject(new Error('no recording is stored yet'));
  };
  const { ref } = await vi.waitFor(stored, { timeout: 120_000, interval: 100 });
  await sendMarkedEvents(carrier.callbackUrls.find((url) => url.includes(`/${ref}.`))!);
  return { campaign: id, call: ref };
}

/** Unknown events are kept and shown as they came. */
async function sendMarkedEvents(callbackUrl: string): Promise<void> {
  const recording = recordingHookUrl(PUBLIC_URL, [HOOK_SECRET]);
  const bodies = [
    { event: `click2call.${SHORT}`, event_seq: 900, occurred_at: SHORT, data: { id: MARKUP } },
    { event: SHORT, event_seq: 901, occurred_at: null, data: { id: MARKUP, cost: MARKUP } },
    { event: 'recording.ready', data: { call_id: MARKUP, recording_url: MARKED_URL } },
  ];
  for (const hook of [callbackUrl, recording])
    for (const body of bodies) {
      const { status } = await fetch(hook.replace(PUBLIC_URL, world.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(status).toBe(204);
    }
}

/** Elements that only markup of the texts can make, and whether a script of them ran. */
const MADE = `[
  ...[...document.querySelectorAll('*')]
    .filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith('on')))
    .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  ...[...document.querySelectorAll('img[src=x], [src*="outside.example"], script:not([src])')]
    .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  ...[...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .filter((each) => ['href', 'src', 'action', 'formAction'].some((name) => /^\\s*(javascript|data|vbscript):/i.test(each[name])))
    .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  ...(globalThis.owned === undefined ? [] : ['a script ran']),
]`;

/** What is folded away is made too, when somebody opens it. */
const OPEN_ALL = `document.querySelectorAll('main details').forEach((each) => (each.open = true))`;

/** What happens at a page and must not: dialogs, new windows, requests to others. */
function watched(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => void seen.push(`window ${popup.url()}`));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== world.url)
      seen.push(`request ${request.url()}`);
  });
  return seen;
}

/** Where no such text stands: forms alone, and figures. On all other pages it must be found, so that the search means something. */
const WITHOUT_IT = [
  '/callbacks',
  '/campaigns/:id/policy',
  '/keys',
  '/users',
  '/privacy',
  '/reconciliations',
  '/reconciliations/:id',
  '/recordings',
];

test('the pages of this file are all that there are', () => {
  expect(Object.keys(paths).toSorted()).toEqual(PATTERNS.toSorted());
});

test('where markup is not shown as text, this file notices', async () => {
  const page = await world.visitor();
  await page.goto('about:blank');
  await page.setContent(`<p title="${MARKUP}">`);
  await vi.waitFor(async () => expect(await page.evaluate(MADE)).toContain('a script ran'));
  const made: string[] = await page.evaluate(MADE);
  expect(made.length).toBeGreaterThan(3);
});

test('no page makes anything of it', async () => {
  const page = await world.open('/', { viewport: { width: 1440, height: 900 } });
  const happened = watched(page);
  const found: unknown[] = [];
  for (const [pattern, path] of Object.entries(paths)) {
    await goTo(page, path);
    await page.evaluate(OPEN_ALL);
    const made: string[] = await page.evaluate(MADE);
    if (made.length > 0) found.push([path, ...made]);
    if (WITHOUT_IT.includes(pattern)) continue;
    const text = page.getByText(SHOWN).first();
    await text
      .waitFor({ state: 'attached', timeout: 10_000 })
      .catch(() => found.push([path, 'not shown']));
  }
  expect(found).toEqual([]);
  expect(happened).toEqual([]);
});

test('nor does any address with it, nor a search', async () => {
  const page = await world.open('/', { viewport: { width: 1440, height: 900 } });
  const happened = watched(page);
  const found: unknown[] = [];
  const marked = encodeURIComponent(MARKUP);
  const script = encodeURIComponent('javascript:owned=1');
  const query = [
    'number',
    'who',
    'where',
    'what',
    'campaign',
    'agent',
    'why',
    'row',
    'view',
    'day',
  ];
  const last = `${query.map((name, turn) => `${name}=${turn % 2 ? marked : script}`).join('&')}#${script}`;
  for (const pattern of Object.keys(paths)) {
    const path = pattern.replaceAll(/:\w+/g, marked);
    await page.goto(`${path}?${last}`);
    await expectShown(page.getByRole('heading', { level: 1 }));
    const made: string[] = await page.evaluate(MADE);
    if (made.length > 0) found.push([path, ...made]);
  }
  await goTo(page, '/');
  await page.getByRole('button', { name: 'Search /' }).click();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.insertText('gnirps');
  await expectRead(page);
  const made: string[] = await page.evaluate(MADE);
  found.push(...made);
  expect(found).toEqual([]);
  expect(happened).toEqual([]);
});

test('nor does a list that is imported, in its name, its columns and its cells', async () => {
  const page = await world.open('/', { viewport: { width: 1440, height: 900 } });
  const happened = watched(page);
  await goTo(page, paths['/campaigns/:id/import']!);
  const cell = `"${MARKUP.replaceAll('"', '""')}"`;
  const lines = [
    `number,name,${cell}`,
    `+12025550177,${cell},${cell}`,
    `${cell},Ada Example,x`,
  ].join('\n');
  await page.locator('input[type=file]').setInputFiles({
    name: `${SHORT.replaceAll('/', '')}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines),
  });
  await expectShown(page.getByText(SHOWN));
  expect(await page.evaluate(MADE)).toEqual([]);
  expect(happened).toEqual([]);
});
