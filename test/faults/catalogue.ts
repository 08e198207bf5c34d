/** Faults that strike at a moment, and how often each is drawn. Cells are those of the fault matrix. */
import {
  anyTime,
  atPost,
  atWebhook,
  freeze,
  kill,
  LATEST_POST,
  link,
  type Entry,
} from './catalogue-entries.ts';
import type { Action, ProcessName, Trouble } from './faults.ts';
import { OF_TEMPORAL } from './healing-catalogue.ts';
import { OF_POSTGRES } from './postgres-catalogue.ts';

function operate(act: Extract<Action, { do: 'operate' }>['act'], weight: number): Entry {
  return {
    weight,
    cell: 'F36',
    name: `a person asks for: ${act}`,
    draw: (chance) => ({
      moment: chance.happens(0.5) ? atPost('passed')(chance) : anyTime(chance),
      do: 'operate',
      act,
      forMs: chance.whole(300, 1_500),
    }),
  };
}

/** From one of the first or of the middle POSTs to the end. */
function ofTheCampaign(
  trouble: Trouble,
  { name, from: [earliest, latest] }: { name: string; from: [number, number] },
): Entry {
  return {
    weight: 1,
    cell: 'F37',
    name,
    needsWebhooks: true,
    draw: (chance) => ({
      moment: { on: 'post', nth: chance.whole(earliest, latest), phase: 'reached', afterMs: 0 },
      do: 'link',
      link: 'webhooks',
      trouble,
      forMs: 'campaign',
      ratio: 1,
    }),
  };
}

/** @param what `stepMs`: how far it is set, either way; else by some seconds */
function setClock(
  who: 'worker' | 'server' | 'machine',
  what: { name: string; beside?: ProcessName; stepMs?: number },
): Entry {
  const { name, beside, stepMs } = what;
  return {
    weight: stepMs === undefined ? 2 : 1,
    cell: 'F40',
    name,
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'set-clock',
      who,
      byMs: (stepMs ?? chance.whole(5_000, 25_000)) * chance.pick([1, -1]),
      ...(beside ? { beside } : {}),
    }),
  };
}

const HOUR_MS = 60 * 60_000;
const WORKER: ProcessName[] = ['worker'];
const SERVER: ProcessName[] = ['server'];

