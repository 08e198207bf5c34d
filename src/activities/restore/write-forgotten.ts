/** While a restore is open: writes what the store has forgotten, as Temporal and the carrier's webhooks know it. */
import { callWorkflowId, type CallRef } from '../../domain/ids.ts';
import { healCall } from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { forgottenRuns } from './forgotten-runs.ts';

/** May be repeated. Nothing is dialled meanwhile, because the account is stopped. */
export async function writeForgottenCalls(
  deps: ActivityDeps,
  heartbeat: () => void,
): Promise<void> {
  const { store, client, nowMs } = deps;
  if ((await store.restore()) === undefined) return;
  for await (const { ref, seen, posted, isRunning } of forgottenRuns(deps, heartbeat)) {
    const outcome = await store.writeForgotten({ ref, seen, posted }, nowMs());
    if (isRunning) await endRun(client, ref);
    if (outcome === 'followed' || outcome === 'unknown') await healCall(deps, ref);
  }
  for (const { ref, placement } of await store.placementsInInboxOnly()) {
    heartbeat();
    const seen = { made: placement, open: { placement, carrierCallId: null } };
    const outcome = await store.writeForgotten({ ref, seen }, nowMs());
    if (outcome === 'followed' || outcome === 'unknown') await healCall(deps, ref);
  }
  await store.noteRestoreRead(nowMs());
}

/** Its next run begins with what is written now. */
async function endRun(client: ActivityDeps['client'], ref: CallRef): Promise<void> {
  await client.workflow
    .getHandle(callWorkflowId(ref))
    .terminate('the database was restored: another run follows the call');
}
