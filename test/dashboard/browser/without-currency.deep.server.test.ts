/** A server whose amounts have no currency asks for it, once, whoever can set it. */
import { expect, test } from 'vitest';
import { axeFindings, expectGone, expectShown, overflows, useDashboard } from './browser.ts';

const world = useDashboard({ settings: { DIALWRIGHT_CURRENCY: '' } });
const NOTE = 'Amounts have no currency.';

test('the page Now names the setting, and does not ask again', async () => {
  const page = await world.open('/', { viewport: { width: 360, height: 800 } });
  await expectShown(page.getByText(NOTE));
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await page.getByRole('button', { name: 'Show amounts without one' }).click();
  await expectGone(page.getByText(NOTE));
  await page.reload();
  await expectShown(page.getByRole('heading', { name: 'Agents' }));
  expect(await page.getByText(NOTE).count()).toBe(0);
});

test('a key that cannot set it is not asked', async () => {
  const { key } = await world.client.post('/v1/keys', {
    body: { name: 'lead', role: 'operate' },
  });
  const page = await world.open('/', { key: key! });
  await expectShown(page.getByRole('heading', { name: 'Agents' }));
  expect(await page.getByText(NOTE).count()).toBe(0);
});