export const CATALOGUE: Entry[] = [
  ...OF_POSTGRES,
  ...OF_TEMPORAL,
  kill('F1', WORKER, { name: 'kill worker, any time', moment: anyTime, weight: 3 }),
  kill('F1', WORKER, {
    name: 'kill worker, intent stored and nothing sent',
    moment: atPost('reached'),
    held: 'lost',
    weight: 3,
  }),
  kill('F1', WORKER, { name: 'kill worker, POST half sent', moment: atPost('halfway'), weight: 2 }),
  kill('F1', WORKER, {
    name: 'kill worker, POST sent and not yet with the carrier',
    moment: atPost('reached'),
    held: 'delivered',
    weight: 3,
  }),
  kill('F1', WORKER, {
    name: 'kill worker, call accepted and answer not read',
    moment: atPost('passed'),
    weight: 4,
  }),
  kill('F1', WORKER, { name: 'kill worker, answer read', moment: atPost('answered'), weight: 3 }),
  kill('F1', WORKER, {
    name: 'kill worker, as a webhook arrives',
    moment: atWebhook('answered'),
    weight: 2,
  }),
  kill('F2', ['temporal'], { name: 'kill Temporal, any time', moment: anyTime, weight: 3 }),
  kill('F2', ['temporal'], {
    name: 'kill Temporal, as a webhook is signalled',
    moment: atWebhook('answered'),
    weight: 2,
  }),
  kill('F2', ['temporal'], {
    name: 'kill Temporal, call accepted and not reported',
    moment: atPost('passed'),
    weight: 2,
  }),
  {
    weight: 2,
    cell: 'F2',
    name: 'Temporal down longer than webhooks are retried',
    draw: (chance) => ({ moment: anyTime(chance), do: 'kill', who: ['temporal'], downMs: 7_000 }),
  },
  kill('F3', SERVER, { name: 'kill server, any time', moment: anyTime, weight: 2 }),
  kill('F3', SERVER, {
    name: 'kill server, webhook half read',
    moment: atWebhook('halfway'),
    weight: 2,
  }),
  kill('F3', SERVER, {
    name: 'kill server, webhook stored and not acknowledged',
    moment: atWebhook('passed'),
    held: 'lost',
    weight: 3,
  }),
  kill('F3', SERVER, {
    name: 'kill server, webhook acknowledged and not signalled',
    moment: atWebhook('answered'),
    weight: 3,
  }),
  {
    weight: 2,
    cell: 'F3',
    name: 'ingress down longer than webhooks are retried',
    needsWebhooks: true,
    draw: (chance) => ({ moment: anyTime(chance), do: 'kill', who: SERVER, downMs: 7_000 }),
  },
  kill('F5', ['simulator'], { name: 'kill carrier, any time', moment: anyTime, weight: 1 }),
  kill('F5', ['simulator'], {
    name: 'kill carrier, call accepted and not answered',
    moment: atPost('passed'),
    held: 'lost',
    weight: 1,
  }),
  kill('F1', ['worker', 'server', 'temporal', 'simulator'], {
    name: 'kill everything',
    moment: anyTime,
    weight: 3,
  }),
  kill('F1', ['worker', 'server', 'temporal'], {
    name: 'kill everything of ours, call accepted and answer not read',
    moment: atPost('passed'),
    weight: 2,
  }),

  link('F4', 'carrier', { name: 'carrier refuses connections', trouble: 'refused', weight: 2 }),
  link('F4', 'carrier', {
    name: 'requests to the carrier cut after they were sent',
    trouble: 'request-lost',
    weight: 2,
  }),
  link('F4', 'carrier', {
    name: 'requests to the carrier vanish',
    trouble: 'request-silent',
    weight: 2,
  }),
  link('F4', 'carrier', { name: 'requests to the carrier late', trouble: 'late', weight: 1 }),
  link('F5', 'carrier', { name: 'answers of the carrier cut', trouble: 'answer-cut', weight: 3 }),
  link('F5', 'carrier', {
    name: 'answers of the carrier vanish',
    trouble: 'answer-silent',
    weight: 3,
  }),
  link('F5', 'carrier', { name: 'answers of the carrier late', trouble: 'answer-late', weight: 2 }),
  link('F5', 'carrier', {
    name: '502 from a middle box after the carrier has accepted',
    trouble: 'bad-gateway',
    weight: 3,
  }),
  link('F13', 'carrier', { name: '429 from a middle box', trouble: 'too-many', weight: 1 }),

  link('F8', 'webhooks', {
    name: 'webhooks late and out of order',
    trouble: 'late',
    weight: 2,
    ratio: 0.8,
  }),
  link('F8', 'webhooks', { name: 'webhooks doubled', trouble: 'doubled', weight: 2 }),
  link('F9', 'webhooks', { name: 'webhooks cut on their way', trouble: 'request-lost', weight: 2 }),
  link('F9', 'webhooks', {
    name: 'acknowledgements cut on their way',
    trouble: 'answer-cut',
    weight: 2,
  }),
  link('F9', 'webhooks', {
    name: 'webhooks refused longer than they are retried',
    trouble: 'refused',
    weight: 1,
    longestMs: 7_000,
  }),
  link('F10', 'webhooks', { name: 'odd bodies on callback URLs', trouble: 'odd', weight: 2 }),
  link('F10', 'webhooks', { name: 'forged ends on callback URLs', trouble: 'forged', weight: 2 }),

  {
    weight: 6,
    cell: 'F10',
    name: 'forged ends of calls that live',
    needsWebhooks: true,
    checks: ['I6b'],
    slow: true,
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'forge',
      forMs: chance.whole(1_000, 8_000),
    }),
  },
  {
    weight: 4,
    cell: 'F10',
    name: 'forged ends over a whole campaign',
    needsWebhooks: true,
    checks: ['I6b'],
    slow: true,
    draw: () => ({
      moment: { on: 'post', nth: 1, phase: 'reached', afterMs: 0 },
      do: 'forge',
      forMs: 'campaign',
    }),
  },
  {
    weight: 2,
    cell: 'F5',
    name: 'call accepted and not answered, and the carrier away for longer than an unknown call waits',
    needsWebhooks: true,
    draw: (chance) => ({
      moment: atPost('passed')(chance),
      do: 'link',
      link: 'carrier',
      trouble: 'refused',
      forMs: chance.whole(9_000, 12_000),
      ratio: 1,
    }),
  },

  link('F2', 'temporal', { name: 'connections to Temporal break', trouble: 'refused', weight: 2 }),
  link('F2', 'temporal', {
    name: 'connections to Temporal silent',
    trouble: 'request-silent',
    weight: 2,
  }),

  freeze('F26', 'worker', 'worker frozen, a zombie afterwards', 4_000),
  {
    weight: 3,
    cell: 'F26',
    name: 'worker frozen beyond every deadline, another takes over, both go on',
    draw: (chance) => ({
      moment: atPost(chance.pick(['reached', 'passed']))(chance),
      do: 'freeze',
      who: 'worker',
      forMs: chance.whole(10_000, 14_000),
      meanwhile: 'second-worker',
    }),
  },
  freeze('F34', 'server', 'server frozen', 3_000),
  freeze('F2', 'temporal', 'Temporal frozen', 3_000),
  freeze('F5', 'simulator', 'carrier frozen', 2_000),
  {
    weight: 2,
    cell: 'F27',
    name: 'SIGTERM, restarted one by one',
    draw: (chance) => ({ moment: anyTime(chance), do: 'roll', who: ['server', 'worker'] }),
  },
  {
    weight: 1,
    cell: 'F27',
    name: 'SIGTERM in the middle of a POST',
    draw: (chance) => ({ moment: atPost('reached')(chance), do: 'roll', who: ['worker'] }),
  },
  ofTheCampaign('request-lost', { name: 'webhooks lost from half way on', from: [6, LATEST_POST] }),
  ofTheCampaign('unreadable', { name: 'webhooks unreadable over a whole campaign', from: [1, 1] }),
  ofTheCampaign('unreadable', {
    name: 'webhooks unreadable from half way on',
    from: [6, LATEST_POST],
  }),
  setClock('worker', {
    name: 'a worker’s clock is set, beside another whose clock is right',
    beside: 'second-worker',
  }),
  setClock('worker', { name: 'the worker’s clock is set while calls are paced' }),
  setClock('server', { name: 'the server’s clock is set' }),
  setClock('machine', { name: 'the machine’s clock is set by an hour', stepMs: HOUR_MS }),
  setClock('machine', { name: 'the machine’s clock is set by a day', stepMs: 24 * HOUR_MS }),
  {
    // By its name only, because it mounts a file system.
    weight: 0,
    cell: 'F16',
    name: 'the disk of the store is full',
    engine: 'sqlite',
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'fill-disk',
      forMs: chance.whole(4_000, 12_000),
    }),
  },
  {
    weight: 1,
    cell: 'A26',
    name: 'a flood of recording webhooks',
    needsWebhooks: true,
    checks: ['I6', 'I6b'],
    draw: (chance) => ({ moment: anyTime(chance), do: 'flood', posts: chance.whole(1_000, 3_000) }),
  },
  {
    weight: 1,
    cell: 'A25',
    name: 'sockets without a key whose bodies dribble',
    needsWebhooks: true,
    checks: ['I6'],
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'dribble',
      sockets: chance.whole(200, 600),
      forMs: chance.whole(5_000, 15_000),
    }),
  },
  operate('pause', 3),
  operate('stop', 2),
  operate('append', 2),
  operate('cancel', 1),
  operate('hang-up', 2),
];
