/** The JSON forms of callbacks in requests. */
import * as z from 'zod';
import { formatClock, parseClock } from '../../domain/contacts/calling-window.ts';
import {
  DEFAULT_AGENT_ALONE_MS,
  DEFAULT_JITTER_MS,
  onceIn,
  type AskedTime,
  type AskedTimes,
  type CallbackTimes,
  type Recurrence,
} from '../../domain/callbacks/callback.ts';
import { zonesOfCountry } from '../../domain/contacts/contact-zones.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import { dateOf } from '../../domain/zone.ts';
import type { CallbackSettings } from '../../store/campaigns/callback-store.ts';
import type { Edited } from '../../store/requests.ts';
import { everyView } from './callback-view.ts';
import { mergedBy, patchOf } from '../http/merge-patches.ts';
import { WEEKDAYS } from '../../domain/rules/rule-field.ts';
import { Clock, LocalDate, weekdayNumber } from '../campaigns/calling-hours-view.ts';
import { invalidField } from '../http/problem.ts';
import {
  Duration,
  Zone,
  durationMs,
  formatDuration,
  isInstant,
  iso,
  localTimeOf,
} from '../http/schemas.ts';

export const Time = z
  .string()
  .max(64)
  .refine(
    (text) => isInstant(text) || localTimeOf(text) !== undefined,
    'must be a local time such as 2026-11-24T10:00, or an instant with its offset such as 2026-11-24T10:00:00Z',
  )
  .meta({ example: '2026-11-24T10:00' });

const askedTime = (text: string): AskedTime => localTimeOf(text) ?? Date.parse(text);

const distinct = (list: readonly unknown[]) => new Set(list).size === list.length;
const TWICE = 'must not contain a value twice';

const EveryInput = z
  .strictObject({
    at: Clock.refine((text) => text !== '24:00', 'must be before 24:00'),
    weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7).refine(distinct, TWICE).nullish(),
    days_of_month: z
      .array(z.int().min(1).max(31))
      .min(1)
      .max(31)
      .refine(distinct, TWICE)
      .nullish()
      .meta({
        description: 'A month without such a day is skipped.',
      }),
    not_after: Clock.nullish().meta({
      description: 'Latest time on the same day; left out: the end of the day.',
    }),
    from: LocalDate.nullish(),
    until: LocalDate.nullish().meta({ description: 'The last date.' }),
    count: z.int().min(1).max(10_000).nullish().meta({
      description: 'Number of turns, including missed ones.',
    }),
    jitter: Duration.default(formatDuration(DEFAULT_JITTER_MS)).meta({
      description: 'Each turn comes later by a random time of at most this.',
    }),
  })
  .refine(({ weekdays, days_of_month: days }) => !weekdays || !days, {
    path: ['days_of_month'],
    message: 'cannot be combined with `weekdays`',
  })
  .refine(({ at, not_after: end }) => !end || (parseClock(end) ?? 0) > (parseClock(at) ?? 0), {
    path: ['not_after'],
    message: 'must be later than `at`',
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'must not be before `from`',
  })
  .meta({
    id: 'Recurrence',
    description: 'In local time of the contact; without weekdays and days: every day.',
  });

const SHARED = {
  name: z.string().trim().min(1).max(200).nullish(),
  zone: Zone.optional().meta({
    description: 'IANA time zone; left out: the zone of the number’s country, if it has only one.',
    example: 'Europe/London',
  }),
  at: Time.optional().meta({
    description:
      'For a one-off callback: an instant, or local time in `zone`, which stays the same clock time when `zone` is changed.',
    example: '2026-11-24T10:00',
  }),
  not_after: Time.optional().meta({
    description: 'Latest time of a one-off callback; left out: the end of the day.',
  }),
  agent_id: z
    .string()
    .min(1)
    .max(64)
    .nullish()
    .meta({ description: 'The agent who is asked first.' }),
  prefer_agent_for: Duration.nullish().meta({
    description: `How long only \`agent_id\` may take it, by default ${formatDuration(DEFAULT_AGENT_ALONE_MS)}; null: no other agent may ever take it.`,
  }),
  pool: z.string().min(1).max(64).nullish().meta({
    description:
      'The pool whose agents take it; left out: the first pool of `agent_id`; null: any pool.',
  }),
};

export const CallbackInput = z
  .strictObject({
    number: z.string().optional().meta({ example: '+442079460101' }),
    call_ref: z.string().max(64).nullish().meta({
      description:
        'The call in which the callback was requested; its number is used if none is given.',
    }),
    ...SHARED,
    every: EveryInput.optional(),
  })
  .refine(({ number, call_ref: ref }) => number !== undefined || ref != null, {
    path: ['number'],
    message: 'is required if there is no `call_ref`',
  })
  .refine(({ at, every }) => (at === undefined) !== (every === undefined), {
    path: ['at'],
    message: 'is required, or `every`: exactly one of the two',
  })
  .refine(({ not_after: end, every }) => end === undefined || every === undefined, {
    path: ['not_after'],
    message: 'is for one-off callbacks; use `every.not_after`',
  })
  .meta({ id: 'CallbackInput' });
export type CallbackInput = z.infer<typeof CallbackInput>;

