import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Upload } from '../../terminal/api-client.ts';
import type { ImportReport } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

const LOOK_EVERY_MS = 1_000;
const STANDS_STILL_MS = 60_000;

/** Sends a list and waits for its last row. If the server was stopped meanwhile, sends the list again, which continues the import. */
export async function uploadContacts(
  client: ApiClient,
  campaignId: string,
  { query = '', contacts }: { query?: string; contacts: Upload },
): Promise<ImportReport> {
  const idempotencyKey = randomUUID();
  const path = `/v1/campaigns/${campaignId}/contacts${query}`;
  for (;;) {
    const sent = await client.upload<ImportReport>(path, { ...contacts, idempotencyKey });
    const last = await followed(client, campaignId, sent);
    if (last.state !== 'open') return last;
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
    const path = `/v1/campaigns/${campaignId}/imports/${sent.id}`;
    const seen = await client.get<ImportReport>(path);
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
