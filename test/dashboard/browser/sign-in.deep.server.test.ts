import { expect, test } from 'vitest';
import { axeFindings, expectShown, LOOKS, overflows, signIn, useDashboard } from './browser.ts';

const world = useDashboard();

test('a key that the server does not know is refused with what to do next', async () => {
  const page = await world.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key').fill('no-such-key-0123456789');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectShown(page.getByRole('alert').getByText('Check that the whole key was pasted'));
});

test('a session outlives the page, and ends when the operator signs out', async () => {
  const page = await world.open('/');
  await page.reload();
  await expectShown(page.getByRole('heading', { name: 'Now', level: 1 }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectShown(page.getByLabel('Password'));
  await page.reload();
  await expectShown(page.getByLabel('Password'));
});

test('no script of the page can read the cookie of the session', async () => {
  const page = await world.open('/');
  expect(await page.evaluate('document.cookie')).toBe('');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({
    name: '__Host-dialwright',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
});

test('a key that is revoked signs out whoever uses it, and says why', async () => {
  const { id, key } = await world.client.post('/v1/keys', {
    body: { name: 'leaver', role: 'operate' },
  });
  const page = await world.open('/', { key: key! });
  await world.client.delete('/v1/keys/{keyId}', { path: { keyId: id } });
  await expectShown(page.getByText('The session has ended'));
  await signIn(page, world.apiKey);
});

test('a key that may only read sees no action', async () => {
  const { key } = await world.client.post('/v1/keys', { body: { name: 'viewer', role: 'read' } });
  const page = await world.open('/', { key: key! });
  await expectShown(page.getByRole('heading', { name: 'Campaigns' }));
  expect(await page.getByRole('button', { name: 'Stop all calls' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  await expectShown(page.getByText('No campaign dials.'));
  expect(await page.getByRole('link', { name: 'create one' }).count()).toBe(0);
});

test.for(LOOKS)(
  'the sign-in is readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const page = await world.visitor({ viewport: { width, height: 800 }, colorScheme });
    await page.goto('/');
    await expectShown(page.getByLabel('Password'));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);
