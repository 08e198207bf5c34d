import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { mayDial } from '../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';
import { runInBackground } from '../../background/background-loop.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

/** The store is checked, because a worker may have created a job, or a server that died may have left one. */
const CHECK_EVERY_MS = 500;
/** Reading the counters takes as long with so many changes as without. The sweep folds the last ones. */
const CHANGES_LEFT = 500;

interface Deps {
  store: Pick<
    Store,
    | 'continueContactJob'
    | 'continueListRemoval'
    | 'continueImportUndo'
    | 'foldTallies'
    | 'countAgentTimes'
    | 'campaign'
  >;
  gateway: Pick<TemporalGateway, 'wakeCampaign'>;
  nowMs: () => number;
  log: FastifyBaseLogger;
}

/**
 * Runs changes of many contacts, deletes the entries of removed suppression lists, withdraws the contacts of undone imports, adds changes of counters to the
 * counters, and counts the time of agents, batch by batch, while the server runs. A fault, such as a full disk, stops one batch, which is retried.
 */
export function runContactJobs(deps: Deps): { stop(): Promise<void> } {
  const task = {
    run: (stopping: AbortSignal) => doAllOpen(deps, stopping),
    failure: 'a change of many rows stopped; it will be retried',
  };
  return runInBackground([task], { everyMs: CHECK_EVERY_MS, log: deps.log });
}

async function doAllOpen(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { store, nowMs } = deps;
  while (!stopping.aborted) {
    const job = await store.continueContactJob(nowMs());
    await turn();
    const emptied = await store.continueListRemoval();
    await turn();
    const undone = await store.continueImportUndo();
    await turn();
    const folded = await store.foldTallies({ atLeast: CHANGES_LEFT });
    await turn();
    const counted = await store.countAgentTimes(nowMs());
    if (!job && !emptied && !undone && folded === 0 && !counted) return;
    // The campaign may have dialled all contacts so far and wait for these.
    if (job?.kind === 'copy' && job.done === job.total) await wakeDialling(deps, job.campaignId);
    await turn();
  }
}

async function wakeDialling({ store, gateway, log }: Deps, id: CampaignId): Promise<void> {
  try {
    const { state } = await store.campaign(id);
    if (mayDial(state)) await gateway.wakeCampaign(id);
  } catch (error) {
    log.warn({ err: error }, `waking campaign ${id} for its contacts failed; it finds them later`);
  }
}
