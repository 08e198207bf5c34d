import type { Recurrence } from '../../../src/domain/callbacks/callback.ts';

/** At 10:00, for good. */
export const DAILY: Recurrence = {
  minuteOfDay: 10 * 60,
  notAfterMinute: null,
  weekdays: null,
  daysOfMonth: null,
  from: null,
  until: null,
  count: null,
  jitterMs: 0,
};
