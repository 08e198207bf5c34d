/** Calls brought as far as a test needs them, by the store's own steps. */
import type { CallRef } from '../../../src/domain/ids.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import type { Store } from '../../../src/store/store.ts';
import { COMPLETED } from '../../store/contract/world.ts';

/** The API and the store behind it, in this process or another. */
interface Place {
  store: Store;
  post(path: string, body?: object): Promise<unknown>;
  campaign(): Promise<string>;
}

const { hold } = timingFor(DEFAULT_CARRIER_PROFILE.timing);
let agents = 0;

/** A call whose intent is written: its POST is under way. */
async function placingCall(on: Place, placement = 1): Promise<CallRef> {
  const agent = { id: `a${++agents}`, name: 'A', kind: 'sip', address: `sip-${agents}` };
  await on.post('/v1/agents', agent);
  const id = await on.campaign();
  const number = `+1202555${String(1_000 + agents)}`;
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number }] });
  await on.post(`/v1/campaigns/${id}/start`);
  const nowMs = Date.now();
  const { claims } = await on.store.claim({ id, limit: 1, nowMs });
  const ref = claims[0]!.ref;
  await on.store.writeIntent({ ref, placement }, { nowMs, hold });
  return ref;
}

/** A call whose POST had no readable answer. */
export async function unknownCall(on: Place): Promise<CallRef> {
  const ref = await placingCall(on);
  await on.store.resolvePlacement({ ref, placement: 1 }, Date.now());
  return ref;
}

/** A call that the carrier has accepted, as this placement. */
export async function liveCall(on: Place, placement = 1): Promise<CallRef> {
  const ref = await placingCall(on, placement);
  const carrierCallId = `carrier-${ref}`;
  await on.store.recordPlacement(
    { ref, placement },
    { kind: 'accepted', carrierCallId, status: 201 },
    { nowMs: Date.now(), hold, pauseAfterRefusals: 5, maxWaits: 3, retryAtMs: Date.now() },
  );
  return ref;
}

/** A call refused for the account's sake, which opens a hold. */
export async function refusedCall(on: Place): Promise<CallRef> {
  const ref = await placingCall(on);
  await on.store.recordPlacement(
    { ref, placement: 1 },
    {
      kind: 'refused',
      refusal: { status: 402, code: 'insufficient_funds', details: undefined },
    },
    { nowMs: Date.now(), hold, pauseAfterRefusals: 5, maxWaits: 3, retryAtMs: Date.now() },
  );
  return ref;
}

/** A bridged call that has ended, and whose recording is waited for. */
export async function endedCall(on: Place): Promise<CallRef> {
  const ref = await liveCall(on);
  await endCall(on, ref);
  return ref;
}

export async function endCall(on: Place, ref: CallRef): Promise<void> {
  const ending = { ...COMPLETED, cost: '0.0125', recordingExpected: true };
  await on.store.endCall(ref, ending, Date.now());
}