const Members = z.strictObject({ ...SHARED, every: EveryInput.optional() });
export const CallbackEdit = patchOf(Members).meta({ id: 'CallbackEdit' });

/** @param of the defaults for what the request leaves out: from the number's country and the agent's pool */
export function settingsOf(
  input: CallbackInput,
  of: { country: string | null; agentPool: string | null; nowMs: number },
): CallbackSettings {
  const zone = input.zone ?? onlyZoneOf(of.country, of.nowMs);
  const agentId = input.agent_id ?? null;
  return {
    name: input.name ?? null,
    zone,
    agentId,
    agentAloneMs: msOrNull(input.prefer_agent_for, DEFAULT_AGENT_ALONE_MS),
    pool: input.pool === undefined ? of.agentPool : input.pool,
    times: input.every
      ? { kind: 'every', every: recurrenceOf(input.every) }
      : onceIn(zone, askedTimes(input.at!, input.not_after)),
  };
}

/**
 * The settings after a merge patch. If the zone changes, a local time keeps its clock time, and an instant does not move.
 * @throws Problem 422
 */
export function settingsAfter(
  known: CallbackSettings,
  patch: JsonObject,
): Edited<CallbackSettings> {
  const { document, removed } = mergedBy(documentOf(known), patch, Members);
  const isNamed = (field: string) => Object.hasOwn(patch, field);
  if (patch['zone'] === null) throw wrong('zone', 'cannot be removed: give another zone');
  const zone = document.zone ?? known.zone;
  return {
    name: isNamed('name') ? (document.name ?? null) : known.name,
    zone,
    agentId: isNamed('agent_id') ? (document.agent_id ?? null) : known.agentId,
    agentAloneMs: isNamed('prefer_agent_for')
      ? msOrNull(document.prefer_agent_for ?? null, null)
      : known.agentAloneMs,
    pool: isNamed('pool') ? (document.pool ?? null) : known.pool,
    times: timesAfter(known.times, zone, document, patch),
    removed,
  };
}

function timesAfter(
  known: CallbackTimes,
  zone: string,
  { at, not_after: end, every }: Partial<z.infer<typeof Members>>,
  patch: JsonObject,
): CallbackTimes {
  if (known.kind === 'every') {
    for (const field of ['at', 'not_after']) {
      if (field in patch)
        throw wrong(field, 'is for one-off callbacks; this callback recurs (`every`)');
    }
    if (patch['every'] === null) throw wrong('every', 'cannot be removed: it defines the time');
    return every ? { kind: 'every', every: recurrenceOf(every) } : known;
  }
  if (every) throw wrong('every', 'cannot be set on a one-off callback: create another callback');
  if (patch['at'] === null) throw wrong('at', 'cannot be removed: it defines the time');
  const { asked } = known;
  const notAfter = end === undefined ? null : askedTime(end);
  return onceIn(zone, {
    at: at === undefined ? asked.at : askedTime(at),
    notAfter: 'not_after' in patch ? notAfter : asked.notAfter,
  });
}

/** The document that a patch is merged into. It holds the times as requested; a one-off callback has no `every`. */
function documentOf({ times, ...settings }: CallbackSettings): JsonObject {
  const { name, zone, agentId, agentAloneMs, pool } = settings;
  const shared = {
    name,
    zone,
    agent_id: agentId,
    prefer_agent_for: agentAloneMs === null ? null : formatDuration(agentAloneMs),
    pool,
  };
  if (times.kind === 'every') return { ...shared, every: everyView(times.every) };
  const { at, notAfter } = times.asked;
  return { ...shared, at: timeText(at), not_after: notAfter === null ? null : timeText(notAfter) };
}

const timeText = (time: AskedTime): string =>
  typeof time === 'number' ? iso(time) : `${dateOf(time.day)}T${formatClock(time.minuteOfDay)}`;

export const askedTimes = (at: string, end: string | undefined): AskedTimes => ({
  at: askedTime(at),
  notAfter: end === undefined ? null : askedTime(end),
});

function recurrenceOf(every: z.infer<typeof EveryInput>): Recurrence {
  const { weekdays, days_of_month: days, not_after: end } = every;
  return {
    minuteOfDay: parseClock(every.at)!,
    notAfterMinute: end == null ? null : parseClock(end)!,
    weekdays: weekdays?.map(weekdayNumber).toSorted() ?? null,
    daysOfMonth: days?.toSorted((one, other) => one - other) ?? null,
    from: every.from ?? null,
    until: every.until ?? null,
    count: every.count ?? null,
    jitterMs: durationMs(every.jitter),
  };
}

const msOrNull = (text: string | null | undefined, otherwise: number | null): number | null =>
  text === undefined ? otherwise : text === null ? null : durationMs(text);

function onlyZoneOf(country: string | null, nowMs: number): string {
  const [zone, ...others] = country === null ? [] : zonesOfCountry(country, nowMs);
  if (zone === undefined) throw wrong('zone', 'is required: the number belongs to no country');
  if (others.length === 0) return zone;
  throw wrong('zone', `is required: the country of the number has ${others.length + 1} time zones`);
}

const wrong = (field: string, fault: string) => invalidField(`#/${field}`, fault);
