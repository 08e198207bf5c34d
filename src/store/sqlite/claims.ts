import { mayDial } from '../../domain/campaign-state.ts';
import { mayProbeAtMs } from '../../domain/hold.ts';
import { callRef, type CallRef, type CampaignId } from '../../domain/ids.ts';
import type { CampaignStore, Claim } from '../campaign-store.ts';
import { accountRow } from './account-row.ts';
import { freeAgent, takeAgent } from './agent-rows.ts';
import {
  AGENT_FREE,
  campaignStanding,
  DUE_NOW,
  NUMBER_FREE,
  rememberWaiting,
  type Standing,
} from './campaign-facts.ts';
import { campaignRow, setCampaignState } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { journal } from './journal.ts';

export function claimStore(db: Connection): Pick<CampaignStore, 'claim' | 'markStarted'> {
  return {
    async claim({ id, limit, nowMs }) {
      return db.write(() => {
        const unstarted = unstartedClaims(db, id);
        const claims: Claim[] = [];
        const room = roomToClaim(db, id, { limit, nowMs });
        while (claims.length < room) {
          const ref = claimNext(db, id, nowMs);
          if (ref === undefined) break;
          claims.push({ ref });
        }
        return { claims: [...unstarted, ...claims], facts: settleStanding(db, id, nowMs).facts };
      });
    },

    async markStarted(refs, nowMs) {
      db.write(() => {
        for (const ref of refs) {
          db.run(
            `UPDATE calls SET started_at_ms = :nowMs, touched_at_ms = :nowMs
             WHERE ref = :ref AND started_at_ms IS NULL`,
            { ref, nowMs },
          );
        }
      });
    },
  };
}

function unstartedClaims(db: Connection, id: CampaignId): Claim[] {
  return db
    .all<Claim>(
      `SELECT ref FROM calls INDEXED BY calls_unstarted
       WHERE campaign_id = :id AND started_at_ms IS NULL AND state <> 'ended'
       ORDER BY created_at_ms, id`,
      { id },
    )
    .map(({ ref }) => ({ ref }));
}

function roomToClaim(
  db: Connection,
  id: CampaignId,
  { limit, nowMs }: { limit: number; nowMs: number },
): number {
  const { stopped, hold } = accountRow(db);
  if (!mayDial(campaignRow(db, id).state) || stopped !== null) return 0;
  if (!hold?.open) return limit;
  const probeAtMs = mayProbeAtMs(hold);
  const probeDue = probeAtMs !== null && probeAtMs <= nowMs && !somebodyWillAsk(db);
  return probeDue ? Math.min(1, limit) : 0;
}

/** A call on its way to admission: it is the next probe. */
function somebodyWillAsk(db: Connection): boolean {
  const sql = `SELECT 1 FROM calls WHERE state <> 'ended' AND state = 'claimed' LIMIT 1`;
  return db.get(sql) !== undefined;
}

/**
 * The guards are rows and not this function's reading: the campaign's count of live calls, the number's row,
 * the agent's `on_call`. Whatever breaks one of them rolls the whole claim back.
 */
function claimNext(db: Connection, id: CampaignId, nowMs: number): CallRef | undefined {
  if (!freeAgent(db, null)) return undefined;
  const contact = nextContact(db, id, nowMs);
  if (!contact || !takeLiveCall(db, id)) return undefined;
  const agent = freeAgent(db, contact.agentId)!;
  const ordinal = contact.calls + 1;
  const ref = callRef({ campaignId: id, contact: contact.position, ordinal });
  db.run(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms, touched_at_ms)
     VALUES (:ref, :id, :contact, :ordinal, :number, 'claimed', :nowMs, :nowMs)`,
    { ref, id, contact: contact.position, ordinal, number: contact.number, nowMs },
  );
  db.run('INSERT INTO live_numbers (number, ref) VALUES (:number, :ref)', {
    number: contact.number,
    ref,
  });
  takeAgent(db, agent.id, ref);
  db.run(
    `UPDATE contacts SET state = 'claimed', calls = :ordinal
     WHERE campaign_id = :id AND position = :position`,
    { id, position: contact.position, ordinal },
  );
  journal(db, ref, { kind: 'claimed', text: 'claimed, with an agent', nowMs });
  return ref;
}

interface DueContact {
  position: number;
  number: string;
  agentId: string | null;
  calls: number;
}

function nextContact(db: Connection, id: CampaignId, nowMs: number): DueContact | undefined {
  return db.get<DueContact>(
    `SELECT position, number, agent_id AS agentId, calls FROM contacts
     WHERE ${DUE_NOW} AND ${NUMBER_FREE} AND ${AGENT_FREE}
     ORDER BY due_at_ms, position LIMIT 1`,
    { id, nowMs },
  );
}

function takeLiveCall(db: Connection, id: CampaignId): boolean {
  const taken = db.run(
    `UPDATE campaigns SET live_calls = live_calls + 1
     WHERE id = :id AND (max_live_calls IS NULL OR live_calls < max_live_calls)`,
    { id },
  );
  return taken === 1;
}

/** Completes the campaign where nothing is left; appending takes the same lock, so it cannot slip in between. */
function settleStanding(db: Connection, id: CampaignId, nowMs: number): Standing {
  let standing = campaignStanding(db, id, nowMs);
  if (standing.next.kind === 'complete') {
    complete(db, id, nowMs);
    standing = campaignStanding(db, id, nowMs);
  }
  rememberWaiting(db, id, standing);
  return standing;
}

function complete(db: Connection, id: CampaignId, nowMs: number): void {
  setCampaignState(db, id, 'completed', nowMs);
  finishDueContacts(db, id);
}

/** A drained campaign may end before its redials are due, a cancelled one at any time. */
export function finishDueContacts(db: Connection, id: CampaignId): void {
  db.run(
    `UPDATE contacts SET state = 'final', disposition = coalesce(disposition, 'not-dialled')
     WHERE campaign_id = :id AND state = 'due'`,
    { id },
  );
}
