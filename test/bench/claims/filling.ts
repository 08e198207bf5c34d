/** A campaign with a long list, brought through the API, that runs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import { openContacts } from '../../../src/cli/campaigns/contact-file.ts';
import { uploadContacts } from '../../../src/cli/campaigns/contact-upload.ts';
import { goodContacts, goodNumber, writeList } from '../contact-lists.ts';
import type { BenchServer } from '../server-process.ts';

const LOOK_EVERY_MS = 1_000;
const DAY_MS = 86_400_000;
/** No list is so long. */
const LAST_NUMBER = 7_999_999;

export async function addAgents({ api }: BenchServer, agents: number): Promise<void> {
  for (let agent = 1; agent <= agents; agent++) {
    const body = { id: `a${agent}`, name: `Agent ${agent}`, kind: 'sip', address: `sip-${agent}` };
    await api.post('/v1/agents', { body });
  }
}

/** `from`: campaigns that run side by side have other numbers each. */
export async function fillCampaign(
  { api, client }: BenchServer,
  folder: string,
  plan: { contacts: number; from: number; onProgress: (contacts: number) => void },
): Promise<string> {
  const { id } = await api.post<Campaign>('/v1/campaigns', { body: { name: 'Bench' } });
  const file = join(folder, 'contacts.csv');
  await writeList(file, 'csv', goodContacts(plan.contacts, plan.from));
  const done = new AbortController();
  const watching = watch(api, id, { ...plan, signal: done.signal });
  const { accepted } = await uploadContacts(client, id, { contacts: await openContacts(file) });
  done.abort();
  await watching;
  rmSync(file);
  if (accepted !== plan.contacts) throw new Error(`${accepted} contacts were added`);
  await addOneForTomorrow({ api }, id, goodNumber(LAST_NUMBER - plan.from));
  await api.post(`/v1/campaigns/${id}/start`);
  return id;
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
async function addOneForTomorrow(
  { api }: Pick<BenchServer, 'api'>,
  id: string,
  number: string,
): Promise<void> {
  const notBefore = new Date(Date.now() + DAY_MS).toISOString();
  const contact = { number, not_before: notBefore };
  await api.post(`/v1/campaigns/${id}/contacts`, { body: { contacts: [contact] } });
}
