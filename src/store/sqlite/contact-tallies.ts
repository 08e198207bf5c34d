/** Many contacts at once: counted row by row, as the triggers do, they would take up to twice as long. */
import type { CampaignId } from '../../domain/ids.ts';
import type { TimeReason } from '../../domain/dial-time.ts';
import type { Connection } from './connection.ts';

const ADDED = 'ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts';

/** Adds contacts behind position `after`. */
export function tallyAdded<Result>(
  db: Connection,
  { id, after }: { id: CampaignId; after: number },
  add: () => Result,
): Result {
  const result = uncounted(db, add);
  db.run(
    `INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
     SELECT campaign_id, state, coalesce(disposition, ''), coalesce(due_reason, ''), count(*)
     FROM contacts WHERE campaign_id = :id AND position > :after GROUP BY 1, 2, 3, 4 ${ADDED}`,
    { id, after },
  );
  return result;
}

/**
 * A drained campaign may end before its redials are due, a cancelled one at any time.
 *
 * @param why of all of them; null: each keeps its own
 */
export function finishDueContacts(
  db: Connection,
  id: CampaignId,
  why: TimeReason | null = null,
): void {
  uncounted(db, () =>
    db.run(
      `UPDATE contacts INDEXED BY contacts_due
       SET state = 'final', disposition = coalesce(disposition, 'not-dialled'),
           due_reason = coalesce(:why, due_reason)
       WHERE campaign_id = :id AND state = 'due'`,
      { id, why },
    ),
  );
  db.run(
    `INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
     SELECT campaign_id, 'final', coalesce(nullif(disposition, ''), 'not-dialled'),
            coalesce(:why, due_reason), sum(contacts)
     FROM contact_tallies WHERE campaign_id = :id AND state = 'due' AND contacts > 0
     GROUP BY 1, 2, 3, 4 ${ADDED}`,
    { id, why },
  );
  db.run(`UPDATE contact_tallies SET contacts = 0 WHERE campaign_id = :id AND state = 'due'`, {
    id,
  });
}

/** By the triggers. What fails is rolled back, and this with it. */
function uncounted<Result>(db: Connection, work: () => Result): Result {
  db.run('UPDATE tallying SET by_row = 0');
  const result = work();
  db.run('UPDATE tallying SET by_row = 1');
  return result;
}
