/** Calls that are over for good: no rule, bill, recording, evidence or webhook needs them any more (decision 73). */
import type { Tx } from '../../engine/tx.ts';
import { CALL_COLUMNS, type CallRow } from '../../rows/call-rows.ts';

export interface FinishedCall extends CallRow {
  contactNumber: string;
  contactName: string | null;
  contactRowKey: string | null;
  agentFreedAtMs: number | null;
  wrapUpMs: number;
}

/** The last row of each of these tables stays, because its id says how far the database had come. */
const LAST_ROWS = ['calls', 'placements', 'inbox', 'timeline'];

const finished = (ended: string): string => `
  ${ended} AND ended_at_ms < :beforeMs AND touched_at_ms < :beforeMs AND disposition <> 'unknown'
  AND settlement IN ('none', 'settled') AND reserved = 0 AND holds_agent = 0
  AND recording IN ('none', 'missing') AND recording_writes = 0
  AND EXISTS (SELECT 1 FROM contacts
              WHERE contacts.campaign_id = found.campaign_id AND position = found.contact AND contacts.state = 'final')
  AND NOT EXISTS (SELECT 1 FROM live_numbers WHERE live_numbers.ref = found.ref)
  AND NOT EXISTS (SELECT 1 FROM dials WHERE dials.ref = found.ref AND counted_at_ms >= :beforeMs)
  AND NOT EXISTS (SELECT 1 FROM inbox
                  WHERE inbox.ref = found.ref AND (relayed IS NULL OR received_at_ms >= :beforeMs))
  AND NOT EXISTS (SELECT 1 FROM placements
                  WHERE placements.ref = found.ref
                    AND (placements.state = 'intent' OR id > (SELECT sealed_to FROM decision_sealing)))
  AND NOT EXISTS (SELECT 1 FROM agents
                  WHERE agents.id = found.agent_id
                    AND times_counted_to_ms <= coalesce(found.agent_freed_at_ms, found.ended_at_ms) + found.wrap_up_ms)
  AND found.ref NOT IN (${LAST_ROWS.map((table) => `SELECT * FROM (SELECT ref FROM ${table} ORDER BY id DESC LIMIT 1) AS last_of_${table}`).join(' UNION ')})`;

/**
 * While a restored copy is not released, nobody knows what it has forgotten; a comparison with call records, and a new
 * count of agents' time, read the calls of their span.
 */
export async function mayDelete(tx: Tx, beforeMs: number): Promise<boolean> {
  const open = await tx.get(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM restores WHERE released_at_ms IS NULL)
       OR EXISTS (SELECT 1 FROM reconciliations WHERE state = 'open' AND from_ms < :beforeMs)
       OR EXISTS (SELECT 1 FROM agent_time_recounts WHERE from_ms < :beforeMs)`,
    { beforeMs },
  );
  return open === undefined;
}

/** Those of the calls with these ids. */
export const finishedAmong = (tx: Tx, ids: readonly number[], beforeMs: number) =>
  tx.all<FinishedCall>(
    `SELECT ${CALL_COLUMNS}, agent_freed_at_ms, wrap_up_ms,
            (SELECT contacts.number FROM contacts ${ITS_CONTACT}) AS contact_number,
            (SELECT name FROM contacts ${ITS_CONTACT}) AS contact_name,
            (SELECT row_key FROM contacts ${ITS_CONTACT}) AS contact_row_key
     FROM calls AS found
     WHERE id IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':ids')}) AND ${finished(tx.sql.ended())}
     ORDER BY id`,
    { ids: JSON.stringify(ids), beforeMs },
  );

const ITS_CONTACT = 'WHERE contacts.campaign_id = found.campaign_id AND position = found.contact';
