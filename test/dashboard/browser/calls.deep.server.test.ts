import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

const world = useDashboard({ settings: { TEMPORAL_WEB_UI_URL: 'https://temporal.example' } });

beforeAll(async () => {
  await world.client.post('/v1/agents', {
    body: { id: 'desk-01', name: 'Ada Example', kind: 'sip', address: 'desk-01@sip.example' },
  });
});

/** The last digit of the number decides how the call goes: 5 is a talk with a recording, 6 one without. */
async function calledNow(number: string): Promise<string> {
  return (await world.client.post('/v1/calls', { body: { number } })).ref;
}

async function endedCall(number: string): Promise<string> {
  const ref = await calledNow(number);
  await expect
    .poll(async () => (await callOf(ref)).state, { timeout: 120_000, interval: 100 })
    .toBe('ended');
  return ref;
}

async function recordedCall(number: string): Promise<string> {
  const ref = await endedCall(number);
  await expect
    .poll(async () => (await callOf(ref)).recording, { timeout: 120_000, interval: 100 })
    .toBe('stored');
  return ref;
}

const callOf = (ref: string) => world.client.get('/v1/calls/{ref}', { path: { ref } });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const headingOf = (page: Page, number: string) => title(page, `Call to ${number}`);
const linkTo = (page: Page, ref: string) => page.locator(`a[href="/calls/${ref}"]`);

test('a call is found by its number, and its page shows what happened, why, and what it cost', async () => {
  const ref = await recordedCall('+12025550105');
  const page = await world.open('/calls');
  await page.getByLabel('Number').fill('+12025550105');
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await expectShown(page.getByText('This search is not repeated by itself.'));
  await linkTo(page, ref).click();
  await expectShown(headingOf(page, '+12025550105').getByText('Completed'));
  await expectShown(page.getByText(/^Rings .* · Talk /));
  await expectShown(page.getByText('Agent and customer talk'));
  await page.getByText('The request was allowed').click();
  await expectShown(page.getByText('none: calls at any time'));
  await expectShown(page.getByText(/€.*, from the call itself/));
  await page.getByText('Technical details').click();
  const workflow = page.getByRole('link', { name: 'open in Temporal’s Web UI' });
  expect(await workflow.getAttribute('href')).toContain(`/workflows/call.${ref}`);
});

test('a recording is played with its wave, which shows who speaks', async () => {
  const page = await world.open(`/calls/${await recordedCall('+12025550115')}`);
  await expectShown(page.locator('svg.wave'));
  expect(await page.locator('.channel').allInnerTexts()).toEqual(['Agent', 'Customer']);
  const seconds = await page.locator('audio').evaluate(async (element) => {
    const audio = element as unknown as { muted: boolean; duration: number; play(): Promise<void> };
    audio.muted = true;
    await audio.play();
    return audio.duration;
  });
  expect(seconds).toBeGreaterThan(0);
});

test('a recording jumps to the talk, by keyboard; one that begins with the talk has no button for it', async () => {
  await world.simulator.change({ customerRingMs: [300_000, 300_000] });
  onTestFinished(() => world.simulator.change({ customerRingMs: [3_000, 20_000] }));
  const ref = await recordedCall('+12025550175');
  const page = await world.open(`/calls/${ref}`);
  const jump = page.getByRole('button', { name: 'Jump to the talk' });
  await jump.focus();
  await page.keyboard.press('Enter');
  const call = await callOf(ref);
  const ms = (of: 'answered_at' | 'bridged_at' | 'ended_at') => Date.parse(call[of]!);
  const { position, length } = await page.locator('audio').evaluate((element) => {
    const { currentTime, duration } = element as unknown as Record<
      'currentTime' | 'duration',
      number
    >;
    return { position: currentTime, length: duration };
  });
  const talk = (ms('ended_at') - ms('bridged_at')) / 1_000;
  const before = (ms('bridged_at') - ms('answered_at')) / 1_000;
  expect(position).toBeGreaterThan(1);
  expect(position).toBeCloseTo(Math.min(before, length - talk), 1);
  expect(await axeFindings(page)).toEqual([]);
  await world.simulator.change({ customerRingMs: [3_000, 20_000] });
  await page.goto(`/calls/${await recordedCall('+12025550185')}`);
  await expectShown(page.locator('svg.wave'));
  expect(await jump.count()).toBe(0);
});

