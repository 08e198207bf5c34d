/** What the page of an agent shows, and what a campaign shows on it. */
import { readDetails } from '../../../../domain/contacts/details.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { CallRef, CampaignId } from '../../../../domain/ids.ts';
import type {
  AgentPageStore,
  AgentsCall,
  CampaignPage,
  PastCall,
} from '../../../agent-page-store.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import { IS_WITH_CARRIER, RANG_AGENT } from '../../rows/call-buckets.ts';
import { callRow, toCall, type CallRow } from '../../rows/call-rows.ts';
import { outcomeRow } from '../../rows/calls/outcome-rows.ts';
import { campaignRow, policyOfVersion } from '../../rows/campaign-rows.ts';

const PAST_CALLS = 10;

export function agentPageStore(db: Database): AgentPageStore {
  return {
    async callOfAgent(agentId) {
      return db.read(async (tx) => {
        const found = await lastCallOf(tx, agentId);
        return found ? shownCall(tx, await callRow(tx, found)) : null;
      });
    },

    async dayOfAgent(agentId, sinceMs) {
      return (await db.get(
        `SELECT count(*) AS calls, CAST(coalesce(sum(bridged), 0) AS BIGINT) AS talked,
                CAST(coalesce(sum(talk_ms), 0) AS BIGINT) AS talk_ms
         FROM calls WHERE agent_id = :agentId AND placed_at_ms >= :sinceMs AND ${RANG_AGENT} AND ${IS_WITH_CARRIER}`,
        { agentId, sinceMs },
      ))!;
    },

    async campaignPage(id) {
      return db.read(async (tx) => {
        await campaignRow(tx, id);
        return pageOf(tx, id);
      });
    },

    async putCampaignPage({ id, page, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await campaignRow(tx, id);
        const before = await pageOf(tx, id);
        tx.send(
          `INSERT INTO campaign_pages (campaign_id, script, screen_pop, changed_at_ms)
           VALUES (:id, :script, :screenPop, :nowMs)
           ON CONFLICT (campaign_id)
           DO UPDATE SET script = excluded.script, screen_pop = excluded.screen_pop, changed_at_ms = excluded.changed_at_ms`,
          { id, ...page, nowMs },
        );
        const target = `campaigns/${id}`;
        const what = 'campaign.page-edited';
        await writeAudit(tx, { by: key, what, target, before, after: page, nowMs });
        return page;
      });
    },
  };
}

async function lastCallOf(tx: Tx, agentId: string): Promise<CallRef | undefined> {
  const held = await tx.get<{ ref: CallRef }>(
    'SELECT ref FROM calls WHERE agent_id = :agentId AND holds_agent = 1 ORDER BY id DESC LIMIT 1',
    { agentId },
  );
  if (held) return held.ref;
  const last = await tx.get<{ ref: CallRef }>(
    `SELECT ref FROM calls WHERE agent_id = :agentId AND placed_at_ms IS NOT NULL
     ORDER BY placed_at_ms DESC LIMIT 1`,
    { agentId },
  );
  return last?.ref;
}

type NamedRow = Pick<AgentsCall['contact'], 'name' | 'rowKey' | 'label'> & {
  details: string | null;
};

async function shownCall(tx: Tx, row: CallRow): Promise<AgentsCall> {
  const { campaignId, contact: position } = row;
  const { details, ...contact } = (await tx.get<NamedRow>(
    `SELECT name, row_key, number_label AS label, details FROM contacts
     WHERE campaign_id = :campaignId AND position = :position`,
    { campaignId, position },
  ))!;
  const campaign = await campaignRow(tx, campaignId);
  const policy = await policyOfVersion(tx, campaignId, row.policyVersion);
  return {
    call: toCall(row),
    holdsAgent: row.holdsAgent === 1,
    contact: { ...contact, ...readDetails(details) },
    campaign: { id: campaignId, name: campaign.name, ...(await pageOf(tx, campaignId)) },
    outcome: await outcomeRow(tx, row.ref),
    outcomeWithinMs: policy.agents.outcomeWithinMs ?? null,
    history: await historyOf(tx, row),
  };
}

async function historyOf(tx: Tx, { number, ref }: CallRow): Promise<PastCall[]> {
  if (number === ERASED) return [];
  return tx.all<PastCall>(
    `SELECT calls.ref, calls.placed_at_ms, disposition, code AS outcome, note, calls.agent_id
     FROM calls LEFT JOIN outcomes ON outcomes.ref = calls.ref
     WHERE calls.number = :number AND calls.ref <> :ref AND calls.placed_at_ms IS NOT NULL
     ORDER BY calls.id DESC LIMIT ${PAST_CALLS}`,
    { number, ref },
  );
}

const NO_PAGE: CampaignPage = { script: '', screenPop: null };

const pageOf = async (tx: Tx, id: CampaignId): Promise<CampaignPage> =>
  (await tx.get<CampaignPage>(
    'SELECT script, screen_pop FROM campaign_pages WHERE campaign_id = :id',
    { id },
  )) ?? NO_PAGE;
