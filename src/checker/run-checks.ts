import type { Check, Demands, Evidence, Finding } from './check.ts';
import { readClientLog } from './records/client-log.ts';
import { costs, recordedCosts } from './checks/costs.ts';
import { dispositions } from './checks/dispositions.ts';
import { allFinished, enoughHappened, ledgerIsWhole } from './checks/floors.ts';
import {
  lostAnswersFound,
  nothingLost,
  oneLiveCall,
  onePost,
  refusalsAreFree,
} from './checks/placements.ts';
import { agentsFree, callsAtOnce, newRulesCount } from './checks/calls-at-once.ts';
import { callingWindows, numberCaps, onePersonOnce, suppressionsKept } from './checks/numbers.ts';
import { pace } from './checks/pace.ts';
import { budgets } from './checks/budgets.ts';
import { attemptsBounded } from './checks/attempts.ts';
import { nothingWhileClosed, oneCallPerAgent } from './checks/policy.ts';
import { comesToRest, oneDeparture, promisesKept } from './checks/promises.ts';
import {
  keyStaysHome,
  lookupQuota,
  recordingsKept,
  recordingsOnDisk,
} from './checks/recordings.ts';
import { attemptsAreCalls, oneProbeAtATime, unknownIsLeftAlone } from './checks/redials.ts';
import { eventsStandOnce, foreignRequestsAnswered } from './checks/foreign-events.ts';
import { acksAreDurable, noWebhookTurnedAway } from './checks/webhooks.ts';
import { limitsIn } from './limits/limits.ts';
import { readLedger } from './records/ledger.ts';
import { linkCalls } from './records/links.ts';
import { readRecordings } from './records/recordings-folder.ts';
import { readStoreExport } from './records/store-export.ts';

const CHECKS: Check[] = [
  ledgerIsWhole,
  onePost,
  oneDeparture,
  oneLiveCall,
  onePersonOnce,
  nothingLost,
  lostAnswersFound,
  unknownIsLeftAlone,
  dispositions,
  costs,
  recordedCosts,
  acksAreDurable,
  eventsStandOnce,
  noWebhookTurnedAway,
  foreignRequestsAnswered,
  lookupQuota,
  nothingWhileClosed,
  oneCallPerAgent,
  agentsFree,
  suppressionsKept,
  callsAtOnce,
  pace,
  newRulesCount,
  numberCaps,
  callingWindows,
  budgets,
  attemptsBounded,
  keyStaysHome,
  refusalsAreFree,
  oneProbeAtATime,
  attemptsAreCalls,
  recordingsKept,
  recordingsOnDisk,
  promisesKept,
  comesToRest,
  allFinished,
  enoughHappened,
];

export interface Result extends Finding {
  id: string;
  rule: string;
}

/** Paths of the records. */
export interface Records {
  ledger: string;
  export: string;
  clientLog: string | null;
  /** Folder of the recordings. */
  recordings: string | null;
}

export async function runChecks(records: Records, demands: Demands): Promise<Result[]> {
  const store = await readStoreExport(records.export);
  const ledger = await readLedger(records.ledger, store.atMs);
  const client = records.clientLog === null ? null : await readClientLog(records.clientLog);
  const recordings = records.recordings === null ? null : await readRecordings(records.recordings);
  const links = linkCalls(ledger, store);
  const limits = limitsIn(client ?? { requests: [] });
  const evidence: Evidence = { ledger, store, links, client, limits, recordings, demands };
  return CHECKS.map((check) => ({ id: check.id, rule: check.rule, ...check.find(evidence) }));
}
