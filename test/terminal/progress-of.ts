import { policyView } from '../../src/api/campaigns/policy-view.ts';
import type { CampaignProgress } from '../../src/terminal/api-shapes.ts';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';

/** A campaign as the API shows it; two of its ten calls are live. */
export function progressOf({
  state = 'running',
  byState = { due: 10 },
  bySettlement = {},
  byRecording = {},
}: {
  state?: CampaignProgress['state'];
  byState?: Record<string, number>;
  bySettlement?: Record<string, number>;
  byRecording?: Record<string, number>;
}): CampaignProgress {
  return {
    id: 'cabc',
    kind: 'list',
    name: 'Autumn',
    state,
    keep_open: false,
    starts_at: null,
    deadline_at: null,
    ...policyView(DEFAULT_POLICY),
    presets: [],
    policy_version: 1,
    allowed_moves: [],
    created_at: '2026-11-21T10:00:00.000Z',
    state_changed_at: '2026-11-21T10:00:00.000Z',
    state_reason: null,
    contacts: {
      total: Object.values(byState).reduce((sum, count) => sum + count, 0),
      by_state: byState,
      by_disposition: {},
      by_last_disposition: {},
    },
    calls: {
      total: 10,
      placed: 10,
      by_state: { ended: 8, bridged: 2 },
      by_disposition: {},
      by_settlement: bySettlement,
      by_recording: byRecording,
    },
    total_cost: '0.5',
    currency: null,
    negative_costs: 0,
    money: {
      settled: { calls: 8, amount: '0.5' },
      pending: { calls: 2, set_aside: '0' },
      never_settled: { calls: 0, set_aside: '0' },
      budget_alert: null,
    },
    agent_idle: null,
    contact_job: null,
    polled_reason: null,
    waiting_for: null,
  };
}
