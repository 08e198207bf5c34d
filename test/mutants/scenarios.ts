/** The situations mutants are tried in. Each must hold on the product as it is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Action, Fault, Moment } from '../faults/faults.ts';
import type { LedgerLine } from '../faults/verdict.ts';
import type { World } from '../faults/world.ts';
import { crossIds, intrude } from './intruder.ts';
import { atLeast, isFact, QUIET, SMALL, type Scenario } from './scenario.ts';

const isPlaced = (line: LedgerLine) => line['fact'] === 'decision' && line['placed'] !== null;
const answered = (form: string) => (line: LedgerLine) => isPlaced(line) && line['answer'] === form;
const refused = (status: number) =>
  isFact('decision', (line) => line['outcome'] === 'refused' && line['status'] === status);
const both =
  (...all: ((ledger: LedgerLine[]) => boolean)[]) =>
  (ledger: LedgerLine[]): boolean =>
    all.every((holds) => holds(ledger));

const fault = (name: string, moment: Moment, action: Action): Fault => ({
  cell: '',
  name,
  moment,
  ...action,
});
const atMs = (ms: number) => ({ on: 'clock', ms }) as const;

const ordinary = { timeFactor: 200, webhooks: true, load: SMALL, faults: [] };

export const SCENARIOS: Scenario[] = [
  {
    ...ordinary,
    name: 'bills',
    says: 'bills of ten decimals, each corrected when it has been read',
    // Amounts of 18 digits: floats would add small ones right by chance.
    carrier: [
      ...QUIET,
      '--cost-per-minute=12345678',
      '--cost-decimals=10',
      '--corrected-cost=1',
      '--correction-ms=100s-200s',
    ],
    // The last correction comes a second after its bill, and a sweep relays it.
    tailMs: 6_000,
    reached: atLeast(20, isFact('billed')),
  },
  {
    ...ordinary,
    name: 'answers-lost',
    says: 'answers to POSTs reset, replaced by a 5xx, or late',
    carrier: [
      ...QUIET,
      '--answer-reset=0.3',
      '--server-error-placed=0.3',
      '--answer-held=0.3',
      '--answer-hold-ms=300-600',
    ],
    reached: both(
      atLeast(2, answered('reset')),
      atLeast(2, answered('held')),
      atLeast(
        2,
        isFact('decision', (line) => Number(line['status']) >= 500),
      ),
    ),
  },
  {
    ...ordinary,
    name: 'carrier-away',
    says: 'the answer to a POST lost, and the carrier away for longer than an unknown call waits',
    carrier: QUIET,
    faults: [
      fault(
        'carrier away',
        { on: 'post', nth: 3, phase: 'passed' },
        { do: 'link', link: 'carrier', trouble: 'refused', forMs: 12_000, ratio: 1 },
      ),
    ],
    reached: atLeast(3, isPlaced),
  },
  {
    ...ordinary,
    name: 'silence',
    says: 'half of the answers lost, and not one webhook',
    carrier: [...QUIET, '--answer-reset=0.4', '--lost-webhooks=1'],
    reached: both(atLeast(3, answered('reset')), atLeast(3, answered('sent'))),
  },
  {
    ...ordinary,
    name: 'worker-killed',
    says: 'the worker killed over a POST that the carrier has accepted',
    timeFactor: 100,
    carrier: [...QUIET, '--talk-ms=60s-120s'],
    faults: [
      fault(
        'kill at a POST',
        { on: 'post', nth: 3, phase: 'passed' },
        { do: 'kill', who: ['worker'], downMs: 0, held: 'lost' },
      ),
    ],
    reached: atLeast(5, isPlaced),
  },
  {
    ...ordinary,
    name: 'terminated',
    says: 'workflows of live calls terminated by hand',
    timeFactor: 40,
    load: { ...SMALL, contacts: 6 },
    carrier: [...QUIET, '--talk-ms=200s-240s', '--customer-no-answer=0'],
    act: terminateLiveCalls,
    excused: /ended TERMINATED$/,
    reached: atLeast(6, isPlaced),
  },
  {
    ...ordinary,
    name: 'ids-crossed',
    says: 'on the URL of a call whose answer was lost, the id of another call',
    timeFactor: 20,
    load: { ...SMALL, contacts: 10 },
    carrier: [
      ...QUIET,
      '--answer-reset=0.5',
      '--skip-agent-ringing=1',
      '--agent-ring-ms=40s-60s',
      '--talk-ms=1s-5s',
    ],
    act: crossIds,
    reached: both(atLeast(2, answered('reset')), atLeast(2, answered('sent'))),
  },
  {
    ...ordinary,
    name: 'redirected',
    says: 'POSTs accepted and answered with a redirect to the same address',
    carrier: QUIET,
    faults: [
      fault('answers become redirects', atMs(0), {
        do: 'link',
        link: 'carrier',
        trouble: 'redirected',
        forMs: 4_000,
        ratio: 0.5,
      }),
    ],
    reached: atLeast(6, isPlaced),
  },
  {
    ...ordinary,
    name: 'server-killed',
    says: 'the server killed as soon as it has acknowledged a webhook',
    carrier: QUIET,
    faults: [
      fault(
        'kill after a webhook',
        { on: 'webhook', nth: 8, phase: 'answered' },
        { do: 'kill', who: ['server'], downMs: 0 },
      ),
    ],
    reached: atLeast(10, isFact('try')),
  },
  {
    ...ordinary,
    name: 'temporal-away',
    says: 'Temporal down while webhooks arrive',
    carrier: QUIET,
    faults: [
      fault(
        'kill Temporal',
        { on: 'webhook', nth: 6, phase: 'reached' },
        { do: 'kill', who: ['temporal'], downMs: 2_000 },
      ),
    ],
    reached: atLeast(20, isFact('try')),
  },
  {
    ...ordinary,
    name: 'disorder',
    says: 'webhooks doubled, late and in every order, after the end too; finalized first',
    timeFactor: 100,
    carrier: [
      ...QUIET,
      '--duplicate-webhooks=1',
      '--late-webhooks=0.5',
      '--late-ms=10s-90s',
      '--finalized-first=0.3',
      '--skip-agent-ringing=0',
      '--dropped=0.7',
      // A bridged call is known by its recording as well; only events show how far these came.
      '--customer-no-answer=0.4',
    ],
    // What comes after the end of its workflow is relayed by a sweep.
    tailMs: 5_000,
    faults: [fault('server rolled', atMs(1_200), { do: 'roll', who: ['server'] })],
    reached: both(
      atLeast(
        20,
        isFact('try', (line) => line['copy'] === 2),
      ),
      atLeast(5, isFact('billed')),
    ),
  },
  {
    ...ordinary,
    name: 'no-webhooks',
    says: 'not one webhook, every answer there',
    carrier: [...QUIET, '--lost-webhooks=1', '--billing-ms=200s-300s', '--customer-no-answer=0.4'],
    reached: atLeast(12, isFact('billed')),
  },
  {
    ...ordinary,
    name: 'intruder',
    says: 'odd, forged and guessed webhooks beside the real ones',
    timeFactor: 60,
    carrier: [...QUIET, '--customer-no-answer=0.4', '--talk-ms=100s-150s', '--billing-ms=20s-40s'],
    act: intrude,
    reached: atLeast(6, isPlaced),
  },
  {
    ...ordinary,
    name: 'desk',
    says: 'recordings that nobody announces, redirected with 307 to another origin',
    load: { ...SMALL, contacts: 8 },
    carrier: [...QUIET, '--lost-recording-webhooks=1', '--variant=recordingRedirect=307'],
    reached: both(atLeast(3, isFact('lookup')), atLeast(3, isFact('storage'))),
  },
  {
    ...ordinary,
    name: 'downloads-cut',
    says: 'downloads of recordings that break in the middle',
    // Each first download may be whole by chance; of eight at least one is not.
    load: { ...SMALL, contacts: 8 },
    carrier: [...QUIET, '--download-cut=0.5'],
    reached: atLeast(5, isFact('storage')),
  },
  {
    ...ordinary,
    name: 'numbers-shared',
    says: 'two campaigns with the same numbers, and few agents',
    load: { campaigns: 2, contacts: 8, sharedNumbers: 8, agents: 4 },
    timeFactor: 100,
    // Longer than a busy machine takes for the next claim, so that an agent who is freed too soon is taken again.
    carrier: [...QUIET, '--talk-ms=200s-300s'],
    reached: atLeast(16, isPlaced),
  },
  {
    ...ordinary,
    name: 'persons-shared',
    says: 'two campaigns with the same persons, each time at another number',
    load: { campaigns: 2, contacts: 8, sharedNumbers: 0, sharedPersons: 8, agents: 8 },
    timeFactor: 100,
    carrier: [...QUIET, '--talk-ms=200s-300s'],
    reached: atLeast(16, isPlaced),
  },
  {
    ...ordinary,
    name: 'stopped',
    says: 'campaign paused for a while, then the account stopped for a while',
    load: { ...SMALL, contacts: 40 },
    carrier: QUIET,
    faults: [
      fault('pause', atMs(300), { do: 'operate', act: 'pause', forMs: 2_500 }),
      fault('stop', atMs(3_300), { do: 'operate', act: 'stop', forMs: 2_500 }),
    ],
    reached: atLeast(40, isPlaced),
  },
  {
    ...ordinary,
    name: 'refused',
    says: '402 to everybody for the first while',
    carrier: [...QUIET, '--refuse=402@0s-6000s', '--customer-no-answer=0.7'],
    load: { ...SMALL, contacts: 14 },
    reached: both(atLeast(4, refused(402)), atLeast(10, isPlaced)),
  },
];

/** For as long as the first calls live: each workflow once. */
async function terminateLiveCalls({ temporalAddress }: World): Promise<number> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const client = new Client({ connection });
    const query = `WorkflowType = 'callWorkflow' AND ExecutionStatus = 'Running'`;
    const terminated = new Set<string>();
    for (const untilMs = Date.now() + 6_000; Date.now() < untilMs; await sleep(500)) {
      for await (const { workflowId } of client.workflow.list({ query })) {
        if (terminated.has(workflowId)) continue;
        terminated.add(workflowId);
        await client.workflow.getHandle(workflowId).terminate('by hand');
      }
    }
    return terminated.size;
  } finally {
    await connection.close();
  }
}
