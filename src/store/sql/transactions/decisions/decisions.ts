/** What the placements of a call were decided on, and the versions of a campaign's policy. */
import type { DecisionRecord } from '../../../../domain/decisions/decision-record.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { Call } from '../../../calls/call-store.ts';
import type { Decision, DecisionStore, PolicyVersion } from '../../../decision-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import type { Database } from '../../engine/tx.ts';
import { campaignRow } from '../../rows/campaign-rows.ts';
import { shownCall } from '../../steps/calls/queued-calls.ts';

type PolicyRow = Omit<PolicyVersion, 'policy'> & { policy: string };
type DecisionRow = Omit<Decision, 'decision'> & { decision: string | null };
const DECISIONS = `
  SELECT placement, state, intent_at_ms, outcome_at_ms, zone_rules, decision
  FROM placements WHERE ref = :ref ORDER BY placement`;

const POLICIES = 'SELECT version, policy, made_at_ms FROM policies';

export function decisionStore(
  db: Database,
): Pick<DecisionStore, 'decisions' | 'policyVersion' | 'policyVersions'> {
  return {
    async decisions(ref) {
      return db.read(async (tx) => {
        const call = await shownCall(tx, ref);
        return {
          ref,
          campaignId: call.campaignId,
          notDialled: notDialledOf(call),
          decisions: (await tx.all<DecisionRow>(DECISIONS, { ref })).map(toDecision),
        };
      });
    },

    async policyVersion(id, version) {
      return db.read(async (tx) => {
        const row = await tx.get<PolicyRow>(
          `${POLICIES} WHERE campaign_id = :id AND version = :version`,
          { id: (await campaignRow(tx, id)).id, version },
        );
        if (row) return toVersion(row);
        throw new StoreRefusal('not-found', 'the campaign has no such policy version', { version });
      });
    },

    async policyVersions(id, { limit, after }) {
      const rows = await db.read(async (tx) =>
        tx.all<PolicyRow>(
          `${POLICIES} WHERE campaign_id = :id AND version > :after
           ORDER BY version LIMIT :most`,
          { id: (await campaignRow(tx, id)).id, after: keyBefore(after), most: limit + 1 },
        ),
      );
      return pageOf(rows, limit, { key: ({ version }) => version, item: toVersion });
    },
  };
}

const notDialledOf = ({ disposition, reason, endedAtMs: atMs }: Call) =>
  disposition === 'not-dialled' ? { reason: reason ?? 'not dialled', atMs } : null;

const toVersion = (row: PolicyRow): PolicyVersion => ({
  ...row,
  policy: JSON.parse(row.policy) as Policy,
});

const toDecision = (row: DecisionRow): Decision => ({
  ...row,
  decision: row.decision === null ? null : (JSON.parse(row.decision) as DecisionRecord),
});
