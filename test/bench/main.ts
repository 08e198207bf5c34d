/** `npm run bench`: what the product costs, one figure after the other. */
import { runOneOf } from '../run-one-of.ts';

await runOneOf(
  'bench',
  {
    calls: {
      what: 'one call, beside a bare workflow',
      run: () => import('./calls/main.ts'),
    },
    peers: {
      what: 'one call of DBOS, Restate, plain Postgres and BullMQ, beside',
      run: async () => {
        process.argv.push(
          ...['dbos', 'restate', 'postgres', 'bullmq'].flatMap((each) => ['--with', each]),
        );
        await import('./calls/main.ts');
      },
    },
    users: { what: 'what users wait for while calls run', run: () => import('./calls/users.ts') },
    claims: {
      what: 'claims of contacts, one round after the other',
      run: () => import('./claims/main.ts'),
    },
    million: { what: 'a campaign of a million contacts', run: () => import('./million/main.ts') },
    growth: {
      what: 'a database of a million calls, and its retention',
      run: () => import('./growth/main.ts'),
    },
    scaling: {
      what: 'what many calls a day need, from the figures of calls',
      run: () => import('./scaling.ts'),
    },
    store: { what: "the store's part of a call", run: () => import('./store-calls.ts') },
    dashboard: { what: 'how soon a page shows something', run: () => import('./dashboard.ts') },
    webhooks: { what: 'what lost webhooks cost', run: () => import('./webhooks.ts') },
  },
  'calls',
);
