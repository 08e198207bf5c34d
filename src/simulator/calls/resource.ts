/** The call as JSON. Amounts of money keep every digit. */
import { createHash } from 'node:crypto';
import type { Call, Snapshot } from '../state/carrier-state.ts';
import type { World } from '../world.ts';

export function callResource(world: World, call: Call, shown: Snapshot): Record<string, unknown> {
  const { variant } = world.options;
  return {
    id: call.call,
    [variant.statusField]: shown.state,
    [variant.destinationField]: call.destination,
    [call.agent.field]: call.agent.value,
    ...(variant.callIdField === '' ? {} : { [variant.callIdField]: callIdOf(world, call.call) }),
    recording_url: shown.recordingReady ? recordingPath(world, call.call) : null,
    cost: shown.cost === null ? null : moneyJson(shown.cost, variant.costForm),
    created_at: call.created_at,
    // Not in the interface document, which says that fields may be added: clients must ignore it.
    edge_region: 'simulated-1',
  };
}

/** The state that a read at this instant shows; before the call's first state, the first. */
export function snapshotOf({ history }: Call, atMs: number = Infinity): Snapshot {
  const shown = history.findLast((one) => one.atMs <= atMs) ?? history[0];
  if (!shown) throw new Error('the call has no state');
  return shown;
}

/** The Call ID of lookups and recording webhooks (4.3): the call's id, or one of its own. */
export function callIdOf(world: World, call: string): string {
  if (world.options.variant.callIdField === '') return call;
  return `rec-${createHash('sha256').update(call).digest('hex').slice(0, 24)}`;
}

export function callOfCallId(world: World, callId: string): Call | undefined {
  return [...world.carrierState.calls.values()].find(
    (call) => callIdOf(world, call.call) === callId,
  );
}

function recordingPath(world: World, call: string): string {
  return `${world.url}/api/v1/calls/recording/${encodeURIComponent(callIdOf(world, call))}`;
}

function moneyJson(literal: string, form: 'number' | 'string' | 'null'): unknown {
  if (form === 'null') return null;
  return form === 'string' ? literal : rawJson(literal);
}

// V8 has it since 11.4, but TypeScript's library does not declare it yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };
