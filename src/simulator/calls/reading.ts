/** Reading and hanging up a call (4.2). */
import { json, notFound, v1Error, type Answer } from '../answer.ts';
import type { Call } from '../state/carrier-state.ts';
import type { Exchange } from './exchange.ts';
import { callResource, snapshotOf } from './resource.ts';
import { happens } from '../seeded.ts';
import { drawOf, type World } from '../world.ts';

export async function readCall(world: World, request: string, id: string): Promise<Answer> {
  const call = findCall(world, id);
  const status = call ? readStatus(world, call) : 404;
  const { readLagMs } = world.options;
  const shown = call && snapshotOf(call, Date.now() - world.clock.realMs(readLagMs));
  const { state, cost } = shown ?? { state: null, cost: null };
  await world.note({ fact: 'read', request, call: id, status, state, cost });
  if (!call || !shown) return notFound();
  if (status !== 200) return v1Error(status, 'something went wrong');
  return json(200, callResource(world, call, shown));
}

/** For a call that has ended already, the answer is the call as it is. */
export async function hangUpCall(
  world: World,
  exchange: Exchange,
  request: string,
  id: string,
): Promise<Answer> {
  const call = findCall(world, id);
  const status = call ? world.options.variant.destroyStatus : 404;
  const record = () => world.note({ fact: 'destroy', request, call: id, status });
  if (!call) {
    await record();
    return notFound();
  }
  if (!(await exchange.hangUp(call, record))) await record();
  return status === 204 ? { status } : json(status, callResource(world, call, snapshotOf(call)));
}

function findCall({ carrierState }: World, id: string): Call | undefined {
  const call = carrierState.calls.get(id);
  const gone =
    call?.plan.outcome === 'forgotten' &&
    call.endedAtMs === null &&
    call.stepsDone >= call.plan.steps.length;
  return gone ? undefined : call;
}

function readStatus(world: World, call: Call): number {
  const question = `read ${++call.reads}`;
  const fails = happens(world.options.readServerError, drawOf(world, call), question);
  return fails ? 503 : 200;
}
