/** Plans and contacts for tests, with the fields that a test overrides. */
import {
  type CampaignPlan,
  type PlannedAgent,
  type PlannedContact,
} from '../../../../src/domain/planning/planned-contact.ts';
import { DEFAULT_POLICY, type Policy } from '../../../../src/domain/campaigns/policy.ts';
import type { Answer } from '../../../../src/domain/planning/rehearsal/answers.ts';
import type { RehearsalSettings } from '../../../../src/domain/planning/rehearsal/rehearsal-settings.ts';

/** A Monday. */
export const START = Date.parse('2026-11-23T08:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const WORKDAYS = {
  hours: [{ weekdays: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1_020 }],
  closedDates: [],
  ringMarginMs: 2 * MINUTE,
};

export const plannedContact = (
  position: number,
  given: Partial<PlannedContact> = {},
): PlannedContact => ({
  position,
  number: `+1202555${String(position).padStart(4, '0')}`,
  person: null,
  waitsItsTurn: false,
  agentId: null,
  agentAloneUntilMs: null,
  state: 'due',
  onCallWith: null,
  dueAtMs: START - DAY,
  zones: null,
  zoneSource: 'campaign',
  area: null,
  notBeforeMs: null,
  notAfterMs: null,
  suppressedUntilMs: null,
  dialsMs: [],
  said: {},
  consents: [],
  numberHeld: false,
  disposition: null,
  calls: 0,
  past: { attempts: 0, calls: 0, byDisposition: {} },
  ...given,
});

export const plannedContacts = (count: number, said: Partial<PlannedContact> = {}) =>
  Array.from({ length: count }, (_, index) => plannedContact(index + 1, said));

export const plannedAgent = (id: string, said: Partial<PlannedAgent> = {}): PlannedAgent => ({
  id,
  pools: ['default'],
  state: 'ready',
  capacity: 1,
  liveCalls: 0,
  idleSinceMs: 0,
  wrapUpUntilMs: 0,
  pausedUntilMs: 0,
  misses: 0,
  ...said,
});

export const planWith = (
  policy: Partial<Policy> = {},
  said: Partial<Omit<CampaignPlan, 'policy'>> = {},
): CampaignPlan => ({
  campaignId: 'c1',
  policy: { ...DEFAULT_POLICY, ...policy },
  deadlineAtMs: null,
  startsAtMs: null,
  agents: [plannedAgent('a1')],
  callsPerSecond: null,
  maxLiveCalls: null,
  spending: { spent: 0n, reserved: 0n },
  today: { day: '2026-11-23', spent: 0n, reserved: 0n },
  ...said,
});

export const SETTINGS: RehearsalSettings = {
  startMs: START,
  mostCalls: 10_000,
  mostMs: 366 * DAY,
  agentBackAfterMs: 15 * MINUTE,
  billAfterMs: 10_000,
};

/** One unit of money, scaled. */
export const UNIT = 10_000_000_000n;

export const answer = (
  disposition: Answer['disposition'],
  durationMs = MINUTE,
  cost = UNIT / 10n,
): Answer => ({ disposition, durationMs, cost, wrapUpMs: null });
