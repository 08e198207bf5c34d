/** Rules of a campaign in which little is left to defaults. */
export const HOURS = { weekdays: ['mon', 'fri'], from: '09:00', to: '20:00' };
export const RULES = {
  redial: {
    max_attempts: 2,
    max_calls: 6,
    customer_unreached: { after: '2h', jitter: 0.1, most: 2 },
    agent_unreached: { after: '1m', jitter: 0, most: 100 },
    dropped: { after: '5m', jitter: 0, most: 1 },
    carrier_lost: null,
  },
  calling_window: { hours: [HOURS], closed_dates: ['2026-12-25'], ring_margin: '2m' },
  zone: 'Europe/Paris',
  caps: { per_day: 2, rolling: [{ days: 7, most: 3 }], least_gap: '2h' },
  max_live_calls: 5,
  calls_per_second: 1.5,
  budget: { total: '100', per_day: '20.50', reserve_per_call: '0.4', alert_at: 0.9 },
  agent_caller_id: '+12025550199',
  collect_recordings: false,
};