test('calls are searched and opened by keyboard, and the address keeps the filters', async () => {
  const ref = await endedCall('+12025550102');
  const page = await world.open('/');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expectShown(title(page, 'Calls'));
  await page.getByLabel('Number').focus();
  await page.keyboard.type('+12025550102');
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('This search is not repeated by itself.'));
  await page.reload();
  expect(await page.getByLabel('Number').inputValue()).toBe('+12025550102');
  await linkTo(page, ref).focus();
  await page.keyboard.press('Enter');
  await expectShown(headingOf(page, '+12025550102').getByText('Customer not reached'));
});

test('a search without a result says so, and a number that is none is refused with the reason', async () => {
  const page = await world.open('/calls?number=%2B12025550199');
  await expectShown(page.getByText('No call fits these filters.'));
  await page.getByLabel('Number').fill('12');
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('alert').getByText('number'));
});

test('a live call is shown as it goes on, and is ended after a question', async () => {
  await world.simulator.change({ talkMs: [3_600_000, 3_600_000] });
  onTestFinished(() => world.simulator.change({ talkMs: [10_000, 20_000] }));
  const ref = await calledNow('+12025550125');
  const page = await world.open(`/calls/${ref}`);
  await expectShown(headingOf(page, '+12025550125').getByText('Talking'));
  await expectShown(page.getByText(/Talk .* so far/));
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expectShown(page.getByRole('dialog').getByText('also if agent and customer talk'));
  await page.getByRole('dialog').getByRole('button', { name: 'Hang up' }).click();
  await expectGone(headingOf(page, '+12025550125').getByText('Talking'));
  await expectGone(page.getByRole('button', { name: 'Hang up' }));
  await expectShown(page.getByText('hang-up requested'));
});

test('a call that nobody knows the end of says what to do, and is resolved by a person', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  onTestFinished(() => world.simulator.change({ answerReset: 0, lostWebhooks: 0 }));
  const ref = await calledNow('+12025550135');
  const page = await world.open(`/calls/${ref}`);
  await expectShown(page.getByText('It is not known how this call ended.'));
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What became of it').selectOption('customer-unreached');
  await dialog.getByLabel('How you know').fill('seen in the portal');
  await dialog.getByLabel('Cost in EUR').fill('a lot');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expectShown(dialog.getByText('must be a decimal such as 0.0420'));
  await dialog.getByLabel('Cost in EUR').fill('0.0420');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expectShown(headingOf(page, '+12025550135').getByText('Customer not reached'));
  await expectShown(page.getByText('€0.042, given by a person'));
});

test('recordings are listed by where they are, with when the desk looks them up', async () => {
  const stored = await recordedCall('+12025550145');
  const waiting = await endedCall('+12025550106');
  const page = await world.open('/recordings?recording=stored');
  await expectShown(linkTo(page, stored));
  await expect
    .poll(async () => (await callOf(waiting)).recording, { timeout: 120_000, interval: 100 })
    .toBe('wanted');
  await page.getByRole('combobox', { name: 'Recordings' }).selectOption('wanted');
  await expectShown(linkTo(page, waiting));
  await expectShown(page.getByRole('columnheader', { name: 'Due' }));
});

test('a key that may only read sees the call, and no action', async () => {
  const { key } = await world.client.post('/v1/keys', { body: { name: 'wall', role: 'read' } });
  const ref = await recordedCall('+12025550155');
  const page = await world.open(`/calls/${ref}`, { key: key! });
  await expectShown(page.getByText('Listening needs a key with the role operate.'));
  expect(await page.locator('audio').count()).toBe(0);
  expect(await page.locator('main button').count()).toBe(0);
});

test.for(LOOKS)(
  'the pages are readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const ref = await recordedCall('+12025550165');
    for (const path of ['/calls', `/calls/${ref}`, '/recordings?recording=stored']) {
      const page = await world.open(path, { viewport: { width, height: 800 }, colorScheme });
      await expectShown(page.getByText('+12025550165').first());
      const details = page.locator('summary');
      if ((await details.count()) > 0) await details.first().click();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
  },
);
