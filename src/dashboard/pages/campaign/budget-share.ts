import type { Schemas } from '../../../client/client.ts';
import type { Part } from '../../format/contact-parts.ts';

/** The parts of a budget: what was spent, and what is set aside for calls without a bill. For bars only: amounts stay text. */
export function budgetParts({
  settled,
  pending,
  never_settled: never,
}: Schemas['CampaignProgress']['money']): Part[] {
  return [
    { name: 'Settled', tone: 'good', value: Number(settled.amount) },
    {
      name: 'Set aside for calls that wait for their bill',
      tone: 'busy',
      value: Number(pending.set_aside),
    },
    {
      name: 'Set aside for calls that never got a bill',
      tone: 'bad',
      value: Number(never.set_aside),
    },
  ];
}
