/** The steps of a long campaign, from its list to the erasure of a person, each by the HTTP API. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import type { Product } from '../calls/product.ts';
import { addOneForTomorrow, importList } from '../claims/filling.ts';
import { progressOf, reporter } from '../claims/progress.ts';
import { goodNumber } from '../contact-lists.ts';
import { callRates } from './report.ts';

export interface MillionRun {
  product: Pick<Product, 'api' | 'client'>;
  folder: string;
  /** CSV, with as many rows. */
  file: string;
  contacts: number;
  dialMs: number;
  /** As soon as there is one. */
  campaignId?: string;
  cloneId?: string;
}

export interface Step {
  name: string;
  /** @returns what came of it */
  run: (run: MillionRun) => Promise<string>;
}

/** Longer than the server's own limits for a preflight or a rehearsal. */
const PATIENCE_MS = 10 * 60_000;
const POLL_EVERY_MS = 500;
/** What runs behind an answer has failed if it does not move for so long. */
const STANDS_STILL_MS = 10 * 60_000;
const MEGABYTE = 1e6;

/** In this order. */
export const stepsOf = ({ dialMs }: Pick<MillionRun, 'dialMs'>): Step[] => [
  { name: 'import', run: importContacts },
  { name: 'preflight', run: preflight },
  { name: 'rehearse, 5 runs', run: (run) => rehearse(run, 5) },
  { name: 'rehearse, 1 run', run: (run) => rehearse(run, 1) },
  ...(dialMs > 0
    ? [
        { name: 'claim and dial', run: dial },
        { name: 'pause', run: pause },
      ]
    : []),
  { name: 'report of contacts', run: reportContacts },
  { name: 'report of calls', run: reportCalls },
  { name: 'clone', run: clone },
  { name: 'cancel the clone', run: cancelClone },
  { name: 'erase a number', run: erase },
];

async function importContacts(run: MillionRun): Promise<string> {
  const { product, file, contacts } = run;
  const { id } = await product.api.post<Campaign>('/v1/campaigns', { body: { name: 'Million' } });
  run.campaignId = id;
  const beganAtMs = performance.now();
  await importList(product, id, { file, contacts, onProgress: progressOf('imported', contacts) });
  const perSecond = (contacts * 1_000) / (performance.now() - beganAtMs);
  await addOneForTomorrow(product, id);
  return `${perSecond.toFixed(0)} contacts/s`;
}

async function preflight(run: MillionRun): Promise<string> {
  const { first_dial_at: first, contacts } = await run.product.client.post(
    '/v1/campaigns/{campaignId}/preflight',
    { path: { campaignId: campaignOf(run) }, body: {}, patienceMs: PATIENCE_MS },
  );
  const later = contacts.later.reduce((all, { contacts: some }) => all + some, 0);
  return `${contacts.now} contacts now, ${later} later; first dial ${first ?? 'never'}`;
}

async function rehearse(run: MillionRun, runs: number): Promise<string> {
  const { calls, cut } = await run.product.client.post('/v1/campaigns/{campaignId}/rehearse', {
    path: { campaignId: campaignOf(run) },
    body: { runs },
    patienceMs: PATIENCE_MS,
  });
  return [`${calls.median} calls`, ...cut].join('; ');
}

/** Until the time is over, or everybody has been called. */
async function dial(run: MillionRun): Promise<string> {
  const path = `/v1/campaigns/${campaignOf(run)}`;
  await run.product.api.post(`${path}/start`);
  const untilMs = performance.now() + run.dialMs;
  const endedEachSecond: number[] = [];
  let seen = await run.product.api.get<CampaignProgress>(path);
  for (;;) {
    endedEachSecond.push(ended(seen));
    reporter.progress(`dialled: ${seen.calls.total}, ${callRates(endedEachSecond)}`);
    if (performance.now() >= untilMs || ended(seen) >= run.contacts) break;
    await sleep(1_000);
    seen = await run.product.api.get<CampaignProgress>(path);
  }
  const { agent_idle: idle, calls } = seen;
  const idleness = idle ? `; agents idle ${idle.p50_ms} ms (p50), ${idle.p95_ms} (p95)` : '';
  return `${calls.total} calls, ${callRates(endedEachSecond)}${idleness}`;
}

/** Until its last call is over. */
async function pause(run: MillionRun): Promise<string> {
  const path = `/v1/campaigns/${campaignOf(run)}`;
  await run.product.api.post(`${path}/pause`);
  const beganWith = live(await run.product.api.get<CampaignProgress>(path));
  const { calls } = await settled<CampaignProgress>({
    ask: () => run.product.api.get(path),
    isOver: (seen) => live(seen) === 0,
    moved: live,
    say: (seen) => `paused: ${live(seen)} calls are live`,
  });
  return `${beganWith} calls were live; ${calls.total} calls in all`;
}

const ended = ({ calls }: CampaignProgress): number => calls.by_state['ended'] ?? 0;
const live = (seen: CampaignProgress): number => seen.calls.total - ended(seen);

