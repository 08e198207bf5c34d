/** Faults that strike the store's Postgres: row F38 of the fault matrix. */
import { anyTime, atPost, atWebhook, freeze, kill, link, type Entry } from './catalogue-entries.ts';
import type { ProcessName } from './faults.ts';

const POSTGRES: ProcessName[] = ['postgres'];
/** A statement of ours waits for 10 s, an answer for 12 s, and a unit that stands still is cut off after 15 s. */
const BEYOND_TIME_OUTS = { leastMs: 13_000, longestMs: 17_000 };

const ENTRIES: Entry[] = [
  kill('F38', POSTGRES, { name: 'kill Postgres, any time', moment: anyTime, weight: 3 }),
  kill('F38', POSTGRES, {
    name: 'kill Postgres, intent stored and POST not yet with the carrier',
    moment: atPost('reached'),
    held: 'delivered',
    weight: 3,
  }),
  kill('F38', POSTGRES, {
    name: 'kill Postgres, call accepted and answer not read',
    moment: atPost('passed'),
    weight: 3,
  }),
  kill('F38', POSTGRES, {
    name: 'kill Postgres, as a webhook arrives',
    moment: atWebhook('reached'),
    weight: 3,
  }),
  {
    weight: 2,
    cell: 'F38',
    name: 'Postgres down longer than webhooks are retried',
    draw: (chance) => ({ moment: anyTime(chance), do: 'kill', who: POSTGRES, downMs: 7_000 }),
  },
  kill('F38', ['worker', 'server', 'temporal', 'simulator', 'postgres'], {
    name: 'kill everything, and Postgres',
    moment: anyTime,
    weight: 2,
  }),
  {
    weight: 3,
    cell: 'F38',
    name: 'Postgres restarted',
    draw: (chance) => ({
      moment: chance.happens(0.5) ? atPost('passed')(chance) : anyTime(chance),
      do: 'roll',
      who: POSTGRES,
    }),
  },
  freeze('F38', 'postgres', 'Postgres frozen', 5_000),
  {
    weight: 2,
    cell: 'F38',
    name: 'Postgres frozen beyond every time-out',
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'freeze',
      who: 'postgres',
      forMs: chance.whole(BEYOND_TIME_OUTS.leastMs, BEYOND_TIME_OUTS.longestMs),
    }),
  },
  {
    weight: 3,
    cell: 'F38',
    name: 'one process of Postgres frozen, with what it has locked',
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'freeze-backend',
      forMs: chance.whole(2_000, BEYOND_TIME_OUTS.longestMs),
    }),
  },
  link('F38', 'postgres', { name: 'connections to Postgres break', trouble: 'refused', weight: 3 }),
  link('F38', 'postgres', {
    name: 'connections to Postgres silent',
    trouble: 'request-silent',
    weight: 2,
  }),
  link('F38', 'postgres', {
    name: 'connections to Postgres silent beyond every time-out',
    trouble: 'request-silent',
    weight: 2,
    ...BEYOND_TIME_OUTS,
  }),
  {
    weight: 2,
    cell: 'F38',
    name: 'Postgres fails over to its standby',
    draw: (chance) => ({ moment: anyTime(chance), do: 'fail-over' }),
  },
];

export const OF_POSTGRES: Entry[] = ENTRIES.map((entry) => ({ ...entry, engine: 'postgres' }));
