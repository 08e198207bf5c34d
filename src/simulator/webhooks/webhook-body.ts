import type { CarrierEvent, Snapshot } from '../state/carrier-state.ts';
import { signLink } from '../recordings/links.ts';
import { callIdOf, callResource } from '../calls/resource.ts';
import type { World } from '../world.ts';

export function webhookBody(world: World, event: CarrierEvent): string {
  if (event.snapshot) return callBody(world, event, event.snapshot);
  return recordingBody(world, event, event.linkExpiresMs ?? 0);
}

/** Every retry and every copy has the same body as the first try (2.3). */
function callBody(world: World, { name, at, seq, call }: CarrierEvent, snapshot: Snapshot): string {
  return JSON.stringify({
    event: name,
    occurred_at: at,
    event_seq: seq,
    data: callResource(world, world.carrierState.call(call), snapshot),
  });
}

// A retry has the first link, even if it has expired: the lookup endpoint is the fallback for that.
function recordingBody(world: World, { at, call }: CarrierEvent, linkExpiresMs: number): string {
  const { recordingEvent, recordingCallField, recordingUrlField } = world.options.variant;
  return JSON.stringify({
    event: recordingEvent,
    occurred_at: at,
    data: {
      [recordingCallField]: callIdOf(world, call),
      [recordingUrlField]: signLink(world, call, linkExpiresMs),
    },
  });
}
