/** The rules that the API gives a campaign that names none; a test compares them. */
export const NEW_CAMPAIGN = {
  redial: {
    max_attempts: 3,
    max_calls: 10,
    next_number: 'after-last-try',
    customer_unreached: { after: '30m', jitter: 0, most: 100 },
    agent_unreached: { after: '1m', jitter: 0, most: 100 },
  },
  collect_recordings: true,
} as const;
