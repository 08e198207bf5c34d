import { address } from '../router.ts';
import { may } from '../api/session.ts';

interface Item {
  href: string;
  name: string;
  role?: 'operate' | 'admin';
  /** It opens the page when it is pressed after `g`. */
  letter?: string;
}

/** The order of a day: what happens now, what is dialled, with whom, and what is looked up afterwards. */
const GROUPS: readonly { name: string; items: readonly Item[] }[] = [
  {
    name: 'Day',
    items: [
      { href: '/', name: 'Now', letter: 'n' },
      { href: '/campaigns', name: 'Campaigns', letter: 'c' },
      { href: '/calls', name: 'Calls', letter: 'l' },
      { href: '/agents', name: 'Agents', letter: 'a' },
      { href: '/callbacks', name: 'Callbacks', letter: 'b' },
      { href: '/people', name: 'People', letter: 'p' },
    ],
  },
  {
    name: 'Records',
    items: [
      { href: '/statistics', name: 'Statistics', letter: 's' },
      { href: '/reports', name: 'Reports', letter: 'r' },
      { href: '/recordings', name: 'Recordings' },
      { href: '/reconciliations', name: 'Reconciliation' },
      { href: '/audit', name: 'Audit' },
    ],
  },
  {
    name: 'Setup',
    items: [
      { href: '/account', name: 'Account' },
      { href: '/suppressions', name: 'Suppressions' },
      { href: '/outcomes', name: 'Outcomes' },
      { href: '/carrier', name: 'Carrier' },
      { href: '/events', name: 'Events out', role: 'admin' },
      { href: '/users', name: 'Users', role: 'admin' },
      { href: '/keys', name: 'Keys', role: 'admin' },
      { href: '/privacy', name: 'Erasures', role: 'admin' },
    ],
  },
];

/** The pages that have a letter, by it. */
export const BY_LETTER = new Map(
  GROUPS.flatMap(({ items }) => items).flatMap((item) =>
    item.letter ? [[item.letter, item]] : [],
  ),
);

export function Navigation() {
  const { path } = address.value;
  return (
    <nav aria-label="Pages">
      {GROUPS.map(({ name, items }) => (
        <div key={name} class="nav-group">
          <h2 class="nav-title">{name}</h2>
          <ul>
            {items
              .filter(({ role }) => role === undefined || may(role))
              .map(({ href, name }) => (
                <li key={href}>
                  <a href={href} aria-current={isIn(path, href) ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const isIn = (path: string, href: string) =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));
