/** Every page of the dashboard while a campaign dials: none is wider than its window, and none offers a reader an action. */
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { FIGURE_NAMES, figureOf } from '../../../src/domain/figures/figures.ts';
import { useDashboard } from './browser.ts';
import { goTo, PATTERNS, pathsOf } from './pages.ts';

vi.setConfig({ testTimeout: 300_000 });
const PROFILE = fileURLToPath(
  new URL('../../../examples/carrier-operations.json', import.meta.url),
);
const world = useDashboard({ settings: { DIALWRIGHT_CARRIER_PROFILE: PROFILE } });

/** By pattern. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  const { client } = world;
  for (const id of ['ada', 'ben']) {
    const agent = {
      id,
      name: `${id} Example-Featherstonehaugh`,
      kind: 'sip',
      address: id,
    } as const;
    await client.post('/v1/agents', { body: agent });
  }
  await client.put('/v1/suppressions/{listId}', {
    path: { listId: 'opt-outs' },
    body: { name: 'Opt-outs' },
  });
  await client.put('/v1/suppressions/{listId}/numbers/{number}', {
    path: { listId: 'opt-outs', number: '+12025550199' },
    body: {},
  });
  const { id: callback } = await client.post('/v1/callbacks', {
    body: { number: '+12025550104', zone: 'America/New_York', at: '2036-11-24T10:00' },
  });
  const { id: endpoint } = await client.post('/v1/webhook-endpoints', {
    body: { url: 'https://crm.example/hook', types: ['hold.*'] },
  });
  const { id: comparison } = await client.post('/v1/reconciliations', {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  });
  const { campaign, call } = await dialledCampaign();
  Object.assign(paths, pathsOf({ campaign, call, callback, endpoint, comparison }));
}, 60_000);

/** A long name, all outcomes, a forecast, and a zone that is not the reader's. Its last calls do not end. */
async function dialledCampaign(): Promise<{ campaign: string; call: string }> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', {
    body: { name: 'Autumn survey of everybody who asked for an offer', zone: 'America/New_York' },
  });
  const path = { campaignId: id };
  const digits = [5, 5, 1, 2, 3, 4, 6, 5, 5, 7, 7];
  const contacts = digits.map((digit, index) => ({
    number: `+120255501${index % 10}${digit}`,
    name: 'Ada Example-Featherstonehaugh',
    row_key: `customer-2026-${index}`,
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
  return { campaign: id, call: ref };
}

test('the pages of this file are all that there are', () => {
  expect(Object.keys(paths).toSorted()).toEqual(PATTERNS.toSorted());
});

/** What reaches beyond the right edge, though nothing around it scrolls. */
const WIDER = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return [scrollWidth + ' px', ...wide.slice(0, 6).map((each) => each.outerHTML.slice(0, 120))];
})()`;

test.for([
  { width: 360, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 2560, colorScheme: 'light' },
] as const)('no page is wider than $width px while a campaign dials', async (look) => {
  const { width, colorScheme } = look;
  const page = await world.open('/', { viewport: { width, height: 800 }, colorScheme });
  const tooWide: unknown[] = [];
  for (const path of Object.values(paths)) {
    await goTo(page, path);
    const wider: string[] = await page.evaluate(WIDER);
    if (wider.length > 0) tooWide.push([path, ...wider]);
  }
  expect(tooWide).toEqual([]);
});

/** What a reader may use: it looks for something, shows it, counts what would happen, or changes this browser alone. */
const READERS_CONTROLS: Readonly<Record<Control['kind'], readonly RegExp[]>> = {
  button: [
    /^(Menu|Search \/|Shortcuts \?|Colours: system|Sign out)$/,
    /^(Search|Search as a row key|Filter|Find|Go|Open|(Previous|Next) (day|week)|Today|Day before|Day after)$/,
    /^(Show more|Show them as they are now|Read again: .*|Download as CSV)$/,
    /^(Why is contact \d+ dialled or not\?|Run the preflight|Rehearse)$/,
    // The name of a figure says what it counts.
    new RegExp(`^(${FIGURE_NAMES.map((name) => figureOf(name).title).join('|')})$`),
  ],
  field: [
    /^(Country of the number|Country of a number without \+|Pool|State|Reason|Last outcome|Name or id|Number or row key|Number \(with \+\) or row key|Find a number|From row|Field of your list|Its value, exactly)$/,
    /^(Show as|Day|First day|Last day|By|Costs by|Answers by|Time|Campaign|Agent|Recordings)$/,
    /^(Who|What|Where|Before|Number|Disposition|Outcome|Settlement|Recording|Order)$/,
    /^Created (from|before)$/,
  ],
  // Landmarks of the search.
  form: [
    /^(A contact|A field of your list|From rowGo|Agents|Calls|Changes|Numbers of the list|People|SIP accounts)$/,
  ],
  // Pages whose forms are for operators.
  link: [/^(?!.*(create|start|add) )/i],
};

interface Control {
  kind: 'button' | 'field' | 'form' | 'link';
  name: string;
}

/** What can be used, by its accessible name. */
const CONTROLS = `[...document.querySelectorAll('a, button, input, select, textarea, form, [role=button], [contenteditable]')]
  .filter((each) => !each.matches(':disabled') && each.checkVisibility())
  .map((each) => ({
    kind: { A: 'link', BUTTON: 'button', FORM: 'form' }[each.tagName] ?? (each.role === 'button' ? 'button' : 'field'),
    name: each.getAttribute('aria-label') ?? (each.labels?.[0] ?? each).textContent.trim(),
  }))`;

test('a key that may only read is offered nothing that changes anything, on any page', async () => {
  const { key } = await world.client.post('/v1/keys', { body: { name: 'reader', role: 'read' } });
  const page = await world.open('/', { key: key! });
  const offered: string[] = [];
  for (const path of Object.values(paths)) {
    await goTo(page, path);
    const controls: Control[] = await page.evaluate(CONTROLS);
    for (const { kind, name } of controls) {
      if (!READERS_CONTROLS[kind].some((allowed) => allowed.test(name)))
        offered.push(`${path}: ${kind} ${name}`);
    }
  }
  expect(offered).toEqual([]);
});
