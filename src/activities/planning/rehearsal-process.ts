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
export type FromProcess = { forecast: Forecast };

if (import.meta.main) {
  const contacts: PlannedContact[] = [];
  const shared = new SharedValues();
  process.on('message', (message: ToProcess) => {
    if ('contacts' in message) {
      for (const contact of message.contacts) contacts.push(shared.in(contact));
      return;
    }
    const { plan, model, settings } = message.order;
    const done: FromProcess = { forecast: forecast(plan, contacts, model, settings) };
    process.send?.(done, () => process.disconnect());
  });
}
