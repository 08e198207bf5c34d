/** People sign in: invited by a link, with a password, with a second factor; and what each of them may see. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

const world = useDashboard();
const PASSWORD = 'violet harbour engine';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The address that an administrator sends to the person. */
async function invitedBy(page: Page, name: string, role: string): Promise<string> {
  await button(page, 'Invite a user').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await dialog.locator('code.secret').innerText();
  await dialog.getByRole('button', { name: 'I have it' }).click();
  return link;
}

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').click();
  await expectShown(page.getByLabel('Password'));
}

/** A browser of a new user who has chosen a password. */
async function userOf(name: string, role: 'read' | 'operate' | 'admin'): Promise<Page> {
  const { link_token: token } = await world.client.post('/v1/users', { body: { name, role } });
  const page = await world.visitor();
  await page.goto(`/#password-link=${token}`);
  await page.getByLabel('New password').fill(PASSWORD);
  await button(page, 'Choose it and sign in').click();
  await expectShown(page.getByText(`${name} · ${role}`));
  return page;
}

test('an administrator invites a person, who chooses a password by the link and signs in by it again', async () => {
  const admin = await world.open('/users');
  const link = await invitedBy(admin, 'ada', 'operate');
  await expectShown(admin.getByRole('row', { name: /ada.*Invited/ }));

  const page = await world.visitor();
  await page.goto(link);
  expect(page.url()).not.toContain('password-link');
  await page.getByLabel('New password').fill('short');
  await button(page, 'Choose it and sign in').click();
  await expectShown(page.getByText('needs 12 characters or more'));
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('New password').fill(PASSWORD);
  await button(page, 'Choose it and sign in').click();
  await expectShown(page.getByText('ada · operate'));
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  await signOut(page);
  await signIn(page, 'Ada', 'a wrong password');
  await expectShown(page.getByText('No user has this name and this password.'));
  await signIn(page, 'Ada');
  await expectShown(page.getByText('ada · operate'));

  const other = await world.visitor();
  await other.goto(link);
  await other.getByLabel('New password').fill(PASSWORD);
  await button(other, 'Choose it and sign in').click();
  await expectShown(other.getByText('This link has been used'));
});

test('a second factor is set up from the code that is shown, asked for at the next sign-in, and taken away', async () => {
  const page = await userOf('ben', 'read');
  await button(page, 'Your account').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Set up a second factor' }).click();
  await expectShown(dialog.getByRole('img', { name: 'QR code for an authenticator app' }));
  const secret = Secret.fromBase32(await dialog.locator('code.secret').innerText());
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Code of the authenticator app').fill(codeAt(Date.now()));
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm the code' }).click();
  await expectShown(dialog.getByRole('button', { name: 'Take the second factor away' }));
  await page.keyboard.press('Escape');
  await signOut(page);
  await signIn(page, 'ben');
  // The code before was used already; the next one counts too.
  await page.getByLabel('Code of the authenticator app').fill(codeAt(Date.now() + 30_000));
  await button(page, 'Sign in').click();
  await expectShown(page.getByText('ben · read'));
});

test('a user who is removed is signed out', async () => {
  const page = await userOf('cleo', 'operate');
  const admin = await world.open('/users');
  const row = admin.getByRole('row', { name: /cleo/ });
  await row.getByRole('button', { name: 'Remove' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectShown(admin.getByRole('row', { name: /cleo.*Removed/ }));
  await expectShown(page.getByText('The session has ended'));
  await signIn(page, 'cleo');
  await expectShown(page.getByText('No user has this name and this password.'));
});

test('an administrator finds no way to remove the own user', async () => {
  const page = await userOf('dora', 'admin');
  await page.goto('/users');
  const row = page.getByRole('row', { name: /dora \(you\)/ });
  await expectShown(row);
  expect(await row.getByRole('button').count()).toBe(0);
});

test('the role of a user is changed, and holds for the page that is open', async () => {
  const page = await userOf('eli', 'read');
  const admin = await world.open('/users');
  await admin.getByRole('row', { name: /eli/ }).getByRole('button', { name: 'Role' }).click();
  await admin.getByRole('dialog').getByLabel('Role').selectOption('admin');
  await button(admin, 'Change the role').click();
  await expectGone(admin.getByRole('dialog'));
  await page.reload();
  await expectShown(page.getByRole('link', { name: 'Users' }));
});

test.for(LOOKS)('the own account is readable at $width px, $colorScheme', async (look) => {
  const { width, colorScheme } = look;
  const page = await userOf(`fay-${width}-${colorScheme}`, 'read');
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  if (width < 800) await button(page, 'Menu').click();
  await button(page, 'Your account').click();
  await expectShown(page.getByLabel('New password'));
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
});
