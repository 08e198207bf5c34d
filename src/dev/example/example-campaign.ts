/**
 * Creates the example by the HTTP API: agents, a campaign and its contacts. Each request has a fixed idempotency key, so
 * that a start after a kill finds what the previous start created.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { ImportReport } from '../../terminal/api-shapes.ts';

export const EXAMPLE_CONTACTS = fileURLToPath(
  new URL('../../../examples/contacts.csv', import.meta.url),
);
const EXAMPLE_AGENTS = new URL('../../../examples/agents.json', import.meta.url);

// Shorter than for real people, who would be called again after half an hour.
export const EXAMPLE_REDIAL = {
  max_attempts: 2,
  max_calls: 4,
  customer_unreached: { after: '5s' },
  agent_unreached: { after: '2s' },
};

/** Returns the campaign's id and the result of its import. Another `round` makes a new campaign. */
export async function beginExample(
  client: ApiClient,
  { contactsFile, round }: { contactsFile: string; round: number },
): Promise<{ id: string; report: ImportReport }> {
  const contacts = readFileSync(contactsFile, 'utf8');
  const digest = createHash('sha256').update(contacts).digest('hex').slice(0, 16);
  const key = (step: string) => `example.${digest}.${round}.${step}`;
  await addAgents(client);
  const campaign = await client.post('/v1/campaigns', {
    idempotencyKey: key('create'),
    body: { name: `Example: ${basename(contactsFile)}`, redial: EXAMPLE_REDIAL },
  });
  const path = { campaignId: campaign.id };
  const report = (await client.postText('/v1/campaigns/{campaignId}/contacts', {
    path,
    idempotencyKey: key('contacts'),
    text: contacts,
    contentType: 'text/csv',
  })) as ImportReport;
  await client.post('/v1/campaigns/{campaignId}/start', { path, idempotencyKey: key('start') });
  return { id: campaign.id, report };
}

interface ExampleAgent {
  id: string;
  name: string;
  kind: 'sip' | 'stream';
  address: string;
}

const exampleAgents = (): ExampleAgent[] =>
  JSON.parse(readFileSync(EXAMPLE_AGENTS, 'utf8')) as ExampleAgent[];

/** The SIP accounts of the example's agents, which the carrier must have. */
export const exampleSipAccounts = (): string[] =>
  exampleAgents()
    .filter(({ kind }) => kind === 'sip')
    .map(({ address }) => address);

async function addAgents(client: ApiClient): Promise<void> {
  const agents = exampleAgents();
  const { data } = await client.get('/v1/agents');
  const known = new Set(data.map(({ id }) => id));
  for (const agent of agents.filter(({ id }) => !known.has(id))) {
    await client.post('/v1/agents', { idempotencyKey: `example.${agent.id}`, body: agent });
  }
}
