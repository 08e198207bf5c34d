import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Upload } from '../../terminal/api-client.ts';
import type { RequestOf } from '../../client/requests.ts';
import type { ImportAnswer, ImportReport } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

export const CONTACTS_PATH = '/v1/campaigns/{campaignId}/contacts';
export type ImportQuery = RequestOf<typeof CONTACTS_PATH, 'post'>['query'];

const LOOK_EVERY_MS = 1_000;
const STANDS_STILL_MS = 60_000;

/** Sends a list and waits for its last row. If the server was stopped meanwhile, sends the list again, which continues the import. */
export async function uploadContacts(
  client: ApiClient,
  campaignId: string,
  { query = {}, contacts }: { query?: ImportQuery; contacts: Upload },
): Promise<ImportAnswer> {
  const idempotencyKey = randomUUID();
  const upload = { ...contacts, idempotencyKey };
  for (;;) {
    const sent = await client.upload(CONTACTS_PATH, { path: { campaignId }, query, upload });
    const answer = sent as ImportAnswer;
    const last = await followed(client, campaignId, answer);
    if (last.state !== 'open') return { ...last, notices: answer.notices };
    if (!contacts.repeatable) throw standsStill(last);
  }
}

/** Returns the import when it is done, or has made no progress for a while. */
async function followed(
  client: ApiClient,
  campaignId: string,
  sent: ImportReport,
): Promise<ImportReport> {
  let known = sent;
  let movedAtMs = Date.now();
  while (known.state === 'open' && Date.now() - movedAtMs < STANDS_STILL_MS) {
    await sleep(LOOK_EVERY_MS);
    const seen = await client.get('/v1/campaigns/{campaignId}/imports/{importId}', {
      path: { campaignId, importId: sent.id },
    });
    if (seen.rows_read !== known.rows_read) movedAtMs = Date.now();
    known = seen;
  }
  return known;
}

const standsStill = ({ rows_read: rows }: ImportReport) =>
  new CommandError({
    code: EXIT.failure,
    what: `The import makes no progress after ${rows} rows`,
    why: 'the server was stopped during the import, and the rows from stdin cannot be sent again',
    next: 'send the list again: rows that were added before count as duplicates and are not added twice',
  });
