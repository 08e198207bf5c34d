/** The address of the page. Links are plain `<a href>`; a click on one changes the page without loading it anew. */
import { signal } from '@preact/signals';

export interface Address {
  path: string;
  query: URLSearchParams;
}

const current = (): Address => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

export const address = signal<Address>(current());

export function navigate(href: string, { replace = false } = {}): void {
  const url = new URL(href, location.href);
  if (url.href === location.href) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  const samePage = url.pathname === address.peek().path;
  address.value = current();
  if (!samePage) scrollTo(0, 0);
}

/** Changes the query of the address; an empty value takes a parameter away. The page itself stays. */
export function setQuery(changes: Record<string, string | undefined>): void {
  const { path, query } = address.peek();
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  const text = changed.toString();
  navigate(text ? `${path}?${text}` : path, { replace: true });
}

/** Binds a field to a parameter of the address. @param value what is shown; by default, what the address has */
export const inAddress = (name: string, value = address.value.query.get(name) ?? '') => ({
  value,
  onValue: (chosen: string) => setQuery({ [name]: chosen }),
});

/** Call it once. */
export function followLinks(): void {
  addEventListener('popstate', () => (address.value = current()));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isOurs(event, link)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

/** Files, other sites, and clicks that open a tab are the browser's. */
function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isPage = !/^\/(v1|docs|hooks|codec)(\/|$)/.test(link.pathname);
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !withKey &&
    !link.target &&
    !link.hasAttribute('download') &&
    link.origin === location.origin &&
    isPage
  );
}
