import { isOver, mayAppend, allowedMoves, stateAfter } from '../../domain/campaign-state.ts';
import { DIRECT_CAMPAIGN_ID, callRef, type CampaignId } from '../../domain/ids.ts';
import { DEFAULT_POLICY } from '../../domain/policy.ts';
import type { CampaignMove } from '../../domain/campaign-state.ts';
import type { Campaign, CampaignSettings, CampaignStore } from '../campaign-store.ts';
import { StoreRefusal } from '../store.ts';
import { agentRow } from './agent-rows.ts';
import { campaignStanding, rememberWaiting } from './campaign-facts.ts';
import { progressOf } from './campaign-progress.ts';
import {
  campaignRow,
  changePolicy,
  findCampaignRow,
  insertCampaign,
  setCampaignState,
  toCampaign,
  type CampaignRow,
} from './campaign-rows.ts';
import { finishDueContacts } from './claims.ts';
import type { Connection } from './connection.ts';
import { importContacts, insertContact } from './contacts.ts';
import { keyBefore, pageOf } from './cursor.ts';
import { once } from './once.ts';

/** A call asked for now is one attempt: whoever asked decides about another. */
const DIRECT_CALLS: CampaignSettings = {
  name: 'Direct calls',
  keepOpen: true,
  policy: {
    ...DEFAULT_POLICY,
    redial: { ...DEFAULT_POLICY.redial, maxAttempts: 1, maxCalls: 1 },
  },
};

export function campaignStore(db: Connection): Omit<CampaignStore, 'claim' | 'markStarted'> {
  return {
    async createCampaign({ id, settings, nowMs }, key) {
      return once(db, { key, nowMs }, () =>
        toCampaign(insertCampaign(db, { id, settings, state: 'draft', nowMs })),
      );
    },

    async campaigns({ limit, after }) {
      const rows = db.all<CampaignRow>(
        'SELECT * FROM campaigns WHERE serial > :after ORDER BY serial LIMIT :limit',
        { after: keyBefore(after), limit: limit + 1 },
      );
      return pageOf(rows, limit, { key: (row) => row.serial, item: toCampaign });
    },

    async campaign(id) {
      return toCampaign(campaignRow(db, id));
    },

    async campaignProgress(id, nowMs) {
      return progressOf(db, id, nowMs);
    },

    async editCampaign({ id, change, nowMs }, key) {
      return once(db, { key, nowMs }, () => edit(db, id, change, nowMs));
    },

    async moveCampaign({ id, move, nowMs }, key) {
      return once(db, { key, nowMs }, () => moveOn(db, id, move, nowMs));
    },

    async addContacts({ id, contacts, nowMs }, key) {
      return once(db, { key, nowMs }, () => {
        const campaign = openForContacts(campaignRow(db, id));
        return importContacts(db, campaign, contacts, nowMs);
      });
    },

    async addDirectCall({ number, name, agentId, nowMs }, key) {
      return once(db, { key, nowMs }, () => {
        if (agentId !== null && !agentRow(db, agentId)) {
          throw new StoreRefusal('not-found', 'there is no such agent', { agent: agentId });
        }
        const campaign = openForContacts(standingCampaign(db, nowMs));
        const contact = { number, name, agentId, rowKey: null };
        const position = insertContact(db, campaign.id, contact, nowMs);
        return { ref: callRef({ campaignId: campaign.id, contact: position, ordinal: 1 }) };
      });
    },
  };
}

function edit(
  db: Connection,
  id: CampaignId,
  change: (known: CampaignSettings) => CampaignSettings,
  nowMs: number,
): Campaign {
  const row = campaignRow(db, id);
  if (isOver(row.state)) {
    throw new StoreRefusal('illegal-move', `a ${row.state} campaign cannot be changed`, {
      state: row.state,
      allowed: allowedMoves(row.state),
    });
  }
  const { name, keepOpen, policy } = change(toCampaign(row));
  db.run('UPDATE campaigns SET name = :name, keep_open = :keepOpen WHERE id = :id', {
    id,
    name,
    keepOpen: Number(keepOpen),
  });
  if (JSON.stringify(policy) !== row.policy) {
    changePolicy(db, row, policy, nowMs);
    lookAgain(db, id, nowMs);
  }
  return toCampaign(campaignRow(db, id));
}

/** Contacts that the rules of before had put off are asked about again. */
function lookAgain(db: Connection, id: CampaignId, nowMs: number): void {
  db.run(
    `UPDATE contacts SET due_at_ms = :nowMs, due_reason = NULL
     WHERE campaign_id = :id AND state = 'due' AND due_reason IS NOT NULL`,
    { id, nowMs },
  );
}

function moveOn(db: Connection, id: CampaignId, move: CampaignMove, nowMs: number): Campaign {
  const { state } = campaignRow(db, id);
  const next = stateAfter(state, move);
  if (!next) {
    const allowed = allowedMoves(state);
    throw new StoreRefusal('illegal-move', `a ${state} campaign cannot ${move}`, {
      state,
      allowed,
    });
  }
  setCampaignState(db, id, next, nowMs);
  if (next === 'cancelled') finishDueContacts(db, id);
  rememberWaiting(db, id, campaignStanding(db, id, nowMs));
  return toCampaign(campaignRow(db, id));
}

function openForContacts(campaign: CampaignRow): CampaignRow {
  if (mayAppend(campaign.state)) return campaign;
  throw new StoreRefusal(
    'not-accepting-contacts',
    `a ${campaign.state} campaign takes no contacts`,
    { state: campaign.state },
  );
}

function standingCampaign(db: Connection, nowMs: number): CampaignRow {
  const id = DIRECT_CAMPAIGN_ID;
  return (
    findCampaignRow(db, id) ??
    insertCampaign(db, { id, settings: DIRECT_CALLS, state: 'running', nowMs })
  );
}
