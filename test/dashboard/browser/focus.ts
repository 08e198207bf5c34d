/** What a person at the keyboard needs of the focus: it is somewhere, and can be seen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Runs in the page. Titles and the page's content take the focus only from the page itself, so they need no outline.
 * Of a large element a part may be covered, but not all (WCAG 2.2, 2.4.11).
 */
const FAULT = `(() => {
  const active = document.activeElement;
  if (!active || active === document.body) return 'the focus is lost';
  if (active.tabIndex < 0) return;
  const named = active.getAttribute('aria-label') ?? active.labels?.[0]?.textContent ?? active.textContent;
  const name = active.tagName + ' ' + named.slice(0, 60);
  const { outlineStyle, outlineWidth } = getComputedStyle(active);
  if (outlineStyle === 'none' || outlineWidth === '0px') return name + ' has no outline';
  const points = [...active.getClientRects()].flatMap(({ left, top, right, bottom }) => {
    const [l, t] = [Math.max(0, left), Math.max(0, top)];
    const [r, b] = [Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
    return [[(l + r) / 2, (t + b) / 2], [l + 2, t + 2], [r - 2, b - 2]];
  });
  const above = points.map(([x, y]) => document.elementFromPoint(x, y));
  if (above.some((element) => active.contains(element))) return;
  return name + ' is out of sight or below ' + (above[0]?.textContent.slice(0, 60) ?? 'the edge');
})()`;

/** Undefined: the focus is where a person sees it. */
export const focusFault = (page: Page): Promise<string | undefined> => page.evaluate(FAULT);

/** After an action, the focus may move, but it does not stay away. A mouse leaves no outline. */
export async function expectNotLost(page: Page): Promise<void> {
  const isLost = () => page.evaluate('document.activeElement === document.body');
  await expect.poll(isLost, { timeout: 5_000, interval: 50 }).toBe(false);
}

/** The same at the keyboard: the focus is seen too. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => focusFault(page), { timeout: 5_000, interval: 50 }).toBeUndefined();
}
