/** How a person uses a page: by mouse, or by keyboard alone. A day is written once for both. */
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFocus, expectNotLost, focusFault } from './focus.ts';

export interface Hand {
  /** Goes to a button or link and does not press it yet. */
  reach(target: Locator): Promise<void>;
  /** A button or link. */
  press(target: Locator): Promise<void>;
  /** Replaces what is in the field. */
  fill(field: Locator, text: string): Promise<void>;
  /** @param text the option as it is shown */
  choose(field: Locator, text: string): Promise<void>;
  /** By mouse, the file at `path` is dropped onto the field; by keyboard, it is chosen. */
  giveFile(field: Locator, path: string): Promise<void>;
  play(player: Locator): Promise<void>;
  /** After an action, until the focus is somewhere again. */
  settle(): Promise<void>;
  /** From everywhere; opens the first that is found. */
  search(text: string): Promise<void>;
  /** A page of the menu, until its title is there. */
  open(name: string): Promise<void>;
}

export const HANDS = { mouse: mouseHand, keyboard: keyboardHand };

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const untilOpened = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

function mouseHand(page: Page): Hand {
  return {
    reach: (target) => target.hover(),
    press: (target) => target.click(),
    async fill(field, text) {
      await field.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    // The list of a select is the browser's own, so no click reaches it.
    choose: async (field, text) => void (await field.selectOption({ label: text })),
    giveFile: (field, path) => dropFile(page, field, path),
    async play(player) {
      const { height } = (await player.boundingBox())!;
      // Its button is at its left end. A click waits until the page does not move any more.
      await player.click({ position: { x: height / 2, y: height / 2 } });
    },
    settle: () => expectNotLost(page),
    async search(text) {
      await page.getByRole('button', { name: 'Search /' }).click();
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.waitFor();
      await page.keyboard.type(text);
      await dialog.getByRole('link').first().click();
    },
    async open(name) {
      if (await menuButton(page).isVisible()) await menuButton(page).click();
      await menuLink(page, name).click();
      await untilOpened(page, name);
    },
  };
}

/** A file of the disk is dropped as from another window. */
async function dropFile(page: Page, field: Locator, path: string): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const box = (await field.boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await devtools.detach();
  await page.getByText(basename(path)).first().waitFor();
}

/** The letters after `g`. */
const LETTERS: Readonly<Record<string, string>> = {
  Now: 'n',
  Campaigns: 'c',
  Calls: 'l',
  Agents: 'a',
  Callbacks: 'b',
  People: 'p',
  Statistics: 's',
  Reports: 'r',
};
/** More stops than the longest page has. */
const MOST_STOPS = 200;

function keyboardHand(page: Page): Hand {
  const { keyboard } = page;
  // Choosers are intercepted from the first listener on, some time after it was added.
  page.on('filechooser', () => undefined);

  /** Each stop on the way shows the focus. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    await expectFocus(page);
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      const direction = await target.evaluate((element) => {
        const { activeElement } = element.ownerDocument;
        if (activeElement === element) return undefined;
        const FOLLOWING = 4;
        return activeElement.compareDocumentPosition(element) & FOLLOWING ? 'Tab' : 'Shift+Tab';
      });
      if (!direction) return;
      await keyboard.press(direction);
      expect(await focusFault(page)).toBeUndefined();
    }
    throw new Error(`the keyboard does not reach ${target.toString()}`);
  }

  /** In a field, letters are text. */
  async function leaveFields(): Promise<void> {
    await expectFocus(page);
    while (await isTyping(page)) await keyboard.press('Tab');
  }

  async function press(target: Locator): Promise<void> {
    await reach(target);
    await keyboard.press('Enter');
  }

  return {
    reach,
    press,
    async fill(field, text) {
      await reach(field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
    },
    async choose(field, text) {
      await reach(field);
      const steps = await field.evaluate(
        (select, wanted) =>
          [...select.options].findIndex((option) => option.text === wanted) - select.selectedIndex,
        text,
      );
      for (let step = 0; step < Math.abs(steps); step += 1) {
        await keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
      }
      expect(await field.evaluate((select) => select.selectedOptions[0].text as string)).toBe(text);
    },
    async giveFile(field, path) {
      await reach(field);
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      await (await chooser).setFiles(path);
    },
    async play(player) {
      await reach(player);
      await keyboard.press('Space');
    },
    settle: () => expectFocus(page),
    async search(text) {
      await leaveFields();
      await keyboard.press('/');
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await keyboard.type(text);
      await keyboard.press('Enter');
    },
    async open(name) {
      const letter = LETTERS[name];
      if (letter === undefined) {
        if (await menuButton(page).isVisible()) await press(menuButton(page));
        await press(menuLink(page, name));
      } else {
        await leaveFields();
        await keyboard.press('g');
        await keyboard.press(letter);
      }
      await untilOpened(page, name);
    },
  };
}

const isTyping = (page: Page): Promise<boolean> =>
  page.evaluate('/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)');
