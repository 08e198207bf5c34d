/** Faults of real processes, and the alerts that each must fire. */
import { copyFiles } from '../database-files.ts';
import type { Engine, Fault, ProcessName } from '../faults.ts';
import type { World } from '../world.ts';

export interface Scenario {
  name: string;
  engine: Engine;
  /** In force from the start: it makes nothing fire before it strikes. */
  faults: readonly Fault[];
  /** What is done, in order; each step's alerts fire before the next begins. */
  steps: readonly Step[];
}

export interface Step {
  what: string;
  strike: (world: World, campaigns: readonly string[]) => Promise<void>;
  fires: readonly string[];
}

const moment = { on: 'clock', ms: 0 } as const;
/** Longer than any scenario. */
const FOR_GOOD_MS = 3_600_000;

const killed = (who: ProcessName, fires: readonly string[]): Step => ({
  what: `the ${who} killed`,
  strike: (world) => kill(world, who),
  fires,
});

async function kill({ processes }: World, ...names: ProcessName[]): Promise<void> {
  for (const name of names) processes.signal(name, 'SIGKILL');
  await Promise.all(names.map((name) => processes.ended(name)));
}

const OURS: ProcessName[] = ['server', 'worker'];
const STORE = 'dialwright.sqlite';

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'worker',
    engine: 'sqlite',
    faults: [],
    steps: [
      killed('worker', [
        'DialwrightWorkerDown',
        'DialwrightProcessDown',
        'DialwrightWorkAway',
        'DialwrightSweepLate',
        'DialwrightAgentsIdle',
      ]),
    ],
  },
  {
    name: 'temporal',
    engine: 'sqlite',
    faults: [],
    steps: [
      killed('temporal', ['DialwrightTemporalAway', 'DialwrightInboxLag']),
      killed('server', ['DialwrightServerDown']),
    ],
  },
  {
    name: 'carrier',
    engine: 'sqlite',
    faults: [],
    steps: [
      {
        what: 'answers to POSTs cut off, and all webhooks lost',
        async strike({ carrier, webhooks }) {
          const lost = { ratio: 1, chance: Math.random };
          void webhooks.make({ trouble: 'request-lost', ...lost }, FOR_GOOD_MS);
          void carrier.make({ trouble: 'answer-cut', ...lost, ratio: 0.3 }, FOR_GOOD_MS);
        },
        fires: ['DialwrightPostsUnknown', 'DialwrightWebhooksSilent', 'DialwrightUnknownCalls'],
      },
    ],
  },
  {
    name: 'money',
    engine: 'sqlite',
    faults: [{ cell: '', name: 'little money', moment, do: 'carrier', flags: ['--balance=3'] }],
    steps: [
      {
        what: 'a small budget for one campaign, and little money on the account',
        async strike({ client }, [campaign]) {
          const budget = { total: '0.8', reserve_per_call: '0.03', alert_at: 0.5 };
          await client.ask('PATCH', `/v1/campaigns/${campaign}`, { budget });
        },
        fires: ['DialwrightBudget', 'DialwrightHold'],
      },
    ],
  },
  {
    name: 'postgres',
    engine: 'postgres',
    faults: [],
    steps: [killed('postgres', ['DialwrightFiguresMissing', 'DialwrightWebhooksNotKept'])],
  },
  {
    name: 'old-copy',
    engine: 'sqlite',
    faults: [],
    steps: [
      {
        what: 'a copy of the database put back while calls went on',
        async strike(world) {
          const { processes, carrier } = world;
          await kill(world, ...OURS);
          copyFiles(processes, STORE, { from: '', to: '.copy' });
          await processes.start(OURS);
          const before = carrier.posts;
          while (carrier.posts < before + 10) await new Promise((done) => setTimeout(done, 100));
          await kill(world, ...OURS);
          copyFiles(processes, STORE, { from: '.copy', to: '' });
          await processes.start(OURS);
        },
        fires: ['DialwrightOldCopy'],
      },
    ],
  },
  {
    name: 'build',
    engine: 'sqlite',
    faults: [{ cell: '', name: 'a broken build', moment, do: 'incompatible', how: 'for good' }],
    steps: [
      {
        what: 'a worker of a build on which no history replays',
        async strike(world) {
          await kill(world, 'worker');
          world.processes.deployIncompatible();
          await world.processes.start(['worker']);
        },
        fires: ['DialwrightRunsFail'],
      },
    ],
  },
];
