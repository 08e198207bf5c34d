import type { Schemas } from '../../../client/client.ts';
import type { Part } from '../../format/contact-parts.ts';
import { money } from '../../format/numbers.ts';

/** The parts of a budget: what was spent, and what is set aside for calls without a bill. The amounts stay text. */
export function budgetParts(
  { settled, pending, never_settled: never }: Schemas['CampaignProgress']['money'],
  currency: string | null,
): Part[] {
  const part = (name: string, tone: Part['tone'], amount: string): Part => ({
    name,
    tone,
    value: Number(amount),
    text: money(amount, currency),
  });
  return [
    part('Settled', 'good', settled.amount),
    part('Set aside for calls that wait for their bill', 'busy', pending.set_aside),
    part('Set aside for calls that never got a bill', 'bad', never.set_aside),
  ];
}
