/** Calls that Temporal knows to have been placed, and the store does not. */
import { callWorkflowId, parseCallRef, type CallRef } from '../../domain/ids.ts';
import { hasForgotten, mayHaveForgotten, workflowSign } from '../../domain/restore/restore.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../contract/messages.ts';
import type { ActivityDeps } from '../deps.ts';
import { evidenceOfRuns, type RunEvidence } from './run-evidence.ts';

type Deps = Pick<ActivityDeps, 'client' | 'store'>;

export interface ForgottenRun extends RunEvidence {
  ref: CallRef;
}

/** At the start of a worker: of the newest runs only, because whatever is lost is the newest. */
const NEWEST = 200;
/** Histories that are read at once: one after the other would delay a start. */
const AT_ONCE = 8;
const PAGE = 1_000;
const CALLS = `WorkflowType = '${WORKFLOWS.call}' AND TaskQueue = '${TASK_QUEUE}'`;

/** What the store has forgotten of this call; undefined: nothing. */
export async function forgottenOf(
  { client, store }: Deps,
  ref: CallRef,
): Promise<ForgottenRun | undefined> {
  const known = async () => (await store.knownPlacements([ref])).get(ref);
  if (!mayHaveForgotten(await known())) return undefined;
  const evidence = await evidenceOfRuns(client, callWorkflowId(ref));
  // The run may have placed the call just now, so the store is read again behind its history.
  return evidence && hasForgotten(await known(), evidence.seen) ? { ...evidence, ref } : undefined;
}

export async function newestForgottenCall(deps: Deps): Promise<CallRef | undefined> {
  const refs = await Array.fromAsync(suspects(deps, { most: NEWEST, pageSize: NEWEST }));
  for (let from = 0; from < refs.length; from += AT_ONCE) {
    const some = refs.slice(from, from + AT_ONCE);
    const forgotten = await Promise.all(some.map((ref) => forgottenOf(deps, ref)));
    const first = forgotten.find((one) => one !== undefined);
    if (first) return first.ref;
  }
  return undefined;
}

/** All of them, page by page. */
export async function* forgottenRuns(
  deps: Deps,
  heartbeat: () => void,
): AsyncGenerator<ForgottenRun> {
  for await (const ref of suspects(deps, { most: Infinity, pageSize: PAGE })) {
    heartbeat();
    const forgotten = await forgottenOf(deps, ref);
    if (forgotten) yield forgotten;
  }
}

/** Calls with a run, of which the store knows no placement whose POST can be out, or no answer to it. */
async function* suspects(
  { client, store }: Deps,
  { most, pageSize }: { most: number; pageSize: number },
): AsyncGenerator<CallRef> {
  const { namespace } = client.options;
  let nextPageToken: Uint8Array | undefined;
  let seen = 0;
  do {
    const page = await client.workflowService.listWorkflowExecutions({
      namespace,
      query: CALLS,
      pageSize,
      ...(nextPageToken && { nextPageToken }),
    });
    const refs = (page.executions ?? []).flatMap(({ execution }) => refOf(execution?.workflowId));
    const known = await store.knownPlacements(refs);
    yield* [...new Set(refs)].filter((ref) => mayHaveForgotten(known.get(ref)));
    seen += refs.length;
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken && seen < most);
}

function refOf(workflowId: string | null | undefined): CallRef[] {
  const ref = workflowId?.slice(callWorkflowId('').length);
  return ref !== undefined && parseCallRef(ref) ? [ref] : [];
}

/**
 * Whether a call may be started again: Temporal knows of no placement of it that the store has forgotten. If it does, the
 * account is stopped, because a start would place the call once more.
 */
export async function mayStartAgain(
  deps: Pick<ActivityDeps, 'client' | 'store' | 'nowMs'>,
  ref: CallRef,
): Promise<boolean> {
  if ((await forgottenOf(deps, ref)) === undefined) return true;
  await deps.store.noteRestore(workflowSign(ref), deps.nowMs());
  return false;
}