async function reportContacts(run: MillionRun): Promise<string> {
  const job = await run.product.client.post('/v1/reports/campaigns/{campaignId}/contacts', {
    path: { campaignId: campaignOf(run) },
  });
  return written(run, job.id);
}

async function reportCalls(run: MillionRun): Promise<string> {
  const job = await run.product.client.post('/v1/reports/calls', {
    query: { campaign: campaignOf(run) },
  });
  return written(run, job.id);
}

/** The file is downloaded as well. */
async function written({ product: { client }, folder }: MillionRun, id: string): Promise<string> {
  const path = { jobId: id };
  const job = await settled({
    ask: () => client.get('/v1/report-jobs/{jobId}', { path }),
    isOver: ({ state }) => state !== 'open',
    moved: ({ rows }) => rows,
    say: ({ rows }) => `reported: ${rows} rows`,
  });
  if (job.state === 'failed') throw new Error(job.reason ?? 'the report failed');
  await client.download('/v1/report-jobs/{jobId}/file', { path }, join(folder, id));
  return `${job.rows} rows, ${((job.bytes ?? 0) / MEGABYTE).toFixed(0)} MB`;
}

async function clone(run: MillionRun): Promise<string> {
  const { client } = run.product;
  const beganAtMs = performance.now();
  const { id } = await client.post('/v1/campaigns/{campaignId}/clone', {
    path: { campaignId: campaignOf(run) },
    body: { contacts: 'all' },
  });
  run.cloneId = id;
  const answered = `answered after ${(performance.now() - beganAtMs).toFixed(0)} ms`;
  const { contacts } = await contactJobOver(run, id);
  if (contacts.total !== run.contacts + 1)
    throw new Error(`${contacts.total} contacts were copied`);
  return `${answered}; ${contacts.total} contacts`;
}

async function cancelClone(run: MillionRun): Promise<string> {
  if (run.cloneId === undefined) throw new Error('there is no clone');
  const beganAtMs = performance.now();
  await run.product.api.post(`/v1/campaigns/${run.cloneId}/cancel`);
  const answered = `answered after ${(performance.now() - beganAtMs).toFixed(0)} ms`;
  const { contacts } = await contactJobOver(run, run.cloneId);
  const final = contacts.by_state['final'] ?? 0;
  if (final !== contacts.total) throw new Error(`${final} of ${contacts.total} contacts are final`);
  return `${answered}; ${final} contacts are final`;
}

function contactJobOver({ product: { api } }: MillionRun, id: string): Promise<CampaignProgress> {
  return settled<CampaignProgress>({
    ask: () => api.get(`/v1/campaigns/${id}`),
    isOver: ({ contact_job: job }) => job === null,
    moved: ({ contact_job: job }) => job?.done ?? 0,
    say: ({ contact_job: job }) => `${job?.kind}: ${job?.done} of ${job?.total}`,
  });
}

/** That of the first contact, who was dialled. Afterwards nothing of it may be found. */
async function erase({ product: { client } }: MillionRun): Promise<string> {
  const body = { number: goodNumber(0) };
  const before = sum((await client.post('/v1/privacy/erase/preview', { body })).found);
  if (before === 0) throw new Error('nothing of the number was found before');
  const { id } = await client.post('/v1/privacy/erase', { body });
  const { erased } = await settled({
    ask: () => client.get('/v1/privacy/erasures/{erasureId}', { path: { erasureId: id } }),
    isOver: ({ state }) => state === 'done',
    moved: ({ step }) => step,
    say: ({ step, steps, steps_done: done, waiting_for: why }) =>
      `erased: ${done} of ${steps} steps, now ${step}${why === null ? '' : `; waits: ${why}`}`,
  });
  const { found } = await client.post('/v1/privacy/erase/preview', { body });
  if (sum(found) > 0) throw new Error(`found after the erasure: ${JSON.stringify(found)}`);
  return `erased ${JSON.stringify(erased)}; nothing is found afterwards`;
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

function campaignOf({ campaignId }: MillionRun): string {
  if (campaignId === undefined) throw new Error('there is no campaign');
  return campaignId;
}

interface Settling<Seen> {
  ask: () => Promise<Seen>;
  isOver: (seen: Seen) => boolean;
  /** Changes as long as something is done. */
  moved: (seen: Seen) => number | string;
  say: (seen: Seen) => string;
}

/** What runs behind an answer, polled until it is over. @throws where it stands still */
async function settled<Seen>({ ask, isOver, moved, say }: Settling<Seen>): Promise<Seen> {
  let seen = await ask();
  let movedAtMs = performance.now();
  while (!isOver(seen)) {
    reporter.progress(say(seen));
    if (performance.now() - movedAtMs > STANDS_STILL_MS)
      throw new Error(`stands still: ${say(seen)}`);
    await sleep(POLL_EVERY_MS);
    const last = moved(seen);
    seen = await ask();
    if (moved(seen) !== last) movedAtMs = performance.now();
  }
  return seen;
}
