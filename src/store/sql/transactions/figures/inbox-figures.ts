import { MILESTONE_EVENTS } from '../../../../domain/calls/call-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Tx } from '../../engine/tx.ts';

/**
 * With many live calls the relay leaves other events in the inbox on purpose, so only what wakes a call counts. Events of
 * unknown calls wait for nobody.
 */
export async function inboxFigures(tx: Tx, most: number) {
  const inbox = (await tx.get<{ waiting: number; oldestAtMs: number | null }>(
    `SELECT count(*) AS waiting, min(received_at_ms) AS oldest_at_ms
     FROM (SELECT inbox.received_at_ms FROM inbox ${tx.sql.indexedBy('inbox_unrelayed')}
           JOIN calls ON calls.ref = inbox.ref
           WHERE inbox.relayed IS NULL AND (inbox.seq IS NULL OR inbox.name IN (${sqlList(MILESTONE_EVENTS)}))
           LIMIT :most) AS waiting`,
    { most },
  ))!;
  const last = await tx.get<{ atMs: number }>(
    'SELECT received_at_ms AS at_ms FROM inbox WHERE seq IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  return { inbox, webhookAtMs: last?.atMs ?? null };
}
