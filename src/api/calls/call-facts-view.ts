/** The part of a call's answer that says what is known of it: times, durations, attempts, and what came after it. */
import * as z from 'zod';
import { TIME_SOURCES, type CallFacts, type KnownTime } from '../../domain/calls/call-facts.ts';
import { OCCURRED_AT_FAULTS } from '../../domain/calls/call-times.ts';
import {
  REDIAL_RULES,
  redialText,
  type RedialDecision,
} from '../../domain/calls/redial-decision.ts';
import type { Call } from '../../store/calls/call-store.ts';
import { Instant, iso, isoOrNull } from '../http/schemas.ts';

const Seconds = z.number().nullable();

const TimeSourceView = z.object({
  source: z.enum(TIME_SOURCES),
  fault: z.enum(OCCURRED_AT_FAULTS).nullable().meta({
    description: 'Why the `occurred_at` of the event was not used.',
  }),
});
const SourceOf = TimeSourceView.nullable();

const RedialView = z.object({
  decision: z.enum(['redial', 'final', 'locked']).meta({
    description: '`locked`: the contact waits until a person resolves the call.',
  }),
  at: Instant.nullable().meta({ description: 'When the contact was due again.' }),
  rule: z.enum(REDIAL_RULES),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'The rule of admission that decided, such as `window` or `suppressed`.' }),
  max_attempts: z.int(),
  text: z.string().meta({ example: 'redial: the rule of its disposition, attempt 1 of 3' }),
});

export const CALL_FACT_FIELDS = {
  agent_ringing_at: Instant.nullable(),
  answered_at: Instant.nullable().meta({ description: 'When the agent answered.' }),
  customer_ringing_at: Instant.nullable(),
  bridged_at: Instant.nullable(),
  ended_at: Instant.nullable().meta({
    description: 'When the call ended. Null until its end is written, which a GET confirms first.',
  }),
  time_sources: z
    .object({
      agent_ringing_at: SourceOf,
      answered_at: SourceOf,
      customer_ringing_at: SourceOf,
      bridged_at: SourceOf,
      ended_at: SourceOf,
    })
    .meta({
      description:
        'Where each time comes from. `carrier`: `occurred_at` of the event. `received`: we received the event then. ' +
        '`polled`: a GET first showed the state then. `dialwright`: nothing names the end, and Dialwright ended the call then.',
    }),
  agent_ring_seconds: Seconds.meta({
    description:
      'From the ringing of the agent’s phone, or from the POST if the carrier reports no ringing, to its answer or the end.',
  }),
  agent_connected_seconds: Seconds.meta({ description: 'From the agent’s answer to the end.' }),
  customer_ring_seconds: Seconds.meta({
    description: 'From the ringing of the customer’s phone to the bridge or the end.',
  }),
  talk_seconds: Seconds.meta({
    description: 'From the bridge to the end. Null: not bridged, or a time is not known.',
  }),
  attempts: z.int().nullable().meta({
    description:
      'The customer’s attempts that the contact had spent after this call; null before its end.',
  }),
  redial: RedialView.nullable().meta({
    description: 'What came after the call, and the rule that decided it; null before its end.',
  }),
};

export function callFactsView({ facts, redial }: Call) {
  const { times } = facts;
  return {
    agent_ringing_at: instantOf(times.agent_ringing),
    answered_at: instantOf(times.agent_answered),
    customer_ringing_at: instantOf(times.customer_ringing),
    bridged_at: instantOf(times.bridged),
    ended_at: instantOf(times.ended),
    time_sources: {
      agent_ringing_at: sourceOf(times.agent_ringing),
      answered_at: sourceOf(times.agent_answered),
      customer_ringing_at: sourceOf(times.customer_ringing),
      bridged_at: sourceOf(times.bridged),
      ended_at: sourceOf(times.ended),
    },
    ...durationsView(facts),
    attempts: redial?.attempts ?? null,
    redial: redial && redialView(redial),
  };
}

const durationsView = (facts: CallFacts) => ({
  agent_ring_seconds: secondsOf(facts.agentRingMs),
  agent_connected_seconds: secondsOf(facts.agentConnectedMs),
  customer_ring_seconds: secondsOf(facts.customerRingMs),
  talk_seconds: secondsOf(facts.talkMs),
});

const instantOf = (time: KnownTime | null) => (time === null ? null : iso(time.atMs));
const sourceOf = (time: KnownTime | null) =>
  time === null ? null : { source: time.source, fault: time.fault };
const secondsOf = (ms: number | null) => (ms === null ? null : ms / 1_000);

const redialView = (redial: RedialDecision) => ({
  decision: redial.kind === 'due' ? ('redial' as const) : redial.kind,
  at: isoOrNull(redial.atMs),
  rule: redial.rule,
  reason: redial.reason,
  max_attempts: redial.maxAttempts,
  text: redialText(redial),
});
