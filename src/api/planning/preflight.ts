import * as z from 'zod';
import { AREA_CODES_RELEASE } from '../../domain/areas/area-codes.ts';
import { TIME_REASONS, type TimeReason } from '../../domain/contacts/dial-time.ts';
import { mayProbeAtMs } from '../../domain/account/hold.ts';
import { formatMoney, parseMoney } from '../../domain/money.ts';
import { carrierFindings, NOT_ASKED } from '../../domain/planning/preflight/carrier-findings.ts';
import type { CarrierFacts, CarrierWanted } from '../../domain/planning/preflight/carrier-facts.ts';
import {
  costRange,
  dialled,
  priceOf,
  type CostRange,
} from '../../domain/planning/preflight/cost-range.ts';
import {
  Preflight,
  SKIP_REASONS,
  type PreflightTally,
  type SkipReason,
} from '../../domain/planning/preflight/preflight.ts';
import {
  warningsOf,
  zoneRulesWarnings,
  type Warning,
} from '../../domain/planning/preflight/warnings.ts';
import type { ZoneRules } from '../../domain/zone-release.ts';
import type { CampaignOutlook } from '../../store/campaigns/campaign-reading-store.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { carrierView, CarrierView, FindingView, wantedOf } from './preflight-carrier.ts';
import { plannedPages } from '../../store/campaigns/planned-pages.ts';
import { startOf } from './start-at.ts';
import { routes, routesOf } from '../http/routes.ts';
import { Currency, Instant, Money, iso, isoOrNull, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('campaigns');

export const StartAt = z.iso.datetime({ offset: true }).nullish().meta({
  description: 'When it would begin; left out: at the planned start, or now if there is none.',
});

export const Price = Money.refine(
  (text) => (parseMoney(text) ?? -1n) >= 0n,
  'must be a decimal of at most ten places, such as 0.12',
);
const PreflightInput = z
  .strictObject({
    start_at: StartAt,
    cost_per_call: z
      .strictObject({
        low: Price,
        high: Price,
        fee: Price.default('0').meta({
          description:
            'Fee for each call that the carrier accepts, in addition to `low` and `high`.',
        }),
      })
      .refine(({ low, high }) => (parseMoney(low) ?? 0n) <= (parseMoney(high) ?? 0n), {
        path: ['high'],
        message: 'must not be less than `low`',
      })
      .optional()
      .meta({
        description: 'Left out: what settled calls have cost, or else what the budget reserves.',
      }),
  })
  .meta({ id: 'PreflightInput' });

const sumOf = (one: string, other: string): bigint =>
  (parseMoney(one) ?? 0n) + (parseMoney(other) ?? 0n);

const Counted = z.object({ reason: z.string(), text: z.string(), contacts: z.int() });

const ZoneRulesView = z
  .object({
    release: z.string().nullable().meta({ example: '2026c' }),
    machine_release: z.string().nullable().meta({ description: 'Null: the machine has none.' }),
  })
  .meta({
    id: 'ZoneRules',
    description:
      'Releases of the IANA time zone data: the one this server uses, and the one of its machine.',
  });

const PreflightView = z
  .object({
    campaign_id: z.string(),
    start_at: Instant,
    contacts: z.object({
      total: z.int(),
      to_dial: z
        .int()
        .meta({ description: 'Contacts that the rules allow to dial, now or later.' }),
      now: z.int(),
      later: z.array(Counted),
      on_call: z.int(),
      skipped: z.array(
        Counted.extend({
          examples: z.array(z.int()).meta({ description: 'Positions of the first few contacts.' }),
        }),
      ),
    }),
    first_dial_at: Instant.nullable(),
    last_first_dial_at: Instant.nullable().meta({
      description:
        'The first instant by which the calling window has allowed everybody’s first call.',
    }),
    last_dial_at: Instant.nullable().meta({
      description: 'Nobody can be dialled after this instant; null: nothing ends the campaign.',
    }),
    zones: z
      .array(z.object({ zone: z.string(), contacts: z.int() }))
      .meta({ description: 'Countries of the contacts to dial; the largest first, at most 50.' }),
    zone_sources: z.record(z.string(), z.int()),
    areas: z.array(z.object({ area: z.string(), contacts: z.int() })).meta({
      description:
        'Countries and subdivisions of the contacts to dial; the largest first, at most 50. Contacts whose zones were named are ' +
        'in none.',
    }),
    area_mismatches: z.int().meta({
      description: 'Contacts whose address is in another area than their number.',
    }),
    area_data: z.string().meta({ description: 'The release of the data of area codes.' }),
    attempts: z
      .int()
      .meta({ description: 'Attempts that the rules allow for all contacts to dial.' }),
    currency: Currency,
    cost: z
      .object({
        low: Money,
        high: Money,
        per_call: z.object({ low: Money, high: Money }),
        from: z.enum(['request', 'settled-calls', 'budget']),
        budget_ends_it: z.boolean(),
      })
      .nullable()
      .meta({ description: 'Null: the cost of a call is unknown.' }),
    zone_rules: ZoneRulesView,
    warnings: z.array(FindingView),
    carrier: CarrierView,
  })
  .meta({ id: 'Preflight' });
export type PreflightAnswer = z.infer<typeof PreflightView>;

export const preflightRoute = routes((app, deps) => {
  const { store, nowMs, carrierAccess, zoneRules, settings } = deps;
  app.post(
    '/campaigns/:campaignId/preflight',
    reads('read', {
      operationId: 'preflightCampaign',
      summary:
        'Check who will be dialled, who will not and why, when and at what cost; changes nothing',
      params: CampaignParams,
      body: PreflightInput.nullish(),
      response: { 200: jsonAnswer('The result of the rules', PreflightView) },
    }),
    async ({ params: { campaignId: id }, body }) => {
      const at = nowMs();
      const outlook = await store.campaignOutlook(id, at);
      const startMs = startOf(body?.start_at, outlook.plan.startsAtMs, at);
      const preflight = new Preflight(outlook.plan, startMs);
      for await (const page of plannedPages(store, id, { nowMs: at })) {
        for (const contact of page) preflight.add(contact);
      }
      const asked = body?.cost_per_call;
      const price = asked && {
        low: sumOf(asked.low, asked.fee),
        high: sumOf(asked.high, asked.fee),
      };
      const wanted = wantedOf(outlook, preflight.tally, await store.agents());
      const facts = (await carrierAccess?.checkCampaign(wanted)) ?? null;
      return preflightView({
        outlook,
        tally: preflight.tally,
        startMs,
        price: price ?? null,
        wanted,
        facts,
        rules: zoneRules(),
        currency: settings.currency,
        nowMs: at,
      });
    },
  );
});

interface Found {
  outlook: CampaignOutlook;
  tally: PreflightTally;
  startMs: number;
  /** The cost of one call, from the request. */
  price: { low: bigint; high: bigint } | null;
  wanted: CarrierWanted;
  /** Null: the carrier was not asked. */
  facts: CarrierFacts | null;
  rules: ZoneRules;
  currency: string | null;
  nowMs: number;
}

function preflightView({
  outlook,
  tally,
  startMs,
  price: asked,
  wanted,
  facts,
  rules,
  currency,
  nowMs,
}: Found): PreflightAnswer {
  const price = priceOf(outlook.plan, asked, outlook.costs);
  const cost = price && costRange(outlook.plan, tally, price);
  const findings = facts ? carrierFindings(facts, cost) : { warnings: [], notes: [NOT_ASKED] };
  return {
    campaign_id: outlook.campaign.id,
    start_at: iso(startMs),
    contacts: contactsView(tally),
    first_dial_at: isoOrNull(tally.firstDialAtMs),
    last_first_dial_at: isoOrNull(tally.lastFirstDialAtMs),
    last_dial_at: isoOrNull(tally.lastDialAtMs),
    zones: zonesView(tally),
    zone_sources: { ...tally.zoneSources },
    areas: areasView(tally),
    area_mismatches: tally.areaMismatches,
    area_data: AREA_CODES_RELEASE,
    attempts: tally.attempts,
    currency,
    cost: cost && costView(cost),
    zone_rules: { release: rules.release, machine_release: rules.machineRelease },
    warnings: [
      ...warnings(outlook, tally, cost, startMs),
      ...zoneRulesWarnings(rules, nowMs),
      ...findings.warnings,
    ],
    carrier: carrierView(wanted, facts, findings.notes),
  };
}

function contactsView(tally: PreflightTally): PreflightAnswer['contacts'] {
  const later = Object.entries(tally.later) as [TimeReason | 'redial', number][];
  const skipped = Object.entries(tally.skipped) as [SkipReason, number][];
  return {
    total: tally.contacts,
    to_dial: dialled(tally),
    now: tally.now,
    later: later.map(([reason, contacts]) => ({
      reason,
      text: reason === 'redial' ? 'it is due later' : TIME_REASONS[reason],
      contacts,
    })),
    on_call: tally.onCall,
    skipped: skipped.map(([reason, contacts]) => ({
      reason,
      text: SKIP_REASONS[reason],
      contacts,
      examples: tally.examples[reason] ?? [],
    })),
  };
}

const MOST_ZONES = 50;

const zonesView = ({ zones }: PreflightTally): PreflightAnswer['zones'] =>
  [...zones]
    .map(([zone, contacts]) => ({ zone, contacts }))
    .toSorted((one, other) => other.contacts - one.contacts)
    .slice(0, MOST_ZONES);

const areasView = ({ areas }: PreflightTally): PreflightAnswer['areas'] =>
  [...areas]
    .map(([area, contacts]) => ({ area, contacts }))
    .toSorted((one, other) => other.contacts - one.contacts)
    .slice(0, MOST_ZONES);

const costView = ({ price, low, high, budgetEndsIt }: CostRange) => ({
  low: formatMoney(low),
  high: formatMoney(high),
  per_call: { low: formatMoney(price.low), high: formatMoney(price.high) },
  from: price.from,
  budget_ends_it: budgetEndsIt,
});

function warnings(
  { plan, account, listsMissing, oldCopies }: CampaignOutlook,
  tally: PreflightTally,
  cost: CostRange | null,
  startMs: number,
): Warning[] {
  const { stopped, hold } = account;
  return warningsOf({
    plan,
    tally,
    cost,
    startMs,
    accountStopped: stopped !== null,
    hold: hold?.open ? { reason: hold.reason, byPerson: mayProbeAtMs(hold) === null } : null,
    listsMissing,
    oldCopies,
  });
}
