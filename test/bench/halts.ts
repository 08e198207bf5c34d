/**
 * How long requests about many contacts hold the event loop: no request, and no batch that goes on behind one, is to
 * take more than 50 ms.
 *
 *   npm run bench:halts                         a campaign of 1,000,000 contacts, a suppression list of as many numbers,
 *                                               and 200,000 numbers for one in one request
 *   npm run bench:halts -- --contacts 100000
 *
 * The store is asked in this process, without HTTP. For each request: the time to its answer, the longest turn of the
 * event loop, and the most processor time of one turn, which a busy machine changes less. "… batches" are what the server
 * does behind the answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { table } from '../../src/terminal/table.ts';
import type { CampaignSettings } from '../../src/store/campaigns/campaign-store.ts';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { readOptions, whole } from '../command-options.ts';
import { reporter } from './claims/progress.ts';
import { goodNumber } from './contact-lists.ts';

const ROWS_PER_BATCH = 500;
const PAGE = 200;
/** The longest list of numbers that a request takes. */
const MOST_NUMBERS = 200_000;
const COPRIME = 77_773;

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '1000000' },
});
const contacts = whole('contacts', values.contacts);

const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
const store = openSqliteStore({ path: join(folder, 'store.sqlite') });
const nowMs = Date.now();
const rows: string[][] = [];
try {
  await fill();
  await readings();
  await changes();
  await suppressions();
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(table([['request', 'answer ms', 'longest turn ms', 'most CPU ms of a turn'], ...rows]));

async function fill(): Promise<void> {
  const settings: CampaignSettings = {
    name: 'Many',
    keepOpen: false,
    deadlineAtMs: null,
    policy: DEFAULT_POLICY,
  };
  await store.createCampaign({ id: 'c1', settings, nowMs });
  await store.beginImport({ id: 'i1', campaignId: 'c1', dedupe: { scope: 'row-key' }, nowMs });
  await timed('import, all batches', async () => {
    for (let from = 0; from < contacts; from += ROWS_PER_BATCH) {
      const batch = numbersFrom(from).map((number, index) => ({
        line: from + index + 1,
        written: {},
        contact: { number, rowKey: `row ${from + index}`, name: null },
      }));
      const last = from + ROWS_PER_BATCH >= contacts;
      await store.addImportRows({ id: 'i1', from, rows: batch, last, nowMs });
    }
  });
}

async function readings(): Promise<void> {
  await timed('campaign', () => store.campaignProgress('c1', nowMs));
  for (const filter of [{}, { state: 'final' }] as const) {
    const what = 'state' in filter ? 'contacts that are final' : 'contacts';
    await timed(what, () => store.contacts({ campaignId: 'c1', filter }, { limit: PAGE }));
  }
}

async function changes(): Promise<void> {
  const change = ({ policy, ...settings }: CampaignSettings) => ({
    ...settings,
    policy: { ...policy, weight: 2 },
  });
  await timedWithBatches('edit of the rules', () =>
    store.editCampaign({ id: 'c1', change, nowMs }),
  );
  const clone = { of: 'c1', id: 'c2', name: null, contacts: 'all', nowMs } as const;
  await timedWithBatches('clone', () => store.cloneCampaign(clone));
  await store.moveCampaign({ id: 'c1', move: 'start', nowMs });
  await timed('claim', () => store.claim({ id: 'c1', limit: 20, nowMs }));
  const cancel = { id: 'c1', move: 'cancel', nowMs } as const;
  await timedWithBatches('cancel', () => store.moveCampaign(cancel));
}

async function suppressions(): Promise<void> {
  const list = 'many';
  await store.putSuppressionList({ id: list, name: 'Many', nowMs });
  for (let from = 0; from < contacts; from += ROWS_PER_BATCH) {
    await store.suppress({ list, numbers: numbersFrom(from), untilMs: null, nowMs });
  }
  await timed('suppression lists', () => store.suppressionLists());
  const own = 'own';
  const mixed = mixedNumbers(MOST_NUMBERS);
  await store.putSuppressionList({ id: own, name: 'Own', nowMs });
  await timed('suppress 200,000 numbers', () =>
    store.suppress({ list: own, numbers: mixed, untilMs: null, nowMs }),
  );
  const numbers = ['+12025550100'];
  await timed('suppress a number', () => store.suppress({ list, numbers, untilMs: null, nowMs }));
  const removal = { id: list, replaceWith: null, forced: true, nowMs };
  await timedWithBatches('delete the suppression list', () => store.dropSuppressionList(removal));
}

/** Those of one batch. */
function numbersFrom(from: number): string[] {
  const length = Math.min(ROWS_PER_BATCH, contacts - from);
  return Array.from({ length }, (_, index) => goodNumber(from + index));
}

/** In no order, as in a register that is not sorted: each falls on another page of the index. */
function mixedNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => goodNumber((index * COPRIME) % count));
}

async function timedWithBatches(what: string, ask: () => Promise<unknown>): Promise<void> {
  await timed(what, ask);
  await timed('… batches', async () => {
    for (;;) {
      const job = await store.continueContactJob(nowMs);
      const emptied = await store.continueListRemoval();
      if (!job && !emptied) return;
      await turn();
    }
  });
}

async function timed(what: string, ask: () => Promise<unknown>): Promise<void> {
  const turns = watchTurns();
  const askedAtMs = performance.now();
  await ask();
  const tookMs = performance.now() - askedAtMs;
  const { longestMs, mostCpuMs } = await turns.end();
  const seen = [what, ...[tookMs, longestMs, mostCpuMs].map((ms) => ms.toFixed(1))];
  reporter.say(seen.join('  '));
  rows.push(seen);
}

/** Of the event loop, from one sample to the next. */
function watchTurns() {
  const most = { longestMs: 0, mostCpuMs: 0 };
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const beganAtMs = performance.now();
      const cpu = process.cpuUsage();
      await turn();
      const { user, system } = process.cpuUsage(cpu);
      most.longestMs = Math.max(most.longestMs, performance.now() - beganAtMs);
      most.mostCpuMs = Math.max(most.mostCpuMs, (user + system) / 1_000);
    }
  })();
  return {
    async end() {
      ended.abort();
      await watching;
      return most;
    },
  };
}
