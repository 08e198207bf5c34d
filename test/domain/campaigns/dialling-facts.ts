import type { CampaignFacts } from '../../../src/domain/campaigns/campaign-progress.ts';

/** A running campaign with nothing in its way. */
export const DIALLING_FACTS: CampaignFacts = {
  state: 'running',
  stateReason: null,
  keepOpen: false,
  startsAtMs: null,
  deadline: null,
  accountStopped: false,
  hold: undefined,
  retryAfter: undefined,
  dueNow: 1,
  nextDueAtMs: null,
  nextDueReason: null,
  budget: { kind: 'open', alert: false },
  nextDayAtMs: 1_000,
  copying: false,
  dueAndFree: 'some',
  agentAloneUntilMs: null,
  liveCalls: 0,
  freeAgents: 1,
  othersFirst: false,
  agentsOnCall: 0,
  wrapUpUntilMs: null,
  pausedUntilMs: null,
};
