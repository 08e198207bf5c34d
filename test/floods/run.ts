/** `npm run floods`: requests from outside, without a key. */
import { runOneOf } from '../run-one-of.ts';

await runOneOf(
  'floods',
  {
    sockets: { what: 'sockets that take room and time', run: () => import('./main.ts') },
    kinds: { what: 'thousands of webhooks of each kind', run: () => import('./kinds.ts') },
  },
  'sockets',
);
