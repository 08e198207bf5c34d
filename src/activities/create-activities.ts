import { bindContext } from './bind-context.ts';
import { confirmCall, observeCall, takeEvents } from './calls/call-following.ts';
import { hangUp } from './calls/hangup.ts';
import { placeCall, resolvePlacement, withdrawCall } from './calls/placing.ts';
import { Poller } from './calls/polling.ts';
import { settleCall } from './calls/settling.ts';
import { endUnknown, freeAgent, identifyCall } from './calls/unknown-placement.ts';
import { syncCallback } from './callbacks/callback-sync.ts';
import { dispatch } from './campaigns/dispatch.ts';
import { replayOpenRuns } from './deploys/gate.ts';
import type { ActivityContext, ActivityDeps } from './deps.ts';
import {
  askForReconciliation,
  failReconciliation,
  reconcileRecords,
} from './reconciliation/record-comparing.ts';
import { rehearseCampaign } from './planning/rehearsal.ts';
import { RehearsalRoom } from './planning/rehearsal-room.ts';
import { DeskSpacing } from './recordings/desk-spacing.ts';
import { askDesk, fetchRecording, takeDeskTurn } from './recordings/recording.ts';
import { deliverWebhooks, testWebhook } from './events/webhook-delivery.ts';
import { sweep } from './sweep/sweep.ts';

/** The activities of all workflows except the dispatcher. There is one set per process, because they share the pace of GETs. */
export function createActivities(deps: ActivityDeps) {
  const context: ActivityContext = {
    ...deps,
    poller: new Poller(deps),
    deskSpacing: new DeskSpacing(),
    rehearsals: new RehearsalRoom(),
  };
  return bindContext(context, {
    placeCall,
    resolvePlacement,
    identifyCall,
    freeAgent,
    endUnknown,
    withdrawCall,
    observeCall,
    confirmCall,
    takeEvents,
    settleCall,
    hangUp,
    fetchRecording,
    askDesk,
    takeDeskTurn,
    sweep,
    askForReconciliation,
    reconcileRecords,
    failReconciliation,
    syncCallback,
    rehearseCampaign,
    replayOpenRuns,
    deliverWebhooks,
    testWebhook,
  });
}

/** The dispatcher's activity, which has its own task queue. */
export const createDispatchActivities = (deps: ActivityDeps) => bindContext(deps, { dispatch });

export type Activities = ReturnType<typeof createActivities>;
export type DispatchActivities = ReturnType<typeof createDispatchActivities>;
