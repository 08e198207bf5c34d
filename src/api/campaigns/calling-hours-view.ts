/** The JSON forms of days, times of day and calling hours. */
import * as z from 'zod';
import { CLOSED_DATE } from '../../domain/contacts/closed-dates.ts';
import { WEEKDAYS, type Values, type Weekday } from '../../domain/rules/rule-field.ts';
import {
  formatClock,
  parseClock,
  type CallingWindow,
} from '../../domain/contacts/calling-window.ts';

/** Monday is 1. */
export const weekdayNumber = (name: Weekday): number => WEEKDAYS.indexOf(name) + 1;
export const weekdayName = (day: number): Weekday => WEEKDAYS[day - 1] ?? 'mon';

export const Clock = z
  .string()
  .refine((text) => parseClock(text) !== undefined, 'must be a time of day such as 09:30 or 24:00')
  .meta({ example: '09:30' });
export const Hours = z
  .strictObject({
    weekdays: z.array(z.enum(WEEKDAYS)).min(1),
    from: Clock,
    to: Clock,
  })
  .refine(({ from, to }) => (parseClock(from) ?? 0) < (parseClock(to) ?? 0), {
    path: ['to'],
    message: 'must be later than `from`; a window across midnight is two of them',
  });
export const LocalDate = z.iso.date('must be a date such as 2026-12-25');
const NO_DATE = 'must be a date such as 2026-12-25, or with an area such as 2026-01-06 DE-BY';
export const ClosedDate = z
  .string()
  .regex(CLOSED_DATE, NO_DATE)
  .refine((text) => LocalDate.safeParse(text.split(' ')[0]).success, NO_DATE);

export const hoursOf = (hours: Values['hours']): CallingWindow['hours'] =>
  hours.map(({ weekdays, from, to }) => ({
    weekdays: weekdays.map(weekdayNumber),
    fromMinute: parseClock(from) ?? 0,
    toMinute: parseClock(to) ?? 0,
  }));

export const hoursView = (hours: CallingWindow['hours']): Values['hours'] =>
  hours.map(({ weekdays, fromMinute, toMinute }) => ({
    weekdays: weekdays.map(weekdayName),
    from: formatClock(fromMinute),
    to: formatClock(toMinute),
  }));
