/**
 * Dials a list: node run-campaign.ts customers.csv calls.csv
 * It may be stopped at any moment and started again on the same day with the same list: nothing is done twice.
 */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Schemas } from 'dialwright/client';
import { answerOf } from './answers.ts';
import { follow, newestEvent } from './follow-events.ts';

const [, , list = 'customers.csv', report = 'calls.csv'] = process.argv;
const client = createClient({
  url: process.env['DIALWRIGHT_URL'] ?? 'http://127.0.0.1:3000',
  apiKey: process.env['DIALWRIGHT_API_KEY'] ?? '',
});

/** The same for every start on one day with one list: a repeated request gets the first answer. */
const run = `${basename(list)} ${new Date().toISOString().slice(0, 10)}`;
const withKey = (step: string) => ({
  'idempotency-key': `${run} ${step}`.replaceAll(/[^\w.-]/g, '-'),
});

const { id } = await answerOf(() =>
  client.POST('/v1/campaigns', {
    headers: withKey('create'),
    body: { name: run, redial: { max_attempts: 2, customer_unreached: { after: '10s' } } },
  }),
);
const path = { campaignId: id };
console.log(`Campaign ${id}`);

const imported = await importList(await readFile(list, 'utf8'));
console.log(`${imported.accepted} of ${imported.rows_read} rows were added.`);
for (const { line, reason } of imported.left_out) console.log(`  line ${line}: ${reason}`);

// The position before the start: nothing that happens from now on is missed.
const position = await newestEvent(client);
await answerOf(() =>
  client.POST('/v1/campaigns/{campaignId}/start', { params: { path }, headers: withKey('start') }),
);
if (!(await isOver())) await waitForEnd();
const total = await waitForBills();
await writeReport();
console.log(
  `It cost ${total.total_cost} ${total.currency ?? ''}`.trimEnd() + `; ${report} has the calls.`,
);

async function importList(csv: string): Promise<Schemas['ImportReport']> {
  const answer = await answerOf(() =>
    client.POST('/v1/campaigns/{campaignId}/contacts', {
      params: { path },
      headers: { ...withKey('import'), 'content-type': 'text/csv' },
      // The document knows this body as JSON too; CSV is sent as it is.
      body: csv as never,
      bodySerializer: (text) => text as unknown as string,
    }),
  );
  let found = answer as Schemas['ImportReport'];
  // A long list is answered before it is read to its end.
  while (found.state === 'open') {
    await sleep(1_000);
    const importId = found.id;
    found = await answerOf(() =>
      client.GET('/v1/campaigns/{campaignId}/imports/{importId}', {
        params: { path: { ...path, importId } },
      }),
    );
  }
  return found;
}

async function progress(): Promise<Schemas['CampaignProgress']> {
  return answerOf(() => client.GET('/v1/campaigns/{campaignId}', { params: { path } }));
}

async function isOver(): Promise<boolean> {
  return ['completed', 'cancelled'].includes((await progress()).state);
}

async function waitForEnd(): Promise<void> {
  for await (const { type, subject, data } of follow(client, { campaign: id }, position)) {
    if (type === 'call.ended') console.log(`${subject} ${String(data['disposition'])}`);
    // Anything may have happened behind events that are not kept any more.
    const mayBeOver = type.startsWith('campaign.') || (type as string) === 'events.lost';
    if (mayBeOver && (await isOver())) return;
  }
}

/** Bills come after the end of a campaign. */
async function waitForBills(): Promise<Schemas['CampaignProgress']> {
  for (;;) {
    const found = await progress();
    if ((found.calls.by_settlement['open'] ?? 0) === 0) return found;
    await sleep(2_000);
  }
}

async function writeReport(): Promise<void> {
  const stream = await answerOf(() =>
    client.GET('/v1/reports/calls', { params: { query: { campaign: id } }, parseAs: 'stream' }),
  );
  // A connection that breaks before the end makes this fail: half a report is not taken for a whole one.
  await pipeline(stream as unknown as AsyncIterable<Uint8Array>, createWriteStream(report));
}
