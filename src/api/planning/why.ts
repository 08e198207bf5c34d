import * as z from 'zod';
import { explainContact, type Explanation } from '../../domain/planning/explain/explain.ts';
import { RULE_NAMES } from '../../domain/planning/explain/rules.ts';
import type { ContactFacts } from '../../store/campaigns/campaign-reading-store.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { inJson, snake } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { Instant, iso, isoOrNull, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('contacts');

const Params = CampaignParams.extend({
  position: z.coerce.number().int().min(1).max(999_999_999),
});

const WhyView = z
  .object({
    campaign_id: z.string(),
    position: z.int(),
    asked_at: Instant,
    verdict: z.enum(['now', 'later', 'waits', 'never', 'on-call']).meta({
      description: '`waits`: for something without a known end, such as a free agent.',
    }),
    text: z.string(),
    at: Instant.nullable().meta({
      description: 'The earliest instant at which it may be dialled, as of now.',
    }),
    zone_rules: z.string().nullable().meta({
      description: 'The release of the IANA time zone data that this server uses.',
    }),
    admission: z.string().nullable().meta({
      description: 'What would prevent its POST at this instant; null: nothing.',
    }),
    rules: z.array(
      z.object({
        rule: z.enum(RULE_NAMES),
        answer: z.enum(['yes', 'no']),
        text: z.string(),
        until: Instant.nullable(),
        inputs: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'Why' });
export type WhyAnswer = z.infer<typeof WhyView>;

export const whyRoute = routes((app, { store, nowMs, zoneRules }) => {
  app.get(
    '/campaigns/:campaignId/contacts/:position/why',
    reads('read', {
      operationId: 'explainContact',
      summary: 'Explain why a contact is dialled now, later or never: every rule and its inputs',
      params: Params,
      response: { 200: jsonAnswer('The result of each rule and of all together', WhyView) },
    }),
    async ({ params: { campaignId, position } }) => {
      const at = nowMs();
      const known = await store.contactFacts(campaignId, position, at);
      const { release } = zoneRules();
      return {
        ...whyView(known, explainContact(factsOf(known), at), at),
        zone_rules: release,
      };
    },
  );
});

const factsOf = ({ facts, ...known }: ContactFacts) => ({ ...known, campaign: facts });

function whyView(
  { plan, contact }: ContactFacts,
  { kind, text, atMs, admission, rules }: Explanation,
  nowMs: number,
): Omit<WhyAnswer, 'zone_rules'> {
  return {
    campaign_id: plan.campaignId,
    position: contact.position,
    asked_at: iso(nowMs),
    verdict: kind,
    text,
    at: isoOrNull(atMs),
    admission,
    rules: rules.map(({ inputs, ...rule }) => ({ ...inJson(rule), inputs: shown(inputs) })),
  };
}

/** Converts names to those of the API: instants lose the unit (`dialsMs` becomes `dials`), durations keep it. */
function shown(inputs: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      const isInstant = INSTANTS.has(name);
      return [
        snake(isInstant ? name.slice(0, -2) : name).replaceAll('-', '_'),
        isInstant ? instants(value) : deep(value),
      ];
    }),
  );
}

const INSTANTS: ReadonlySet<string> = new Set([
  'dueAtMs',
  'notBeforeMs',
  'notAfterMs',
  'deadlineMs',
  'untilMs',
  'dialsMs',
  'saidMs',
]);

const instants = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(instants);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, ms]) => [name, instants(ms)]));
  return typeof value === 'number' ? iso(value) : value;
};

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? shown(value) : value;
}
