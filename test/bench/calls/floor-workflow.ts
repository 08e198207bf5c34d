/**
 * The floor: the shortest workflow that does one call on Temporal, with one signal for each webhook. The limit: a workflow that
 * makes no call.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { FloorActivities, LimitActivities } from './floor-worker.ts';

export const webhookSignal = defineSignal<[string]>('webhook');

const { place, show } = proxyActivities<FloorActivities>({
  startToCloseTimeout: '60s',
  retry: { maximumAttempts: 5, initialInterval: '200ms' },
});

export async function floorCall(key: string): Promise<unknown> {
  const heard = new Set<string>();
  setHandler(webhookSignal, (name) => void heard.add(name));
  const { id } = await place(key);
  await condition(() => heard.has('click2call.completed') && heard.has('click2call.finalized'));
  return show(id);
}

const { note } = proxyLocalActivities<LimitActivities>({ startToCloseTimeout: '60s' });

/** The least that Temporal costs: begun in the process that starts it, one local activity, no signal, no call. */
export async function limitCall(key: string): Promise<void> {
  await note(key);
}
