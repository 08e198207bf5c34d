/** Tallies for many contacts at once. Counting row by row, as the triggers do, would take up to twice as long. */
import type { CampaignId } from '../../../domain/ids.ts';
import type { Tx } from '../engine/tx.ts';

/** Adds contacts after position `after`. */
export async function tallyAdded<Result>(
  tx: Tx,
  { id, after }: { id: CampaignId; after: number },
  add: () => Promise<Result>,
): Promise<Result> {
  const result = await uncounted(tx, add);
  await tx.run(
    `INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
     SELECT campaign_id, state, coalesce(disposition, ''), coalesce(due_reason, ''), count(*)
     FROM contacts WHERE campaign_id = :id AND position > :after GROUP BY 1, 2, 3, 4
     ON CONFLICT (campaign_id, state, disposition, due_reason)
     DO UPDATE SET contacts = contact_tallies.contacts + excluded.contacts`,
    { id, after },
  );
  return result;
}

/** Runs `work` without the triggers. An error rolls back the transaction, and so the switch too. */
async function uncounted<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await tx.run('UPDATE tallying SET by_row = 0');
  const result = await work();
  await tx.run('UPDATE tallying SET by_row = 1');
  return result;
}
