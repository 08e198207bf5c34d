/** The questions of preflight to the carrier, and the JSON form of the result. */
import * as z from 'zod';
import { agentsOf } from '../../domain/planning/planned-contact.ts';
import type { CarrierFacts, CarrierWanted } from '../../domain/planning/preflight/carrier-facts.ts';
import type { PreflightTally } from '../../domain/planning/preflight/preflight.ts';
import type { Warning } from '../../domain/planning/preflight/warnings.ts';
import type { AgentView } from '../../store/agent-store.ts';
import type { CampaignOutlook } from '../../store/campaigns/campaign-reading-store.ts';

export const FindingView = z.object({
  code: z.string(),
  text: z.string(),
  severity: z.literal('error').optional().meta({
    description: 'Left out: a warning. An error prevents all calls until it is fixed.',
  }),
  section: z
    .string()
    .optional()
    .meta({ description: 'Section of the carrier\u2019s interface document.' }),
});

export const CarrierView = z
  .object({
    asked: z.boolean(),
    sip_accounts: z
      .object({ used: z.int(), asked: z.int(), found: z.int() })
      .meta({ description: 'Of agents that may take the calls.' }),
    numbers: z
      .object({ listed: z.int().nullable(), documents_asked: z.int() })
      .meta({ description: 'Of the account; null: they could not be listed.' }),
    balance: z
      .object({ amount: z.string(), currency: z.string().nullable() })
      .nullable()
      .meta({ description: 'In the carrier\u2019s format; null: unknown.' }),
    notes: z.array(FindingView).meta({ description: 'What was not checked, and why.' }),
  })
  .meta({ description: 'What the carrier was asked, by reads only; its warnings are above.' });

/** SIP accounts of all agents who may take the calls, ready agents first. Streams are left out: they are our own endpoints. */
export function wantedOf(
  { plan }: CampaignOutlook,
  { ownAgents }: PreflightTally,
  agents: readonly AgentView[],
): CarrierWanted {
  const ids = new Set([...agentsOf(plan).map(({ id }) => id), ...ownAgents]);
  const sip = agents.filter(({ id, kind }) => kind === 'sip' && ids.has(id));
  const inTurn = sip.toSorted(
    (one, other) => Number(other.state === 'ready') - Number(one.state === 'ready'),
  );
  return {
    sipAccounts: [...new Set(inTurn.map(({ address }) => address))],
    callerId: plan.policy.agentCallerId,
  };
}

export function carrierView(
  { sipAccounts: used }: CarrierWanted,
  facts: CarrierFacts | null,
  notes: Warning[],
): z.infer<typeof CarrierView> {
  const { sipAccounts = [], numbers, documents = [], balance } = facts ?? {};
  const answer = balance?.kind === 'asked' ? balance.answer : undefined;
  return {
    asked: facts !== null,
    sip_accounts: {
      used: used.length,
      asked: sipAccounts.length,
      found: sipAccounts.filter(({ account }) => account.kind === 'answered').length,
    },
    numbers: {
      listed: numbers?.kind === 'answered' ? numbers.value.count : null,
      documents_asked: documents.length,
    },
    balance: answer?.kind === 'answered' ? answer.value : null,
    notes,
  };
}
