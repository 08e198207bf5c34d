import { NOT_DIALLED_REASONS } from '../../../../domain/campaigns/admission.ts';
import { isOver, allowedMoves, stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import { DIRECT_CAMPAIGN_ID, callRef, type CampaignId } from '../../../../domain/ids.ts';
import { NO_CAPS } from '../../../../domain/contacts/number-caps.ts';
import { DEFAULT_POLICY, HIGHEST_PRIORITY } from '../../../../domain/campaigns/policy.ts';
import type { CampaignMove } from '../../../../domain/campaigns/campaign-state.ts';
import type {
  Campaign,
  CampaignSettings,
  CampaignStore,
  EditedCampaign,
  CampaignTotals,
} from '../../../campaigns/campaign-store.ts';
import { StoreRefusal, type Edited } from '../../../requests.ts';
import { writeAudit } from '../../rows/audit.ts';
import { mustTakeContacts } from '../../rows/agent-rows.ts';
import { campaignStatus, rememberWaiting } from '../../steps/campaigns/campaign-facts.ts';
import { progressOf, totalsOf } from './campaign-progress.ts';
import {
  campaignRow,
  changePolicy,
  findCampaignRow,
  insertCampaign,
  keepState,
  policyOf,
  setCampaignState,
  toCampaign,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { beginContactJob, closeContacts } from './contact-jobs.ts';
import { insertContact } from '../../steps/campaigns/contacts.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { conditionsOf } from '../../engine/filtered-pages.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { endQueuedCall } from '../../steps/calls/call-endings.ts';
import { queuedCall } from '../../steps/calls/queued-calls.ts';
import { countPaceFromLastPost } from '../../steps/campaigns/pacing.ts';
import { mustNotBeErased } from '../../steps/privacy/erased-numbers.ts';
import { isSuppressed, mustKnowLists } from '../../steps/campaigns/suppressing.ts';

/** A single call is one attempt. The person who requested it waits, and decides about another. */
const DIRECT_CALLS: CampaignSettings = {
  name: 'Direct calls',
  keepOpen: true,
  deadlineAtMs: null,
  policy: {
    ...DEFAULT_POLICY,
    redial: { ...DEFAULT_POLICY.redial, maxAttempts: 1, maxCalls: 1 },
    caps: NO_CAPS,
    priority: HIGHEST_PRIORITY,
  },
};

export function campaignStore(
  db: Database,
): Omit<CampaignStore, 'claim' | 'claimForAgent' | 'markStarted' | 'cloneCampaign'> {
  return {
    async createCampaign({ id, settings, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        if (settings.deadlineAtMs !== null)
          mustBeAhead('deadline_at', settings.deadlineAtMs, nowMs);
        await mustKnowLists(tx, settings.policy);
        const campaign = toCampaign(
          await insertCampaign(tx, { id, settings, state: 'draft', nowMs }),
        );
        const target = `campaigns/${id}`;
        await writeAudit(tx, { by: key, what: 'campaign.created', target, after: settings, nowMs });
        return campaign;
      });
    },

    async campaigns({ limit, after }, { kind, state, name, order = 'asc' } = {}) {
      const last = keyBefore(after);
      const { conditions, params } = conditionsOf({ kind, state });
      const rows = await db.all<CampaignRow>(
        `SELECT * FROM campaigns WHERE serial ${order === 'asc' ? '>' : '<'} :last ${conditions}
         ${name === undefined ? '' : String.raw`AND lower(name) LIKE :part ESCAPE '\'`}
         ORDER BY serial ${order} LIMIT :limit`,
        {
          ...params,
          ...(name !== undefined && { part: `%${likePattern(name)}%` }),
          last: last === 0 && order === 'desc' ? Number.MAX_SAFE_INTEGER : last,
          limit: limit + 1,
        },
      );
      return pageOf(rows, limit, { key: (row) => row.serial, item: toCampaign });
    },

    async campaign(id) {
      return toCampaign(await db.read((tx) => campaignRow(tx, id)));
    },

    async campaignTotals(ids) {
      return db.read(async (tx) => {
        const totals: CampaignTotals[] = [];
        for (const id of ids) totals.push(await totalsOf(tx, id));
        return totals;
      });
    },

    async campaignProgress(id, nowMs) {
      return progressOf(db, id, nowMs);
    },

    async editCampaign({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = toCampaign(await campaignRow(tx, id));
        precondition?.(known);
        const before = settingsOf(known);
        const campaign = await edit(tx, id, change, nowMs);
        const { removed } = campaign;
        const after = { ...settingsOf(campaign), ...(removed.length > 0 && { removed }) };
        const target = `campaigns/${id}`;
        await writeAudit(tx, { by: key, what: 'campaign.edited', target, before, after, nowMs });
        return campaign;
      });
    },

    async moveCampaign({ id, move, startsAtMs = null, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const row = await campaignRow(tx, id);
        precondition?.(toCampaign(row));
        const before = standOf(row);
        const campaign = await moveOn(tx, { id, move, startsAtMs, nowMs, by: key?.who });
        const after = standOf(await campaignRow(tx, id));
        const target = `campaigns/${id}`;
        await writeAudit(tx, { by: key, what: 'campaign.moved', target, before, after, nowMs });
        return campaign;
      });
    },

    async addDirectCall({ number, name, agentId, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        if (agentId !== null) await mustTakeContacts(tx, agentId);
        await mustNotBeErased(tx, number);
        const campaign = await standingCampaign(tx, nowMs);
        mustNotBePaused(campaign);
        const contact = { number, name, agentId, rowKey: null };
        const position = await insertContact(tx, campaign.id, contact, nowMs);
        const ref = callRef({ campaignId: campaign.id, contact: position, ordinal: 1 });
        const after = { agent: agentId };
        await writeAudit(tx, {
          by: key,
          what: 'call.ordered',
          target: `calls/${ref}`,
          after,
          nowMs,
        });
        if (!(await isSuppressed(tx, number, policyOf(campaign), nowMs))) {
          return { ref, state: 'queued', reason: null };
        }
        const reason = NOT_DIALLED_REASONS.suppressed;
        await endQueuedCall(tx, (await queuedCall(tx, ref))!, {
          code: 'suppressed',
          text: reason,
          nowMs,
        });
        return { ref, state: 'ended', reason };
      });
    },
  };
}

async function edit(
  tx: Tx,
  id: CampaignId,
  change: (known: CampaignSettings) => Edited<CampaignSettings>,
  nowMs: number,
): Promise<EditedCampaign> {
  const row = await campaignRow(tx, id);
  if (isOver(row.state)) {
    throw new StoreRefusal('illegal-move', `a ${row.state} campaign cannot be changed`, {
      state: row.state,
      allowed: allowedMoves(row.state, row.kind),
    });
  }
  const { name, keepOpen, deadlineAtMs, policy, removed = [] } = change(toCampaign(row));
  await mustKnowLists(tx, policy);
  if (row.kind === 'standing') mustStayOpen({ keepOpen, deadlineAtMs, policy });
  if (deadlineAtMs !== row.deadlineAtMs) {
    checkTimes({ deadlineAtMs, startsAtMs: row.startsAtMs }, nowMs);
    await recheckContacts(tx, id, nowMs);
  }
  tx.send(
    `UPDATE campaigns SET name = :name, keep_open = :keepOpen, deadline_at_ms = :deadlineAtMs
     WHERE id = :id`,
    { id, name, keepOpen: Number(keepOpen), deadlineAtMs },
  );
  if (deadlineAtMs !== row.deadlineAtMs) await keepState(tx, id, nowMs);
  if (JSON.stringify(policy) !== row.policy) {
    await changePolicy(tx, row, policy, nowMs);
    if (policyOf(row).callsPerSecond === null)
      await countPaceFromLastPost(tx, policy.callsPerSecond, nowMs, id);
    await recheckContacts(tx, id, nowMs);
  }
  return { ...toCampaign(await campaignRow(tx, id)), removed };
}

/** Contacts that the previous rules had delayed are checked again. */
async function recheckContacts(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  const { contacts: total } = await campaignRow(tx, id);
  await beginContactJob(tx, { campaignId: id, work: { kind: 'recheck' }, total }, nowMs);
}

interface Move {
  id: CampaignId;
  move: CampaignMove;
  startsAtMs: number | null;
  nowMs: number;
  /** `who` of the audit. */
  by: string | undefined;
}

async function moveOn(tx: Tx, { id, move, startsAtMs, nowMs, by }: Move): Promise<Campaign> {
  const { state, kind, deadlineAtMs } = await campaignRow(tx, id);
  const allowed = allowedMoves(state, kind);
  const next = allowed.includes(move) ? stateAfter(state, move, startsAtMs !== null) : undefined;
  if (!next) {
    const what = kind === 'standing' ? 'standing campaign' : 'campaign';
    throw new StoreRefusal('illegal-move', `a ${state} ${what} cannot ${move}`, { state, allowed });
  }
  if (startsAtMs !== null) mustBeAhead('at', startsAtMs, nowMs);
  if (move === 'start') checkTimes({ deadlineAtMs, startsAtMs }, nowMs);
  const reason = move === 'pause' && by !== undefined ? `asked for by API key ${by}` : null;
  await setCampaignState(tx, id, next, nowMs, { startsAtMs, reason });
  if (next === 'cancelled') await closeContacts(tx, id, { why: null, nowMs });
  await rememberWaiting(tx, id, await campaignStatus(tx, id, nowMs));
  return toCampaign(await campaignRow(tx, id));
}

/** Refuses settings that would end a standing campaign. */
function mustStayOpen({
  keepOpen,
  deadlineAtMs,
  policy,
}: Pick<CampaignSettings, 'keepOpen' | 'deadlineAtMs' | 'policy'>): void {
  const refuse = (field: string, why: string) => {
    throw new StoreRefusal('never-over', `a standing campaign ${why}: it is never over`, { field });
  };
  if (!keepOpen) refuse('keep_open', 'stays open');
  if (deadlineAtMs !== null) refuse('deadline_at', 'has no deadline');
  if (policy.holdTimeout?.action === 'cancel') {
    refuse('hold_timeout/action', 'may `pause` behind a hold and not `cancel`');
  }
}

/** The deadline must be in the future, and the start before it. */
function checkTimes(
  { startsAtMs, deadlineAtMs }: { startsAtMs: number | null; deadlineAtMs: number | null },
  nowMs: number,
): void {
  if (deadlineAtMs === null) return;
  mustBeAhead('deadline_at', deadlineAtMs, nowMs);
  if (startsAtMs !== null && startsAtMs >= deadlineAtMs) {
    const message = 'the campaign would start after its deadline';
    throw new StoreRefusal('wrong-time', message, { field: 'deadline_at' });
  }
}

function mustBeAhead(field: 'at' | 'deadline_at', atMs: number, nowMs: number): void {
  if (atMs > nowMs) return;
  throw new StoreRefusal('wrong-time', `\`${field}\` has passed`, { field });
}

const settingsOf = ({ name, keepOpen, deadlineAtMs, policy }: Campaign): CampaignSettings => ({
  name,
  keepOpen,
  deadlineAtMs,
  policy,
});

const standOf = ({ state, startsAtMs }: CampaignRow) => ({ state, startsAtMs });

/** A single call must not wait until somebody resumes the campaign. */
function mustNotBePaused({ state, kind, stateReason: reason }: CampaignRow): void {
  if (state !== 'paused') return;
  const why = reason === null ? '' : ` (${reason})`;
  throw new StoreRefusal(
    'campaign-paused',
    `direct calls are paused${why}: this one is not placed, now or later. Resume the campaign ${DIRECT_CAMPAIGN_ID}, then ask again`,
    { state, allowed: allowedMoves(state, kind) },
  );
}

async function standingCampaign(tx: Tx, nowMs: number): Promise<CampaignRow> {
  const id = DIRECT_CAMPAIGN_ID;
  return (
    (await findCampaignRow(tx, id)) ??
    (await insertCampaign(tx, {
      id,
      kind: 'standing',
      settings: DIRECT_CALLS,
      state: 'running',
      nowMs,
    }))
  );
}

/** For `LIKE`, beside a name in small letters. Both engines fold A to Z only. */
const likePattern = (part: string): string =>
  part
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[%_\\]/g, String.raw`\$&`);
