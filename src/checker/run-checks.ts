import type { Check, Demands, Evidence, Finding } from './check.ts';
import { costs } from './checks/costs.ts';
import { dispositions } from './checks/dispositions.ts';
import { allFinished, enoughHappened, ledgerIsWhole } from './checks/floors.ts';
import { nothingLost, oneLiveCall, onePost, refusalsAreFree } from './checks/placements.ts';
import { keyStaysHome, lookupQuota, recordingsKept } from './checks/recordings.ts';
import { acksAreDurable, noWebhookTurnedAway } from './checks/webhooks.ts';
import { readLedger } from './ledger.ts';
import { linkCalls } from './links.ts';
import { readStoreExport } from './store-export.ts';

const CHECKS: Check[] = [
  ledgerIsWhole,
  onePost,
  oneLiveCall,
  nothingLost,
  dispositions,
  costs,
  acksAreDurable,
  noWebhookTurnedAway,
  lookupQuota,
  keyStaysHome,
  refusalsAreFree,
  recordingsKept,
  allFinished,
  enoughHappened,
];

export interface Result extends Finding {
  id: string;
  says: string;
}

export async function runChecks(
  ledgerPath: string,
  exportPath: string,
  demands: Demands,
): Promise<Result[]> {
  const ledger = await readLedger(ledgerPath);
  const store = await readStoreExport(exportPath);
  const evidence: Evidence = { ledger, store, links: linkCalls(ledger, store), demands };
  return CHECKS.map((check) => ({ id: check.id, says: check.says, ...check.find(evidence) }));
}
