import { afterEach, beforeEach, describe } from 'vitest';
import { accountRules } from './contract/account-rules.ts';
import { agentRules } from './contract/agent-rules.ts';
import { agentTimeRules } from './contract/agent-time-rules.ts';
import { auditRules } from './contract/audit-rules.ts';
import { contactJobRules } from './contract/campaigns/contact-job-rules.ts';
import { carrierChangeRules } from './contract/carrier-change-rules.ts';
import { callbackRules } from './contract/campaigns/callback-rules.ts';
import { campaignRules } from './contract/campaigns/campaign-rules.ts';
import { claimRules } from './contract/calls/claim-rules.ts';
import { endingRules } from './contract/calls/ending-rules.ts';
import { endpointRules } from './contract/endpoint-rules.ts';
import { eventRules } from './contract/event-rules.ts';
import { dialOrderRules } from './contract/campaigns/dial-order-rules.ts';
import { erasureRules } from './contract/privacy/erasure-rules.ts';
import { archiveRules } from './contract/privacy/archive-rules.ts';
import { retentionRules } from './contract/privacy/retention-rules.ts';
import { exportRules } from './contract/export-rules.ts';
import { figureRules } from './contract/figure-rules.ts';
import { factRules } from './contract/calls/fact-rules.ts';
import { fencingRules } from './contract/calls/fencing-rules.ts';
import { holdRules } from './contract/hold-rules.ts';
import { consentRules } from './contract/campaigns/consent-rules.ts';
import { importDryRunRules } from './contract/campaigns/import-dry-run-rules.ts';
import { importRules } from './contract/campaigns/import-rules.ts';
import { importUndoRules } from './contract/campaigns/import-undo-rules.ts';
import { personRules } from './contract/campaigns/person-rules.ts';
import { keyRules } from './contract/key-rules.ts';
import { userRules } from './contract/user-rules.ts';
import { listRules } from './contract/calls/list-rules.ts';
import { inboxRules } from './contract/calls/inbox-rules.ts';
import { lifeRules } from './contract/campaigns/life-rules.ts';
import { lookRules } from './contract/calls/poll-rules.ts';
import { webhookRules } from './contract/calls/webhook-rules.ts';
import { nextCallRules } from './contract/calls/next-call-rules.ts';
import { onceRules } from './contract/idempotency-rules.ts';
import { outlookRules } from './contract/campaigns/outlook-rules.ts';
import { placementRules } from './contract/calls/placement-rules.ts';
import { retryAfterRules } from './contract/calls/retry-after-rules.ts';
import { policyRules } from './contract/campaigns/policy-rules.ts';
import { readingRules } from './contract/campaigns/reading-rules.ts';
import { reconciliationRules } from './contract/reconciliation-rules.ts';
import { recordingRules } from './contract/calls/recording-rules.ts';
import { restoreRules } from './contract/restore-rules.ts';
import { outcomeRules } from './contract/calls/outcome-rules.ts';
import { resolutionRules } from './contract/calls/resolution-rules.ts';
import { settlementRules } from './contract/calls/settlement-rules.ts';
import { sharingRules } from './contract/campaigns/fair-share-rules.ts';
import { statisticsRules } from './contract/statistics-rules.ts';
import { suppressionRules } from './contract/campaigns/suppression-rules.ts';
import { reportJobRules } from './contract/report-job-rules.ts';
import { sweepRules } from './contract/sweep-rules.ts';
import { workflowRules } from './contract/workflow-rules.ts';
import { tallyRules } from './contract/campaigns/tally-rules.ts';
import { unknownPauseRules } from './contract/calls/unknown-pause-rules.ts';
import { unknownRules } from './contract/calls/unknown-rules.ts';
import { World, type StoreUnderTest } from './contract/world.ts';

type Rules = (world: () => World) => void;

/** What every engine behind the `Store` interface must hold. */
export const STORE_RULES: readonly Rules[] = [
  onceRules,
  campaignRules,
  lifeRules,
  contactJobRules,
  sharingRules,
  auditRules,
  restoreRules,
  carrierChangeRules,
  claimRules,
  nextCallRules,
  dialOrderRules,
  callbackRules,
  placementRules,
  retryAfterRules,
  factRules,
  statisticsRules,
  unknownRules,
  unknownPauseRules,
  outcomeRules,
  resolutionRules,
  policyRules,
  fencingRules,
  holdRules,
  endingRules,
  settlementRules,
  importRules,
  importUndoRules,
  personRules,
  importDryRunRules,
  inboxRules,
  listRules,
  keyRules,
  userRules,
  erasureRules,
  retentionRules,
  archiveRules,
  lookRules,
  webhookRules,
  reconciliationRules,
  recordingRules,
  reportJobRules,
  accountRules,
  agentRules,
  agentTimeRules,
  readingRules,
  outlookRules,
  suppressionRules,
  consentRules,
  sweepRules,
  workflowRules,
  tallyRules,
  figureRules,
  eventRules,
  endpointRules,
  exportRules,
];

/** Those that use most of what the engines write differently: locks, lists as JSON, deltas, partial indexes, triggers. */
export const SHORT_RULES: readonly Rules[] = [
  onceRules,
  claimRules,
  placementRules,
  endingRules,
  importRules,
  importUndoRules,
  personRules,
  consentRules,
  inboxRules,
  statisticsRules,
  tallyRules,
  figureRules,
  eventRules,
];

/** @param open gives an empty store */
export function storeContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
  rules = STORE_RULES,
): void {
  // oxlint-disable-next-line vitest/valid-title -- the engine's name
  describe(name, () => {
    let opened: StoreUnderTest;
    let world: World;
    beforeEach(async () => {
      opened = await open();
      world = new World(opened);
    });
    afterEach(() => opened.drop());

    for (const describeRules of rules) describeRules(() => world);
  });
}
