/** The thread that runs rehearsals. They take seconds, and webhooks must not wait for them. */
import { parentPort } from 'node:worker_threads';
import type { CampaignPlan, PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { AnswerModel } from '../../domain/planning/rehearsal/answers.ts';
import {
  forecast,
  type Forecast,
  type ForecastSettings,
} from '../../domain/planning/rehearsal/forecast.ts';

export interface RehearsalOrder {
  plan: CampaignPlan;
  model: AnswerModel;
  settings: ForecastSettings;
}

/** Pages of contacts come first. The order comes last and starts the rehearsal. */
export type ToWorker = { contacts: PlannedContact[] } | { order: RehearsalOrder };
export type FromWorker = { forecast: Forecast };

const contacts: PlannedContact[] = [];

parentPort?.on('message', (message: ToWorker) => {
  if ('contacts' in message) {
    for (const contact of message.contacts) contacts.push(contact);
    return;
  }
  const { plan, model, settings } = message.order;
  const done: FromWorker = { forecast: forecast(plan, contacts, model, settings) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(done);
});
