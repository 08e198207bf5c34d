/** The call resource, and JSON whose money keeps every digit. */
import type { Call, Snapshot } from './book.ts';
import type { World } from './world.ts';

export function callResource(world: World, call: Call, shown: Snapshot): Record<string, unknown> {
  const { variant } = world.options;
  return {
    id: call.call,
    [variant.statusField]: shown.state,
    [variant.destinationField]: call.destination,
    [call.agent.field]: call.agent.value,
    recording_url: shown.recordingReady ? recordingPath(world, call.call) : null,
    cost: shown.cost === null ? null : moneyJson(shown.cost, variant.costForm),
    created_at: call.created_at,
    // Not in the document: fields may be added at any time, and clients must not mind.
    edge_region: 'simulated-1',
  };
}

/** What a read shows; an instant before the call's first shows the first. */
export function snapshotOf({ history }: Call, atMs: number = Infinity): Snapshot {
  const shown = history.findLast((one) => one.atMs <= atMs) ?? history[0];
  if (!shown) throw new Error('a call without a beginning');
  return shown;
}

function recordingPath(world: World, callId: string): string {
  return `${world.url}/api/v1/calls/recording/${encodeURIComponent(callId)}`;
}

function moneyJson(literal: string, form: 'number' | 'string'): unknown {
  return form === 'string' ? literal : rawJson(literal);
}

// In the language since V8 11.4, not yet in the compiler's library.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };
