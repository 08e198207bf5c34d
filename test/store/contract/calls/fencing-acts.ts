/** What activities, zombies, webhooks and people do to the placements of one call. */
import type { PlacementKey } from '../../../../src/domain/ids.ts';
import { UNREACHED, type World } from '../world.ts';

export const FENCING_ACTS = [
  'ask',
  'ask',
  'accepted',
  'refused',
  'not sent',
  'no answer',
  'resolve',
  'bind',
  'end',
  'give up',
  'withdraw',
] as const;

export type FencingAct = (typeof FENCING_ACTS)[number];

/** Whether the act allowed a POST. */
export async function fencingAct(
  world: World,
  act: FencingAct,
  key: PlacementKey,
): Promise<boolean> {
  const { store } = world;
  const nowMs = world.later(2_000);
  const told = (outcome: Promise<unknown>) =>
    outcome.then(
      () => false,
      (error: unknown) => {
        // An outcome of a placement that nobody wrote an intent for is refused, and rightly so.
        if ((error as Error).name === 'StoreRefusal') return false;
        throw error;
      },
    );
  switch (act) {
    case 'ask':
      return (await world.intent(key)).kind === 'send';
    case 'accepted':
      return told(world.accept(key, `id-${key.ref}-${key.placement}`));
    case 'refused':
      return told(world.refuse(key, 429));
    case 'not sent':
      return told(world.notSent(key));
    case 'no answer':
      return told(world.noAnswer(key));
    case 'resolve':
      return told(world.resolve(key));
    case 'bind':
      return told(store.bindCarrierCall(key, `id-${key.ref}-${key.placement}`, nowMs));
    case 'end': {
      const { carrierCallId } = await store.call(key.ref);
      return carrierCallId === null ? false : told(world.end(key.ref, UNREACHED));
    }
    case 'give up':
      return told(store.endUnknown(key.ref, 'silence', nowMs));
    case 'withdraw':
      return told(store.endNotDialled(key.ref, { reason: 'withdrawn', dueAtMs: null, nowMs }));
    default:
      return false;
  }
}
