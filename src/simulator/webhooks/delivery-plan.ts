/** The deliveries of an event: none if it is lost, two if it is duplicated. Each may be late. */
import type { Call } from '../state/carrier-state.ts';
import type { DeliveryPlan } from '../state/facts.ts';
import type { SimulatorOptions } from '../options.ts';
import type { Plan } from '../calls/plan.ts';
import { happens, within, type Draw } from '../seeded.ts';

export interface DeliverySubject {
  name: string;
  plan: Plan;
  options: SimulatorOptions;
  draw: Draw;
}

const SECOND_COPY_MS = [0, 5_000] as const;
const BEHIND_FINALIZED_MS = [2_000, 6_000] as const;

export function planDeliveries(subject: DeliverySubject): DeliveryPlan[] {
  const { name, options, draw } = subject;
  if (isLost(subject)) return [];
  const first = { copy: 1, after_ms: firstDeliveryMs(subject) };
  if (!happens(options.duplicateWebhooks, draw, `double ${name}`)) return [first];
  const laterMs = within(SECOND_COPY_MS, draw, `second copy ${name}`);
  return [first, { copy: 2, after_ms: first.after_ms + laterMs }];
}

/** The URL of the call, else of the account; null: its recording has no webhook. */
export const recordingWebhookUrl = (call: Call, options: SimulatorOptions): string | null =>
  call.recordingWebhookUrl ?? options.recordingWebhookUrl ?? null;

export function planRecordingDeliveries(
  call: Call,
  options: SimulatorOptions,
  draw: Draw,
): DeliveryPlan[] {
  if (recordingWebhookUrl(call, options) === null) return [];
  if (happens(options.lostRecordingWebhooks, draw, 'lose recording')) return [];
  return [{ copy: 1, after_ms: within(options.webhookMs, draw, 'webhook recording') }];
}

function isLost({ name, options, draw }: DeliverySubject): boolean {
  if (happens(options.lostWebhooks, draw, `lose ${name}`)) return true;
  return options.lostEvent.some(
    ({ event, ratio }) => event === name && happens(ratio, draw, `lose one ${name}`),
  );
}

function firstDeliveryMs({ name, plan, options, draw }: DeliverySubject): number {
  const soonMs = within(options.webhookMs, draw, `webhook ${name}`);
  if (plan.finalized_first && isEnd(name))
    return soonMs + plan.billing_after_ms + within(BEHIND_FINALIZED_MS, draw, 'behind finalized');
  const late = happens(options.lateWebhooks, draw, `late ${name}`);
  return late ? soonMs + within(options.lateMs, draw, `how late ${name}`) : soonMs;
}

function isEnd(name: string): boolean {
  return name === 'click2call.completed' || name === 'click2call.failed';
}
