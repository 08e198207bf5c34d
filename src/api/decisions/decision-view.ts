/** The JSON forms of what a POST was decided on. */
import * as z from 'zod';
import { CAMPAIGN_STATES } from '../../domain/campaigns/campaign-state.ts';
import { CONSENT_KIND_NAMES, CONSENT_NEEDS } from '../../domain/rules/consent-kinds.ts';
import type { DecisionRecord } from '../../domain/decisions/decision-record.ts';
import type { DecisionsOfCall } from '../../store/decision-store.ts';
import { AreaView } from '../areas/area-view.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Currency, Instant, Money } from '../http/schemas.ts';

const Sums = z.object({
  cap: Money.nullable(),
  spent: Money,
  reserved: Money.meta({ description: 'For calls whose cost is not known yet, without this one.' }),
});
const CountedCap = { most: z.int(), dialled: z.int() };

/** Records before 0.2 have none. */
const AfterOutcome = z
  .object({ seconds: z.number(), last_outcome_at: Instant.nullable() })
  .nullish();

const RecordView: z.ZodType<DecisionRecord> = z
  .object({
    format: z.literal(1),
    product: z.string().meta({ description: 'Version of Dialwright.' }),
    decided_at: Instant,
    policy: z.object({
      version: z.int().meta({ description: 'The version that the call was claimed under.' }),
      in_force: z
        .int()
        .meta({ description: 'The version whose suppression lists and consent counted.' }),
    }),
    campaign_state: z.enum(CAMPAIGN_STATES),
    deadline_at: Instant.nullable().meta({
      description: 'Of the campaign: no call is placed from then on; null: no deadline.',
    }),
    zones: z.array(
      z.object({
        zone: z.string(),
        local_time: z.string().meta({ example: '2026-11-23T09:15:02.120-05:00' }),
        rule: z.int().nullable().meta({
          description: 'Which of the calling window’s `hours` were open, counted from 0.',
        }),
      }),
    ),
    zone_source: z.enum(['row', 'import', 'number', 'campaign']),
    area: AreaView.nullable()
      .optional()
      .meta({
        description:
          'Where the contact is by its address and its number. Null: not known, or its zones were named; left out: decided by a ' +
          'version that knew no areas.',
      }),
    window: z
      .object({
        opens_at: Instant.nullable(),
        closes_at: Instant.nullable(),
        ring_margin_seconds: z.number(),
      })
      .nullable()
      .meta({
        description:
          'The open span around the decision, in all zones. Null: the policy has no calling window; a null instant: ' +
          'the span reaches further than a day.',
      }),
    not_before: Instant.nullable(),
    not_after: Instant.nullable(),
    caps: z.object({
      count_by: z.literal('person').optional().meta({
        description: 'Dials of all numbers of the person count; left out: those of the number.',
      }),
      per_day: z.object(CountedCap).nullable(),
      rolling: z.array(z.object({ days: z.int(), ...CountedCap })),
      least_gap: z.object({ seconds: z.number(), last_dial_at: Instant.nullable() }).nullable(),
      after_talk: AfterOutcome,
      after_refusal: AfterOutcome,
      after_silence: AfterOutcome,
    }),
    live_calls: z
      .object({
        campaign: z.object({ live: z.int(), most: z.int().nullable() }),
        account: z.object({ live: z.int().nullable(), most: z.int().nullable() }),
      })
      .meta({
        description:
          'With this call. `most` is the limit when it was decided; limits count when a call is claimed. Null: no ' +
          'limit, and the live calls of an account without a limit are not counted.',
      }),
    suppression: z.object({
      version: z.int().meta({ description: 'The number of changes of all lists until then.' }),
      every_list: z.boolean(),
      lists: z.array(
        z.object({
          list: z.string(),
          version: z.int(),
          good_until: Instant.optional().meta({
            description: 'Of a copy of a registry: from then on it is too old.',
          }),
        }),
      ),
      found_on: z.array(z.string()),
    }),
    consent: z
      .object({
        needed: z.enum(CONSENT_NEEDS),
        purpose: z.string().nullable(),
        recorded: z.int().meta({ description: 'How many events of the number were recorded.' }),
        by: z
          .object({ kind: z.enum(CONSENT_KIND_NAMES), at: Instant, expires_at: Instant.nullable() })
          .nullable()
          .meta({ description: 'What allowed the call; null: no consent was needed for it.' }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          'By the policy in force. Null: it asks for no consent; left out: decided by a version that knew none.',
      }),
    hold: z.discriminatedUnion('state', [
      z.object({ state: z.literal('none'), changed_at: Instant.nullable() }),
      z.object({
        state: z.literal('probe'),
        reason: z.string(),
        status: z.int(),
        code: z.string().nullable(),
        opened_at: Instant,
        changed_at: Instant,
        rule: z.discriminatedUnion('action', [
          z.object({
            action: z.literal('probe'),
            first_wait_seconds: z.number(),
            growth: z.number(),
            longest_wait_seconds: z.number(),
            most_probes: z.int().nullable(),
            longest_time_seconds: z.number().nullable(),
          }),
          z.object({
            action: z.literal('by-person'),
            longest_time_seconds: z.number().nullable(),
          }),
        ]),
        refused_probes: z.int().meta({ description: 'Of this hold, before this probe.' }),
        wait_from: Instant.meta({ description: 'The wait for this probe started here.' }),
        lease_until: Instant.meta({
          description: 'Until then no other call may try, unless this one is answered before.',
        }),
      }),
    ]),
    pace: z.array(
      z.object({
        of: z.enum(['account', 'campaign']),
        per_second: z.number(),
        last_post_at: Instant.nullable(),
        slot_at: Instant,
      }),
    ),
    budget: z
      .object({ reserve: Money, total: Sums, day: Sums.extend({ date: z.iso.date() }) })
      .nullable(),
    agent: z.object({
      id: z.string(),
      pools: z.array(z.string()),
      live: z.int(),
      capacity: z.int(),
    }),
  })
  .meta({ id: 'DecisionRecord' });

export const DecisionsView = z
  .object({
    ref: z.string(),
    campaign_id: z.string(),
    currency: Currency,
    not_dialled: z.object({ reason: z.string(), at: Instant.nullable() }).nullable().meta({
      description: 'Why the call ended without an accepted POST, such as a refusal of admission.',
    }),
    placements: z.array(
      z.object({
        placement: z.int(),
        state: z.enum(['intent', 'accepted', 'refused', 'not-sent', 'unknown', 'void']),
        intent_at: Instant.meta({ description: 'Before this instant the POST did not leave.' }),
        outcome_at: Instant.nullable(),
        zone_data: z.string().nullable().meta({
          description: 'The release of the IANA time zone data by which clocks were read.',
        }),
        decision: RecordView.nullable().meta({
          description: 'Null for a placement that was blocked before its intent.',
        }),
      }),
    ),
  })
  .meta({ id: 'DecisionsOfCall' });

export const decisionsView = (
  call: DecisionsOfCall,
  currency: string | null,
): z.infer<typeof DecisionsView> => ({
  ...inJson(call),
  currency,
  not_dialled: call.notDialled && inJson(call.notDialled),
  placements: call.decisions.map(({ zoneRules, ...decision }) => ({
    ...inJson(decision),
    zone_data: zoneRules,
  })),
});
