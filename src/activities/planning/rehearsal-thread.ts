/** The thread that runs rehearsals. They take seconds, and the worker's other tasks must not wait for them. */
import { parentPort } from 'node:worker_threads';
import type { CampaignPlan, PlannedContact } from '../../domain/planning/planned-contact.ts';
import { forecast, type Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import type { RehearsalOrder } from '../../domain/planning/rehearsal/rehearsal-text.ts';

export interface ThreadOrder extends RehearsalOrder {
  plan: CampaignPlan;
}

/** Pages of contacts come first. The order comes last and starts the rehearsal. */
export type ToThread = { contacts: PlannedContact[] } | { order: ThreadOrder };
export type FromThread = { forecast: Forecast };

const contacts: PlannedContact[] = [];

parentPort?.on('message', (message: ToThread) => {
  if ('contacts' in message) {
    for (const contact of message.contacts) contacts.push(contact);
    return;
  }
  const { plan, model, settings } = message.order;
  const done: FromThread = { forecast: forecast(plan, contacts, model, settings) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(done);
});
