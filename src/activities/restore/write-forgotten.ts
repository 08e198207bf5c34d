/** While a restore is open: writes what the store has forgotten, as Temporal and the carrier's webhooks know it. */
import { callWorkflowId, type CallRef } from '../../domain/ids.ts';
import { healCall } from '../campaigns/call-starter.ts';
import type { ForgottenCall } from '../../store/restore-store.ts';
import type { ActivityDeps } from '../deps.ts';
import { forgottenRuns } from './forgotten-runs.ts';

/** May be repeated. Nothing is dialled meanwhile, because the account is stopped. */
export async function writeForgottenCalls(
  deps: ActivityDeps,
  heartbeat: () => void,
): Promise<void> {
  const { store, client, nowMs } = deps;
  const write = async (call: ForgottenCall) => {
    const outcome = await store.writeForgotten(call, nowMs());
    if (outcome === 'followed' || outcome === 'unknown') await healCall(deps, call.ref);
  };
  if ((await store.restore()) === undefined) return;
  for await (const { isRunning, ...call } of forgottenRuns(deps, heartbeat)) {
    if (isRunning) await endRun(client, call.ref);
    await write(call);
  }
  for (const { ref, placement } of await store.placementsInInboxOnly()) {
    heartbeat();
    await write({ ref, seen: { made: placement, open: { placement, carrierCallId: null } } });
  }
  await store.noteRestoreRead(nowMs());
}

/** Its next run begins with what is written now. */
async function endRun(client: ActivityDeps['client'], ref: CallRef): Promise<void> {
  await client.workflow
    .getHandle(callWorkflowId(ref))
    .terminate('the database was restored: another run follows the call');
}
