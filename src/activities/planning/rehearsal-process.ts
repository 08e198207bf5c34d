/**
 * The process that runs one rehearsal. It takes seconds, and more memory than the flags of a worker allow: the limits of
 * a thread would not count beside `--max-old-space-size`.
 */
import type { CampaignPlan, PlannedContact } from '../../domain/planning/planned-contact.ts';
import { forecast, type Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import type { RehearsalOrder } from '../../domain/planning/rehearsal/rehearsal-text.ts';
import { SharedValues } from './shared-values.ts';

export interface ProcessOrder extends RehearsalOrder {
  plan: CampaignPlan;
}

/** Pages of contacts come first. The order comes last and starts the rehearsal. */
export type ToProcess = { contacts: PlannedContact[] } | { order: ProcessOrder };
export type FromProcess = { forecast: Forecast } | { error: unknown };

if (import.meta.main) {
  const contacts: PlannedContact[] = [];
  const shared = new SharedValues();
  process.on('message', (message: ToProcess) => {
    if ('contacts' in message) {
      for (const contact of message.contacts) contacts.push(shared.in(contact));
      return;
    }
    process.send?.(answerTo(message.order, contacts), () => process.disconnect());
  });
}

function answerTo(
  { plan, model, settings }: ProcessOrder,
  contacts: PlannedContact[],
): FromProcess {
  try {
    return { forecast: forecast(plan, contacts, model, settings) };
  } catch (error) {
    return { error };
  }
}
