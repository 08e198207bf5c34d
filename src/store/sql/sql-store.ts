import type { Store } from '../store.ts';
import { joinMethods } from './join-methods.ts';
import { accountStore } from './transactions/account.ts';
import { agentStore } from './transactions/agents.ts';
import { agentTimeStore } from './transactions/agent-times.ts';
import { archiveStore } from './transactions/privacy/archives.ts';
import { auditStore } from './transactions/audit.ts';
import { callbackStore } from './transactions/campaigns/callbacks.ts';
import { callStore } from './transactions/calls/calls.ts';
import { hangupStore } from './transactions/calls/hangups.ts';
import { resolutionStore } from './transactions/calls/resolutions.ts';
import { campaignReadingStore } from './transactions/campaigns/campaign-reading.ts';
import { campaignStore } from './transactions/campaigns/campaigns.ts';
import { carrierChangeStore } from './transactions/carrier-changes.ts';
import { claimStore } from './transactions/campaigns/claims.ts';
import { cloneStore } from './transactions/campaigns/clones.ts';
import { consentStore } from './transactions/campaigns/consents.ts';
import { contactJobStore } from './transactions/campaigns/contact-jobs.ts';
import { exportDecisions } from './transactions/decisions/decision-export.ts';
import { decisionStore } from './transactions/decisions/decisions.ts';
import { alertStore } from './transactions/events/alerts.ts';
import { answerLookStore } from './transactions/events/answer-looks.ts';
import { deliveryStore } from './transactions/events/deliveries.ts';
import { endpointStore } from './transactions/events/endpoints.ts';
import { eventStore } from './transactions/events/events.ts';
import { figuresStore } from './transactions/figures/installation-figures.ts';
import { sealStore } from './transactions/decisions/seals.ts';
import { exportLines } from './transactions/export.ts';
import { forecastStore } from './transactions/campaigns/forecasts.ts';
import { importDryRunStore } from './transactions/campaigns/import-dry-runs.ts';
import { importUndoStore } from './transactions/campaigns/import-undo.ts';
import { importStore } from './transactions/campaigns/imports.ts';
import { inboxStore } from './transactions/calls/inbox.ts';
import { retentionStore } from './transactions/privacy/retention.ts';
import { privacyStore } from './transactions/privacy/erasures.ts';
import { keyStore } from './transactions/keys/api-keys.ts';
import { userStore } from './transactions/keys/users.ts';
import { signInStore } from './transactions/keys/user-sign-ins.ts';
import { intentStore } from './transactions/calls/intents.ts';
import { placementStore } from './transactions/calls/placements.ts';
import { agentPageStore } from './transactions/outcomes/agent-page.ts';
import { outcomeCodeStore } from './transactions/outcomes/outcome-codes.ts';
import { outcomeStore } from './transactions/outcomes/outcomes.ts';
import { reconciliationStore } from './transactions/reconciliations.ts';
import { recordingStore } from './transactions/calls/recordings.ts';
import { statisticsStore } from './transactions/calls/statistics.ts';
import { restoreStore } from './transactions/workflows/restores.ts';
import { reportJobStore } from './transactions/report-jobs.ts';
import { suppressionStore } from './transactions/suppressions.ts';
import { sweepStore } from './transactions/sweep.ts';
import { tallyStore } from './transactions/tallies.ts';
import { unplacedEndingStore } from './transactions/calls/unplaced-endings.ts';
import { brokenWorkflowStore } from './transactions/workflows/broken-workflows.ts';
import { processStore } from './transactions/workflows/processes.ts';
import { watchedWorkStore } from './transactions/workflows/watched-work.ts';
import { webhookStore } from './transactions/calls/webhooks.ts';
import type { Database } from './engine/tx.ts';

/** The store on a database of either engine. */
export function sqlStore(db: Database): Store {
  return joinMethods([
    accountStore(db),
    agentStore(db),
    agentTimeStore(db),
    archiveStore(db),
    auditStore(db),
    campaignReadingStore(db),
    campaignStore(db),
    cloneStore(db),
    claimStore(db),
    callStore(db),
    hangupStore(db),
    resolutionStore(db),
    callbackStore(db),
    carrierChangeStore(db),
    consentStore(db),
    contactJobStore(db),
    decisionStore(db),
    deliveryStore(db),
    endpointStore(db),
    eventStore(db),
    alertStore(db),
    answerLookStore(db),
    sealStore(db),
    agentPageStore(db),
    outcomeCodeStore(db),
    outcomeStore(db),
    intentStore(db),
    placementStore(db),
    unplacedEndingStore(db),
    figuresStore(db),
    forecastStore(db),
    importStore(db),
    importUndoStore(db),
    importDryRunStore(db),
    inboxStore(db),
    keyStore(db),
    userStore(db),
    signInStore(db),
    privacyStore(db),
    restoreStore(db),
    retentionStore(db),
    reconciliationStore(db),
    recordingStore(db),
    statisticsStore(db),
    reportJobStore(db),
    suppressionStore(db),
    sweepStore(db),
    tallyStore(db),
    webhookStore(db),
    brokenWorkflowStore(db),
    processStore(db),
    watchedWorkStore(db),
    exports(db),
    itself(db),
  ]);
}

const exports = (db: Database): Pick<Store, 'export' | 'exportDecisions'> => ({
  export: () => exportLines(db),
  exportDecisions: (selection) => exportDecisions(db, selection),
});

const itself = (db: Database): Pick<Store, 'check' | 'close' | 'installationId' | 'nowMs'> => ({
  async check() {
    await db.write(async (tx) => tx.send('UPDATE installation SET checks = checks + 1'), 'by-rows');
  },
  async installationId() {
    return (await db.get<{ id: string }>('SELECT id FROM installation'))!.id;
  },
  nowMs: () => db.nowMs(),
  close: () => db.close(),
});
