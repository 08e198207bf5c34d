/**
 * Keeps the focus of the keyboard on the page and in sight. A browser drops it when its element goes away or is disabled: then whoever
 * has no mouse begins again at the top. Here the element that stands in its place takes it, else the title of the page. And what is
 * read late moves what stands below it, out of the window too: then the page follows.
 */
const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, audio, [tabindex="0"]';

/** The focus stays inside an open dialog, so each dialog and the page below it have a last place of their own. */
type Layer = Element;

interface Place {
  element: HTMLElement;
  /** Nearest first, each with the index of the element among what can take the focus in it. */
  around: { ancestor: Element; index: number }[];
}

/** Call it once. */
export function keepFocus(): void {
  const places = new WeakMap<Layer, Place>();
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) places.set(layerOf(target), placeOf(target));
  });
  // A click beside everything takes the focus away, as everywhere.
  document.addEventListener('pointerup', () => hasFocus() || places.delete(openLayer()));
  const restore = () => {
    const place = hasFocus() ? undefined : places.get(openLayer());
    if (place && !canFocus(place.element)) focusNear(place);
  };
  new MutationObserver(restore).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  keepInSight();
}

/** By which people scroll. Scrolling itself tells nothing: a browser also scrolls to hold what is read in its place. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown'] as const;
const SCROLL_KEYS = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '];

/** Whoever scrolls away from the focus wants to; what leaves the window without a gesture was pushed. */
function keepInSight(): void {
  let scrolled = false;
  const byHand = () => (scrolled = true);
  for (const gesture of GESTURES)
    document.addEventListener(gesture, byHand, { capture: true, passive: true });
  document.addEventListener('keydown', ({ key }) => SCROLL_KEYS.includes(key) && byHand());
  const observer = new IntersectionObserver((entries) => {
    const { target, isIntersecting } = entries.at(-1)!;
    if (isIntersecting) scrolled = false;
    else if (!scrolled && target.matches(':focus-visible') && target.checkVisibility()) {
      target.scrollIntoView({ block: 'nearest' });
      // What is pushed again before it was seen back in sight tells nothing new: it is looked at anew.
      observer.unobserve(target);
      observer.observe(target);
    }
  });
  document.addEventListener('focusin', ({ target }) => {
    observer.disconnect();
    scrolled = false;
    if (target instanceof HTMLElement) observer.observe(target);
  });
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;
const layerOf = (element: Element): Layer => element.closest('dialog') ?? document.body;
const openLayer = (): Layer =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

const canFocus = (element: HTMLElement) => element.isConnected && element.matches(FOCUSABLE);
const focusableIn = (ancestor: Element): HTMLElement[] =>
  [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => layerOf(element) === layerOf(ancestor),
  );

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  let ancestor = element.parentElement;
  while (ancestor && !ancestor.matches('main, body')) {
    around.push({ ancestor, index: focusableIn(ancestor).indexOf(element) });
    ancestor = ancestor.parentElement;
  }
  return { element, around };
}

function focusNear({ around }: Place): void {
  for (const { ancestor, index } of around) {
    const found = ancestor.isConnected ? focusableIn(ancestor) : [];
    const inPlace = found[Math.min(Math.max(index, 0), found.length - 1)];
    inPlace?.focus();
    if (inPlace && document.activeElement === inPlace) return;
  }
  const content = document.querySelector('main');
  (content?.querySelector('h1') ?? content)?.focus();
}
