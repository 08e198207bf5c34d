/** What campaigns and the account allowed when decisions were made: policies, states, limits and holds with their probes. */
import type { Hold } from '../../../../domain/account/hold.ts';
import type { HoldRuleFor } from '../../../../domain/account/hold-rules.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { capsReachMs, outcomesReachMs } from '../../../../domain/contacts/number-caps.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import type {
  AccountStateChange,
  AfterPlacement,
  CampaignStateChange,
  DecisionLine,
  DecisionSelection,
  ExportedDecision,
  PolicyVersion,
} from '../../../decision-store.ts';
import type { Tx } from '../../engine/tx.ts';
import type { PlacementRow } from '../../rows/placement-rows.ts';
import { sealedPlacement } from './sealed-placement.ts';

/** Ids of placements. */
export interface Ids {
  after: number;
  to: number;
}

/** @returns for how long a dial counts for any cap of these policies */
export async function* policyLines(
  tx: Tx,
  campaigns: readonly CampaignId[],
): AsyncGenerator<DecisionLine, number> {
  let reachMs = 0;
  for (const campaignId of campaigns) {
    const rows = await tx.all<Omit<PolicyVersion, 'policy'> & AfterPlacement & { text: string }>(
      `SELECT version, policy AS text, made_at_ms, last_placement
       FROM policies WHERE campaign_id = :id ORDER BY version`,
      { id: campaignId },
    );
    for (const { text, ...row } of rows) {
      const policy = JSON.parse(text) as Policy;
      reachMs = Math.max(reachMs, capsReachMs(policy.caps), outcomesReachMs(policy.caps));
      yield { type: 'policy', campaignId, ...row, policy };
    }
  }
  return reachMs;
}

export async function* campaignLines(
  tx: Tx,
  campaigns: readonly CampaignId[],
): AsyncGenerator<DecisionLine> {
  for (const campaignId of campaigns) {
    const rows = await tx.all<CampaignStateChange>(
      `SELECT at_ms, last_placement, state, deadline_at_ms
       FROM campaign_states WHERE campaign_id = :id ORDER BY id`,
      { id: campaignId },
    );
    for (const row of rows) yield { type: 'campaign', campaignId, ...row };
  }
}

const STILL_OPEN = Number.MAX_SAFE_INTEGER;

interface AccountState extends Omit<AccountStateChange, 'limits' | 'hold'> {
  hold: string | null;
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  holdRules: string;
}

/** @returns the holds, each by the ids of the placements that were written while it was open */
export async function* accountLines(tx: Tx): AsyncGenerator<DecisionLine, Ids[]> {
  const rows = await tx.all<AccountState>(
    `SELECT at_ms, last_placement, stopped_since_ms, hold,
            calls_per_second, max_live_calls, hold_rules
     FROM account_states ORDER BY id`,
  );
  const holds: Ids[] = [];
  for (const { hold: text, callsPerSecond, maxLiveCalls, holdRules, ...row } of rows) {
    const hold = text === null ? null : (JSON.parse(text) as Hold);
    const last = holds.at(-1);
    if (last?.to === STILL_OPEN) last.to = row.lastPlacement;
    if (hold?.open) holds.push({ after: row.lastPlacement, to: STILL_OPEN });
    const limits = {
      callsPerSecond,
      maxLiveCalls,
      holdRules: JSON.parse(holdRules) as HoldRuleFor[],
    };
    yield { type: 'account', ...row, limits, hold: hold?.open ? hold : null };
  }
  return holds;
}

/** While a hold is open, its probes are the only placements, so these are few. */
export async function* probeLines(
  tx: Tx,
  holds: readonly Ids[],
  range: DecisionSelection,
): AsyncGenerator<DecisionLine> {
  const { campaigns } = range;
  for (const { after, to } of holds) {
    const rows = await tx.all<PlacementRow & { campaignId: CampaignId }>(
      `SELECT placements.*, campaign_id FROM placements JOIN calls ON calls.ref = placements.ref
       WHERE placements.id > :after AND placements.id <= :to ORDER BY placements.id`,
      { after, to },
    );
    for (const row of rows) {
      const isExported = campaigns === null || campaigns.includes(row.campaignId);
      if (isExported && isSelected(row, range)) continue;
      yield { type: 'probe', sealed: sealedPlacement(row), outcome: outcomeOf(row) };
    }
  }
}

const isBefore = (row: PlacementRow, { fromMs }: DecisionSelection): boolean =>
  fromMs !== null && row.intentAtMs < fromMs;
const isAfter = (row: PlacementRow, { toMs }: DecisionSelection): boolean =>
  toMs !== null && row.intentAtMs >= toMs;
export const isSelected = (row: PlacementRow, range: DecisionSelection): boolean =>
  !isBefore(row, range) && !isAfter(row, range);

export const outcomeOf = (row: PlacementRow): ExportedDecision['outcome'] => ({
  state: row.state,
  atMs: row.outcomeAtMs,
  status: row.status,
  code: row.code,
});
