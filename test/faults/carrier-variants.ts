/** How the simulated carrier may misbehave for a whole schedule, and what in its ledger shows that it did. */
import type { Chance } from './chance.ts';

export interface Variant {
  weight: number;
  cell: string;
  name: string;
  flags: (chance: Chance) => string[];
  /** The fields of the product's carrier profile for it. */
  profile?: Record<string, object>;
  /** Holds for a line of the ledger that this variant alone can have made. */
  shows: (line: Record<string, unknown>) => boolean;
  needsWebhooks?: boolean;
  /** Of the checker: each must have had cases. */
  checks?: string[];
  /** Only in slow schedules, in which alone it shows. Every other variant is drawn in quick ones. */
  slow?: boolean;
  /** The carrier never ends some calls, so the wait for the end is long. */
  losesCalls?: boolean;
}

type Line = Record<string, unknown>;
const isDecision = (holds: (line: Line) => boolean) => (line: Line) =>
  line['fact'] === 'decision' && holds(line);
const answered = (form: string) => isDecision((line) => line['answer'] === form);
const refused = (status: number) =>
  isDecision((line) => line['outcome'] === 'refused' && line['status'] === status);
const lostEvent = (line: Line) =>
  line['fact'] === 'transition' && (line['deliveries'] as unknown[]).length === 0;
const fact =
  (name: string, holds: (line: Line) => boolean = () => true) =>
  (line: Line) =>
    line['fact'] === name && holds(line);
const ratio = (chance: Chance) => (0.1 + chance.next() * 0.3).toFixed(2);
/** In the carrier's time, from its start: the worker comes up some real seconds, so many minutes, later. */
const window = (chance: Chance) => `${chance.whole(5, 20)}m-${chance.whole(30, 60)}m`;

