/** A campaign with a long list, brought through the API, that runs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import { openList } from '../../../src/cli/contacts/list-file.ts';
import { uploadContacts } from '../../../src/cli/campaigns/contact-upload.ts';
import { goodContacts, goodNumber, writeList } from '../contact-lists.ts';
import type { BenchServer } from '../server-process.ts';

const LOOK_EVERY_MS = 1_000;
const DAY_MS = 86_400_000;
/** No list is so long. */
const LAST_NUMBER = 7_999_999;

export async function addAgents({ api }: Pick<BenchServer, 'api'>, agents: number): Promise<void> {
  for (let agent = 1; agent <= agents; agent++) {
    const body = { id: `a${agent}`, name: `Agent ${agent}`, kind: 'sip', address: `sip-${agent}` };
    await api.post('/v1/agents', { body });
  }
}

interface ImportPlan {
  contacts: number;
  onProgress: (contacts: number) => void;
}
type Api = Pick<BenchServer, 'api' | 'client'>;

/** `from`: campaigns that run side by side have other numbers each. */
export async function fillCampaign(
  server: Api,
  folder: string,
  { from, ...plan }: ImportPlan & { from: number },
): Promise<string> {
  const { api } = server;
  const { id } = await api.post<Campaign>('/v1/campaigns', { body: { name: 'Bench' } });
  const file = join(folder, 'contacts.csv');
  await writeList(file, 'csv', goodContacts(plan.contacts, from));
  await importList(server, id, { file, ...plan });
  rmSync(file);
  await addOneForTomorrow(server, id, goodNumber(LAST_NUMBER - from));
  await api.post(`/v1/campaigns/${id}/start`);
  return id;
}

/** @throws if not every row became a contact */
export async function importList(
  { api, client }: Api,
  id: string,
  { file, contacts, onProgress }: ImportPlan & { file: string },
): Promise<void> {
  const done = new AbortController();
  // Where the server does not answer, the upload says so.
  const watching = watch(api, id, { onProgress, signal: done.signal }).catch(() => undefined);
  try {
    const { accepted } = await uploadContacts(client, id, { contacts: await openList(file, {}) });
    if (accepted !== contacts) throw new Error(`${accepted} contacts were added`);
  } finally {
    done.abort();
    await watching;
  }
}

async function watch(
  api: BenchServer['api'],
  id: string,
  { onProgress, signal }: { onProgress: (contacts: number) => void; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    onProgress((await api.get<CampaignProgress>(`/v1/campaigns/${id}`)).contacts.total);
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Behind all others, as those stand who are to be called again: the campaign does not end, and knows what is next. */
export async function addOneForTomorrow(
  { api }: Pick<BenchServer, 'api'>,
  id: string,
  number = goodNumber(LAST_NUMBER),
): Promise<void> {
  const notBefore = new Date(Date.now() + DAY_MS).toISOString();
  const contact = { number, not_before: notBefore };
  await api.post(`/v1/campaigns/${id}/contacts`, { body: { contacts: [contact] } });
}
