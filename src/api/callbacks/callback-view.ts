/** The JSON forms of callbacks in answers. */
import * as z from 'zod';
import { formatClock } from '../../domain/contacts/calling-window.ts';
import type { Recurrence } from '../../domain/callbacks/callback.ts';
import { AGENT_WAITS, CALLBACK_STATES, SKIPPED } from '../../domain/callbacks/callback-turn.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import type { Callback, CalendarTurn, CallbackTurn } from '../../store/campaigns/callback-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Removed } from '../http/merge-patches.ts';
import { WEEKDAYS } from '../../domain/rules/rule-field.ts';
import { weekdayName } from '../campaigns/calling-hours-view.ts';
import { Instant, formatDuration, isoOrNull } from '../http/schemas.ts';
import { entityTag } from '../http/etags.ts';

const MISSED =
  `For \`missed\`: ${Object.keys(SKIPPED).join(', ')} (it was never due), too-late, suppressed, hung-up, ` +
  'campaign-ended (not placed), refused (by the carrier), agent-unreached (only the agent’s phone rang). ' +
  `For \`due\`: the rule that prevents the call, or ${Object.keys(AGENT_WAITS).join(', ')} (of \`agent_id\`, while nobody ` +
  'else may take it).';

export const CallbackTurnView = z
  .object({
    turn: z.int(),
    at: Instant.meta({ description: 'The planned time.' }),
    not_after: Instant,
    due_at: Instant.nullable().meta({ description: 'The earliest time to dial.' }),
    state: z.string().meta({
      description:
        'scheduled, due, calling, done (see the disposition), missed (not placed, or only the agent’s phone ' +
        'rang), unknown (it may have been placed: a person has to find out), withdrawn.',
    }),
    reason: z.string().nullable().meta({ description: MISSED }),
    text: z.string().nullable().meta({ description: 'What became of its last call.' }),
    disposition: z.enum(DISPOSITIONS).nullable(),
    ref: z.string().nullable().meta({ description: 'The last call that was placed or refused.' }),
    campaign_id: z.string().nullable(),
    contact: z.int().nullable(),
  })
  .meta({ id: 'CallbackTurn' });

export const CalendarTurnView = CallbackTurnView.extend({
  turn: z.int().nullable().meta({
    description: 'Null: planned by the rule of a recurring callback, and not made yet.',
  }),
  callback_id: z.string(),
  number: z.string(),
  name: z.string().nullable(),
  zone: z.string(),
  agent_id: z.string().nullable(),
  pool: z.string().nullable(),
}).meta({ id: 'CalendarTurn' });

const EveryView = z
  .object({
    at: z.string(),
    weekdays: z.array(z.enum(WEEKDAYS)).nullable(),
    days_of_month: z.array(z.int()).nullable(),
    not_after: z.string().nullable(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    count: z.int().nullable(),
    jitter: z.string(),
  })
  .meta({ id: 'RecurrenceView' });

export const CallbackView = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string().nullable(),
    call_ref: z.string().nullable(),
    state: z.enum(CALLBACK_STATES),
    zone: z.string(),
    at: Instant.nullable(),
    not_after: Instant.nullable(),
    every: EveryView.nullable(),
    next_at: Instant.nullable().meta({
      description:
        'The next turn of a recurring callback; null: none is left, or it is paused or cancelled.',
    }),
    agent_id: z.string().nullable(),
    prefer_agent_for: z.string().nullable(),
    pool: z.string().nullable(),
    turns: z.int(),
    last: CallbackTurnView.nullable(),
    schedule: z.enum(['kept', 'behind']).nullable().meta({
      description:
        'Whether the Temporal schedule of a recurring callback has its last change; the sweep repairs it otherwise.',
    }),
    created_at: Instant,
  })
  .meta({ id: 'Callback' });

export const EditedCallbackView = CallbackView.extend({ removed: Removed }).meta({
  id: 'EditedCallback',
});

export const callbackTurnView = (turn: CallbackTurn): z.infer<typeof CallbackTurnView> => ({
  ...inJson(turn),
  ...contactOf(turn),
});

export function calendarTurnView({
  callback: { id, ...of },
  ...turn
}: CalendarTurn): z.infer<typeof CalendarTurnView> {
  return { ...inJson(turn), ...contactOf(turn), callback_id: id, ...inJson(of) };
}

const contactOf = ({ contact }: Pick<CallbackTurn, 'contact'>) => ({
  campaign_id: contact?.campaignId ?? null,
  contact: contact?.position ?? null,
});

export function callbackView(callback: Callback): z.infer<typeof CallbackView> {
  const { times, agentAloneMs, last } = callback;
  const once = times.kind === 'once' ? times : null;
  return {
    ...inJson(callback),
    at: isoOrNull(once && once.atMs),
    not_after: isoOrNull(once && once.notAfterMs),
    every: times.kind === 'every' ? everyView(times.every) : null,
    prefer_agent_for: agentAloneMs === null ? null : formatDuration(agentAloneMs),
    last: last && callbackTurnView(last),
    schedule: once ? null : callback.scheduleBehind ? 'behind' : 'kept',
  };
}

export function everyView(every: Recurrence): z.infer<typeof EveryView> {
  const { notAfterMinute, weekdays, daysOfMonth } = every;
  return {
    at: formatClock(every.minuteOfDay),
    weekdays: weekdays && weekdays.map(weekdayName),
    days_of_month: daysOfMonth && [...daysOfMonth],
    not_after: notAfterMinute === null ? null : formatClock(notAfterMinute),
    from: every.from,
    until: every.until,
    count: every.count,
    jitter: formatDuration(every.jitterMs),
  };
}

export function callbackTag(callback: Callback): string {
  const { id, number, callRef, life } = callback;
  const { name, zone, agentId, agentAloneMs, pool, times } = callback;
  return entityTag([id, number, callRef, life, name, zone, agentId, agentAloneMs, pool, times]);
}