export const VARIANTS: Variant[] = [
  {
    weight: 3,
    cell: 'F5',
    name: 'answers reset, call placed',
    flags: (chance) => [`--answer-reset=${ratio(chance)}`],
    shows: answered('reset'),
  },
  {
    weight: 2,
    cell: 'F5',
    name: 'answers never come, call placed',
    flags: () => ['--answer-silent=0.1'],
    shows: answered('silent'),
  },
  {
    weight: 1,
    cell: 'F5',
    name: 'answers late, call placed',
    flags: () => ['--answer-held=0.3', '--answer-hold-ms=300-1800'],
    shows: answered('held'),
  },
  {
    weight: 2,
    cell: 'F5',
    name: 'answers unreadable, call placed',
    flags: (chance) => [`--answer-unreadable=${ratio(chance)}`],
    shows: answered('unreadable'),
  },
  {
    weight: 3,
    cell: 'F6',
    name: 'answers lost and no webhooks at all',
    checks: ['I2c'],
    flags: () => ['--answer-reset=0.15', '--lost-webhooks=1'],
    shows: answered('reset'),
  },
  {
    weight: 2,
    cell: 'F7',
    name: 'webhooks before the answer',
    flags: () => ['--events-before-answer=0.7', '--webhook-ms=0'],
    shows: fact('try'),
    needsWebhooks: true,
  },
  {
    weight: 2,
    cell: 'F8',
    name: 'duplicates and disorder',
    flags: () => ['--duplicate-webhooks=0.5', '--late-webhooks=0.4', '--seq-gaps=0.3'],
    shows: fact('try', (line) => line['copy'] === 2),
    checks: ['I5', 'I5b', 'I6'],
    needsWebhooks: true,
  },
  {
    weight: 2,
    cell: 'F8',
    name: 'finalized first',
    flags: (chance) => [
      '--finalized-first=0.6',
      `--variant=finalizedSeq=${chance.pick(['after', 'before'])}`,
    ],
    shows: fact('billed'),
    needsWebhooks: true,
  },
  {
    weight: 1,
    cell: 'F23',
    name: 'webhooks late, after the end',
    flags: () => ['--late-webhooks=0.3', '--late-ms=2m-8m'],
    shows: fact('try', (line) => line['event'] === 'click2call.bridged'),
    needsWebhooks: true,
  },
  {
    weight: 2,
    cell: 'F9',
    name: 'single webhooks missing',
    flags: (chance) => [
      `--lost-event=${chance.pick(['agent_ringing', 'agent_answered', 'bridged', 'completed', 'failed', 'finalized'])}:0.7`,
      '--lost-webhooks=0.1',
    ],
    shows: lostEvent,
    needsWebhooks: true,
  },
  {
    weight: 2,
    cell: 'F37',
    name: 'webhooks lost over a whole campaign',
    flags: () => ['--lost-webhooks=1'],
    shows: lostEvent,
    needsWebhooks: true,
  },
  {
    weight: 1,
    cell: 'F9',
    name: 'acknowledgements lost',
    flags: () => ['--lost-acks=0.3'],
    shows: fact('try-end', (line) => line['ack_lost'] === true),
    needsWebhooks: true,
  },
  {
    weight: 3,
    cell: 'F11',
    name: '5xx storm, call placed anyway in half of them',
    flags: (chance) => [
      `--server-error-placed=${ratio(chance)}`,
      `--server-error-unplaced=${ratio(chance)}`,
    ],
    shows: isDecision((line) => Number(line['status']) >= 500),
  },
  {
    weight: 2,
    cell: 'F11',
    name: '5xx on reads',
    flags: (chance) => [`--read-server-error=${ratio(chance)}`],
    shows: fact('read', (line) => line['status'] === 503),
  },
  {
    weight: 2,
    cell: 'F4',
    name: 'connections dropped before acceptance',
    flags: () => ['--drop-before-accept=0.15'],
    shows: isDecision((line) => line['outcome'] === 'dropped'),
  },
  {
    weight: 3,
    cell: 'F12',
    name: '402 flapping',
    flags: (chance) => [`--refuse=402@${window(chance)}`, '--refuse=402:0.1'],
    shows: refused(402),
    checks: ['I11'],
  },
  {
    weight: 2,
    cell: 'F12',
    name: '409 flapping',
    flags: (chance) => [`--refuse=409@${window(chance)}`],
    shows: refused(409),
    checks: ['I11'],
  },
  {
    weight: 1,
    cell: 'F12',
    name: 'the balance runs out and is topped up',
    flags: () => ['--balance=0.2', '--top-up=50@40m'],
    shows: refused(402),
    checks: ['I11'],
  },
  {
    weight: 2,
    cell: 'F12',
    name: '403, lifted by a person',
    flags: (chance) => [`--refuse=403@${window(chance)}`],
    shows: refused(403),
  },
  {
    weight: 1,
    cell: 'F13',
    name: '429 from the carrier',
    flags: () => ['--refuse=429:0.15'],
    shows: refused(429),
  },
  {
    weight: 1,
    cell: 'F24',
    name: 'numbers the carrier will not dial',
    flags: (chance) => [`--refuse=invalid_destination=*${chance.whole(0, 9)}`],
    shows: refused(422),
  },
  {
    weight: 1,
    cell: 'F32',
    name: 'key revoked for a while',
    flags: (chance) => [`--refuse=401@${window(chance)}`],
    shows: refused(401),
  },
  {
    weight: 1,
    cell: 'F28',
    name: 'calls frozen at the carrier',
    flags: () => ['--frozen=0.05'],
    shows: fact('request'),
    losesCalls: true,
  },
  {
    weight: 1,
    cell: 'F28',
    name: 'calls the carrier forgets',
    flags: () => ['--forgotten=0.05'],
    shows: fact('read', (line) => line['status'] === 404),
    losesCalls: true,
  },
  {
    weight: 2,
    cell: 'F29',
    name: 'reads lag behind',
    flags: () => ['--read-lag-ms=60s'],
    shows: fact('read'),
  },
  {
    weight: 3,
    cell: 'F29',
    name: 'reads lag behind the webhook of the end',
    flags: (chance) => [`--read-lag-ms=${chance.whole(1_000, 2_000)}ms`],
    shows: fact('read'),
    needsWebhooks: true,
    slow: true,
  },
  {
    weight: 2,
    cell: 'F30',
    name: 'bills corrected when the call is long over',
    flags: () => ['--corrected-cost=0.5', '--correction-ms=30s-50s'],
    shows: fact('billed'),
    checks: ['I4'],
    needsWebhooks: true,
    slow: true,
  },
  {
    weight: 1,
    cell: 'F17',
    name: 'links to recordings expire at once',
    flags: () => ['--link-life-ms=10s'],
    shows: fact('storage', (line) => line['status'] === 403),
    needsWebhooks: true,
  },
  {
    weight: 2,
    cell: 'F18',
    name: 'recordings redirected in every way',
    flags: (chance) => [
      `--variant=recordingRedirect=${chance.pick([301, 302, 303, 307, 308])}`,
      `--variant=recordingLocation=${chance.pick(['absolute', 'network-path'])}`,
      `--recording-hops=${chance.whole(0, 2)}`,
      '--lost-recording-webhooks=0.5',
    ],
    shows: fact('lookup', (line) => Number(line['status']) < 400),
  },
  {
    weight: 2,
    cell: 'F19',
    name: 'recordings cut',
    flags: () => ['--download-cut=0.4', '--download-server-error=0.1'],
    shows: fact('storage', (line) => line['status'] === 200),
  },
  {
    weight: 2,
    cell: 'F20',
    name: 'recordings 404 now, there later',
    flags: () => ['--recording-ready-ms=1m-15m', '--lost-recording-webhooks=0.8'],
    shows: fact('lookup', (line) => line['status'] === 404),
  },
  {
    weight: 2,
    cell: 'F30',
    name: 'costs of ten digits, some of them credits',
    flags: (chance) => [
      '--cost-decimals=10',
      '--negative-cost=0.1',
      `--variant=costForm=${chance.pick(['number', 'string'])}`,
    ],
    shows: fact('billed', (line) => /\.\d{7}/.test(String(line['cost']))),
  },
  {
    weight: 2,
    cell: 'F30',
    name: 'costs corrected, or missing at first',
    flags: () => ['--corrected-cost=0.2', '--unpriced=0.2', '--correction-ms=1s-60s'],
    shows: fact('billed', (line) => line['cost'] === null),
  },
  {
    weight: 1,
    cell: 'F19',
    name: 'recordings cut where only the end of the connection marks their end',
    flags: () => ['--download-cut=0.4', '--variant=downloadFraming=close'],
    shows: fact('storage', (line) => line['status'] === 200),
  },
  {
    weight: 1,
    cell: 'F19',
    name: 'recordings that fall silent',
    flags: () => ['--download-stall=0.15'],
    shows: fact('storage', (line) => line['status'] === 200),
  },
  {
    weight: 1,
    cell: 'F20',
    name: 'a Call ID that is not the call’s id, as the profile says',
    flags: () => ['--variant=callIdField=callid', '--lost-recording-webhooks=0.3'],
    profile: { recording: { callIdField: 'callid' } },
    shows: fact('lookup', (line) => Number(line['status']) < 400),
  },
  {
    weight: 1,
    cell: 'F10',
    name: 'fields and codes of other names, as the profile says',
    flags: () => [
      '--variant=destinationField=to',
      '--variant=sipAccountField=from_account',
      '--variant=statusField=phase',
      '--variant=successStatus=200',
    ],
    profile: {
      place: { destinationField: 'to', sipAgentField: 'from_account' },
      call: { statusField: 'phase' },
    },
    shows: isDecision((line) => line['placed'] !== null),
  },
  {
    weight: 1,
    cell: 'F30',
    name: 'costs as strings',
    flags: () => ['--variant=costForm=string'],
    shows: fact('billed'),
  },
  {
    weight: 1,
    cell: 'F10',
    name: 'odd ids',
    flags: () => ['--variant=idForm=odd'],
    shows: isDecision((line) => line['placed'] !== null),
  },
  {
    weight: 1,
    cell: 'F10',
    name: 'errors without a code',
    flags: (chance) => [
      `--variant=errorBody=${chance.pick(['no-code', 'flat'])}`,
      '--refuse=402:0.2',
    ],
    shows: refused(402),
    checks: ['I11'],
  },
];
