import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Upload } from '../../terminal/api-client.ts';
import type { ImportReport } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

const LOOK_EVERY_MS = 1_000;
const STANDS_STILL_MS = 60_000;

/** Sends a list and waits for its last row. Where the server was stopped in the middle, it is sent once more and goes on. */
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

/** How it stands when it is done, or has not moved for a while. */
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
    what: `The import stands still at ${rows} rows`,
    why: 'the server was stopped in the middle, and what came from stdin cannot be sent once more',
    next: 'send the list again: rows that were added are duplicates then, and are not added twice',
  });
