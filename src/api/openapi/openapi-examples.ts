/** A valid example body for each operation that takes one, for `/docs`. The numbers are reserved for fiction. */
const LATER = '2036-03-03T09:30:00Z';

/** By operation id. */
export const EXAMPLES: Record<string, unknown> = {
  createCampaign: {
    name: 'Spring offers',
    redial: { max_attempts: 2, customer_unreached: { after: '30m' } },
    caps: { per_day: 1 },
  },
  editCampaign: { name: 'Spring offers, second round', max_live_calls: 5 },
  cloneCampaign: { name: 'Summer offers', contacts: 'not-reached' },
  startCampaign: { at: LATER },
  unscheduleCampaign: {},
  pauseCampaign: {},
  resumeCampaign: {},
  drainCampaign: {},
  cancelCampaign: {},
  addContacts: {
    contacts: [
      { number: '+12025550123', name: 'Ada Example', row_key: 'row-1' },
      { number: '+447700900456', name: 'Ben Example', row_key: 'row-2' },
    ],
  },
  callNow: { number: '+12025550124', name: 'Ada Example' },
  makeCallback: {
    number: '+12025550127',
    name: 'Ada Example',
    zone: 'America/New_York',
    at: LATER,
  },
  editCallback: { name: 'Ada Example, once more', at: LATER },
  pauseCallback: {},
  resumeCallback: {},
  cancelCallback: {},
  hangUpCall: {},
  resolveCall: { disposition: 'not-dialled', reason: 'the carrier’s records do not have it' },
  lookUpRecording: {},
  addAgent: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'sip-ada' },
  editAgent: { pool: 'sales' },
  readyAgent: {},
  pauseAgent: { reason: 'lunch', until: LATER },
  pausePool: { pool: 'default', reason: 'team meeting', until: LATER },
  readyPool: { pool: 'default' },
  importAgents: {
    agents: [{ id: 'ben', name: 'Ben Example', kind: 'sip', address: 'sip-ben', pool: 'sales' }],
  },
  limitAccount: { calls_per_second: 2, max_live_calls: 50 },
  stopAccount: { reason: 'a drill' },
  letAccountGo: {},
  liftHold: {},
  putSuppressionList: { name: 'Do not call' },
  importSuppressions: { contacts: [{ number: '+12025550126' }] },
  suppressNumber: { until: LATER },
  preflightCampaign: {},
  rehearseCampaign: { runs: 1 },
  createKey: { name: 'wallboard', role: 'read' },
  reconcile: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' },
};
