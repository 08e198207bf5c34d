/** A store of a large call centre: agents, a campaign with very many contacts, smaller ones beside it, and calls that have ended. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_POLICY } from '../../../src/domain/campaigns/policy.ts';
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { goodNumber } from '../contact-lists.ts';
import { CallTraffic } from './call-traffic.ts';

/** The campaign that dials. */
export const CAMPAIGN = 'cbench';

export interface Size {
  contacts: number;
  /** Beside the one that dials. */
  campaigns: number;
  agents: number;
  endedCalls: number;
}

const BATCH = 5_000;
const CONTACTS_OF_SMALL = 100;
/** Calls at a time while the ended ones are made. */
const AT_ONCE = 200;
const ROOT = join(import.meta.dirname, '../../..');
/** What the content of the file depends on. */
const MADE_OF = [
  'src/store/schema/sqlite/001_initial.sql',
  'test/bench/live-pages/filled-store.ts',
  'test/bench/live-pages/call-traffic.ts',
];

/** @returns a file that later runs use again. Copy it before you change it. */
export async function filledStore(size: Size): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const name of MADE_OF) hash.update(readFileSync(join(ROOT, name)));
  const path = join(tmpdir(), `dialwright-bench-${hash.digest('hex').slice(0, 16)}.sqlite`);
  if (existsSync(path)) return path;
  console.log(`Filling ${path}: this takes minutes, once.`);
  const unfinished = `${path}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  const store = openSqliteStore({ path: unfinished });
  await fill(store, size);
  await store.close();
  renameSync(unfinished, path);
  return path;
}

async function fill(store: Store, { contacts, campaigns, agents, endedCalls }: Size) {
  await addAgents(store, agents);
  await addCampaign(store, { id: CAMPAIGN, name: 'Spring renewals', first: 0, contacts });
  for (let n = 1; n <= campaigns; n++) {
    const first = contacts + n * CONTACTS_OF_SMALL;
    const campaign = { id: `${CAMPAIGN}-${n}`, name: `Branch ${n}`, first };
    await addCampaign(store, { ...campaign, contacts: CONTACTS_OF_SMALL });
  }
  const traffic = new CallTraffic(store, CAMPAIGN, { live: Math.min(AT_ONCE, agents), lifeMs: 0 });
  while (traffic.ended < endedCalls) await traffic.turn();
  await traffic.endAll();
  while ((await store.foldTallies({ atLeast: 1 })) > 0);
}

async function addAgents(store: Store, agents: number): Promise<void> {
  for (let n = 1; n <= agents; n++) {
    const id = `agent-${String(n).padStart(4, '0')}`;
    const pools = [n % 3 === 0 ? 'service' : 'sales', 'default'];
    const agent = { id, name: `Agent ${n}`, kind: 'sip', address: `sip-${n}`, pools } as const;
    await store.addAgent({ ...agent, capacity: 1, state: 'ready' }, Date.now());
  }
}

interface NewCampaign {
  id: string;
  name: string;
  /** Of its numbers, by index. */
  first: number;
  contacts: number;
}

async function addCampaign(store: Store, { id, name, first, contacts }: NewCampaign) {
  const nowMs = Date.now();
  const policy = { ...DEFAULT_POLICY, agents: { ...DEFAULT_POLICY.agents, wrapUpMs: 3_000 } };
  const settings = { name, keepOpen: true, deadlineAtMs: null, policy };
  await store.createCampaign({ id, settings, nowMs });
  await store.beginImport({ id: `i-${id}`, campaignId: id, dedupe: { scope: 'campaign' }, nowMs });
  for (let from = 0; from < contacts; from += BATCH) {
    const length = Math.min(BATCH, contacts - from);
    const rows = Array.from({ length }, (_, index) => {
      const n = from + index;
      const contact = { number: goodNumber(first + n), rowKey: `row-${n}`, name: `Person ${n}` };
      return { line: n + 1, written: {}, contact };
    });
    const last = from + length === contacts;
    await store.addImportRows({ id: `i-${id}`, from, rows, last, nowMs });
    if (from % 100_000 === 0 && from > 0) console.log(`${from} contacts`);
  }
  await store.moveCampaign({ id, move: 'start', nowMs });
}
