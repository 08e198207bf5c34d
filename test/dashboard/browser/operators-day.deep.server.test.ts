/** An operator's day on the dashboard, from the sign-in to the sign-out: by mouse, and by keyboard alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectGone, expectShown, overflows, useDashboard } from './browser.ts';
import { HANDS, type Hand } from './hands.ts';

vi.setConfig({ testTimeout: 300_000 });
const world = useDashboard();
const folder = mkdtempSync(join(tmpdir(), 'dialwright-day-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const { client } = world;
  await client.post('/v1/agents', {
    body: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'ada@sip.example' },
  });
  await client.put('/v1/suppressions/{listId}', {
    path: { listId: 'opt-outs' },
    body: { name: 'Opt-outs' },
  });
});

const DAYS = [
  { hand: 'mouse', width: 1440, colorScheme: 'light', areas: ['202', '212', '303'] },
  { hand: 'keyboard', width: 390, colorScheme: 'dark', areas: ['305', '312', '404'] },
] as const;

/** Everybody in the list answers and is recorded, because all numbers end in 5. */
const numbersIn = (areas: readonly string[]): string[] =>
  areas.flatMap((area) => Array.from({ length: 10 }, (_, index) => `+1${area}55501${index}5`));

/** A list as it comes: titles that nobody announced, a number that is none, and a person twice. */
function listWithMistakes(name: string, numbers: readonly string[]): string {
  const rows = numbers.map((number, index) => `${number};Dora;Example ${index + 1};c-${index + 1}`);
  const lines = ['Phone;First name;Last name;Client', ...rows];
  lines.splice(2, 1, lines[2]!.replace(numbers[1]!, '+1202555'));
  lines.push(rows[0]!);
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

interface Day {
  page: Page;
  hand: Hand;
  campaign: string;
  /** In the order of the list. */
  numbers: readonly string[];
  list: string;
}

// The build runs the smaller page, without a mouse: what a mouse does there is tried by the tests of each page.
const days = process.env['CI'] ? DAYS.filter(({ hand }) => hand === 'keyboard') : DAYS;

test.for(days)(
  'a day by $hand at $width px, $colorScheme',
  async ({ hand, width, colorScheme, areas }) => {
    const page = await world.visitor({ viewport: { width, height: 800 }, colorScheme });
    await countMouseEvents(page);
    const numbers = numbersIn(areas);
    const campaign = `Offers by ${hand}, ${width} px`;
    const list = listWithMistakes(`${hand}-${width}`, numbers);
    const day = { page, hand: HANDS[hand](page), campaign, numbers, list };
    await signIn(day);
    await createCampaign(day);
    await importList(day);
    await startAfterPreflight(day);
    await watchOnNow(day);
    await sendToLunch(day);
    await liftHold(day);
    await listenToOnePerson(day);
    await suppressAndErase(day);
    await pauseResumeAndDrain(day);
    await readCosts(day);
    await downloadReport(day);
    await seeCampaignCompleted(day);
    await signOut(day);
    const mouseEvents = await page.evaluate('window.mouseEvents');
    expect([hand, mouseEvents === 0]).toEqual([hand, hand === 'keyboard']);
  },
);

/** A browser without a window tells a page that is laid out of a move that goes nowhere. */
const countMouseEvents = (page: Page) =>
  page.addInitScript(`window.mouseEvents = 0;
    const count = ({ type, movementX, movementY }) => {
      if (type !== 'mousemove' || movementX || movementY) window.mouseEvents++;
    };
    for (const type of ['pointerdown', 'mousedown', 'mousemove'])
      addEventListener(type, count, { capture: true });`);

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
const link = (within: Page | Locator, name: string) =>
  within.getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The button of the page, then the one of the dialog with the same name. */
async function confirm(
  { page, hand }: Day,
  name: string,
  text: string,
  pressed?: () => Promise<void>,
): Promise<void> {
  await hand.press(button(page, name));
  const dialog = page.getByRole('dialog');
  await expectShown(dialog.getByText(text));
  await hand.press(button(dialog, name));
  await pressed?.();
  await expectGone(dialog);
  await hand.settle();
}

async function signIn({ page, hand }: Day): Promise<void> {
  await page.goto('/');
  await hand.press(button(page, 'Use an API key'));
  await hand.fill(page.getByLabel('API key'), world.apiKey);
  await hand.press(button(page, 'Sign in'));
  await expectShown(title(page, 'Now'));
  await hand.settle();
}

async function createCampaign({ page, hand, campaign }: Day): Promise<void> {
  await hand.open('Campaigns');
  await hand.press(link(page, 'Create a campaign'));
  await expectShown(title(page, 'New campaign'));
  await hand.fill(page.getByLabel('Name', { exact: true }), campaign);
  await hand.press(button(page, 'Create the campaign'));
  await expectShown(title(page, campaign));
}

async function importList(day: Day): Promise<void> {
  const { page, hand, list, numbers } = day;
  await hand.press(link(page, 'Add contacts').first());
  await expectShown(title(page, 'Import contacts'));
  await hand.giveFile(page.getByLabel('List of contacts'), list);
  await hand.choose(
    page.getByLabel('Client is', { exact: true }),
    'Row key: your own key of the row',
  );
  await hand.press(button(page, 'Check the list'));
  await hand.fill(page.getByLabel('number of line 3'), numbers[1]!);
  await hand.press(button(page, `Add ${numbers.length - 1} contacts`));
  await expectShown(page.getByText('The import is done: 29 contacts added.'));
  await hand.press(button(page, 'Send 1 corrected row'));
  await expectShown(page.getByText('1 corrected row was added.'));
  await hand.settle();
  await expectShown(page.getByRole('region', { name: 'Imports of the campaign' }).getByText('29'));
  await hand.press(link(page, 'Open the campaign'));
}

async function startAfterPreflight(day: Day): Promise<void> {
  const { page, campaign } = day;
  await expectShown(title(page, campaign).getByText('Draft'));
  await confirm(day, 'Start now', 'Of 30 contacts');
  await expectShown(title(page, campaign).getByText('Running'));
}

async function watchOnNow({ page, hand, campaign }: Day): Promise<void> {
  await hand.open('Now');
  const card = page.getByRole('article').filter({ hasText: campaign });
  await expectShown(card.getByText(/[1-9]\d? of 30 contacts final/));
  await expectShown(page.getByText('Live', { exact: true }));
  expect(await overflows(page)).toBe(false);
}

/** Until the agent is ready again, nothing is dialled. */
async function sendToLunch({ page, hand, campaign }: Day): Promise<void> {
  await hand.open('Agents');
  const row = page.getByRole('row').filter({ hasText: 'Ada Example' });
  await hand.press(button(row, 'Pause'));
  const dialog = page.getByRole('dialog');
  await hand.fill(dialog.getByLabel('Reason'), 'lunch');
  await hand.choose(dialog.getByLabel('The pause ends'), 'In 30 minutes');
  await hand.press(button(dialog, 'Pause'));
  await expectShown(row.getByText(/lunch, ready again in (29|30) min/));
  await hand.settle();
  await hand.open('Now');
  const card = page.getByRole('article').filter({ hasText: campaign });
  await expectShown(card.getByText(/^Waits: /));
}

/** The carrier refuses the first call after lunch. */
async function liftHold(day: Day): Promise<void> {
  const { page, hand } = day;
  await world.simulator.change({ refuse: ['402'] });
  await hand.open('Agents');
  const row = page.getByRole('row').filter({ hasText: 'Ada Example' });
  await hand.press(button(row, 'Set ready'));
  await expectGone(row.getByText(/lunch/));
  await hand.settle();
  await hand.open('Now');
  await expectShown(page.getByText('No balance left at the carrier'));
  // Not before: a probe would lift the hold while the keyboard is on its way to the button.
  const accept = () => world.simulator.change({ refuse: [] });
  await confirm(day, 'Lift the hold', 'If the carrier refuses again', accept);
  await expectGone(page.getByText('No balance left at the carrier'));
  await hand.settle();
}

async function listenToOnePerson({ page, hand, numbers }: Day): Promise<void> {
  await hand.search(numbers[0]!);
  await expectShown(title(page, numbers[0]!));
  const calls = page.getByRole('region', { name: 'Calls to this number, newest first' });
  await expectShown(calls.getByText('Listen'));
  await hand.press(calls.getByRole('row').last().getByRole('link').first());
  const player = page.getByLabel(/^Recording of call/);
  await expectShown(player);
  await hand.play(player);
  await expect
    .poll(() => player.evaluate((audio) => audio.currentTime as number))
    .toBeGreaterThan(0);
}

async function suppressAndErase(day: Day): Promise<void> {
  const { page, hand, numbers } = day;
  const [, first, second] = numbers;
  const dialog = page.getByRole('dialog');
  await hand.open('People');
  await hand.fill(page.getByLabel('Number or row key'), first!);
  await hand.press(button(page.getByRole('search'), 'Search'));
  await expectShown(title(page, first!));
  await confirm(day, 'Suppress', 'From now on no call leaves');
  // The list that is there from the start is the one that is offered.
  await expectShown(link(page, 'Do not call'));
  await hand.fill(page.getByLabel('Number or row key'), second!);
  await hand.press(button(page.getByRole('search'), 'Search'));
  await expectShown(title(page, second!));
  await hand.press(button(page, 'Erase'));
  await hand.fill(dialog.getByLabel(`Type ${second} to confirm`), second!);
  await hand.press(button(dialog, 'Erase for good'));
  await expectShown(title(page, 'Erasures'));
  await expectShown(page.getByRole('cell').getByText('Done', { exact: true }));
  await hand.settle();
}

async function pauseResumeAndDrain(day: Day): Promise<void> {
  const { page, hand, campaign } = day;
  await hand.open('Campaigns');
  await hand.press(link(page, campaign));
  await expectShown(title(page, campaign).getByText('Running'));
  await expectShown(page.getByRole('listitem').filter({ hasText: /^Talked\s*[1-9]/ }));
  await confirm(day, 'Pause', 'No new call leaves.');
  await expectShown(title(page, campaign).getByText('Paused'));
  await confirm(day, 'Resume', 'Contacts that are due are dialled again');
  await expectShown(title(page, campaign).getByText('Running'));
  await confirm(day, 'Drain', 'due contacts are dialled');
  await expectShown(title(page, campaign).getByText(/Draining|Completed/));
}

async function readCosts({ page, hand }: Day): Promise<void> {
  await hand.open('Statistics');
  const costs = page.getByRole('region', { name: 'Costs' });
  await hand.choose(page.getByLabel('Costs by'), 'Agent');
  await expectShown(costs.getByRole('row').filter({ hasText: 'Ada Example' }).getByText('€'));
  await hand.choose(page.getByLabel('Costs by'), 'Month');
  const month = new Date().toISOString().slice(0, 7);
  await expectShown(costs.getByRole('row').filter({ hasText: month }).getByText('€'));
}

async function downloadReport({ page, hand }: Day): Promise<void> {
  await hand.open('Reports');
  await hand.choose(page.getByLabel('Report', { exact: true }), 'Calls');
  await hand.press(button(page, 'Write the report'));
  const download = page.waitForEvent('download');
  await hand.press(link(page, 'Download').first());
  expect((await download).suggestedFilename()).toContain('calls');
  await hand.settle();
}

/** Calls that are not dialled yet take seconds each on a busy machine. */
const DRAINED = { timeout: 120_000 };

async function seeCampaignCompleted({ page, hand, campaign }: Day): Promise<void> {
  await hand.open('Campaigns');
  const row = page.getByRole('row').filter({ hasText: campaign });
  await row.getByText('Completed', { exact: true }).waitFor(DRAINED);
}

async function signOut({ page, hand }: Day): Promise<void> {
  const menu = button(page, 'Menu');
  if (await menu.isVisible()) await hand.press(menu);
  await hand.press(button(page, 'Sign out'));
  await expectShown(page.getByLabel('Password'));
  await hand.settle();
}
