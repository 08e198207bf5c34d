/** Opens what the worker needs, and runs a worker of Temporal for each task queue that it serves. */
import { createHash } from 'node:crypto';
import { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { Worker, type NativeConnection, type WorkerDeploymentOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { CallShare } from '../activities/campaigns/call-share.ts';
import { Notifier } from '../activities/campaigns/notifier.ts';
import { WrapUps } from '../activities/campaigns/wrap-ups.ts';
import {
  createActivities,
  createDispatchActivities,
  type Activities,
  type DispatchActivities,
} from '../activities/create-activities.ts';
import type { ActivityDeps } from '../activities/deps.ts';
import { watchHangups } from '../activities/calls/hangup-watch.ts';
import { watchWorkflows } from '../activities/sweep/workflow-watch.ts';
import { openHighWaterMark } from './watch/high-water-mark.ts';
import { openArchive } from '../recordings-archive/open-archive.ts';
import { ArchiveFault, type RecordingArchive } from '../recordings-archive/recording-archive.ts';
import { openCarrierAccount, type OpenCarrierAccount } from '../carrier/carrier-account/account.ts';
import { createCarrierClient } from '../carrier/client.ts';
import { clockOf } from './clock.ts';
import { dataConverterWith, historyConverterWith } from '../codec/data-converter.ts';
import type { Config } from '../config/config.ts';
import { watchEveryMs } from '../domain/timing.ts';
import { createLog, logTemporal } from './logging.ts';
import { freeLoopbackPort, openMetrics, type OpenMetrics } from './metrics.ts';
import { SHUTDOWN_GRACE_MS } from './run-until-signal.ts';
import { privateFolder } from '../store/private-files.ts';
import { openStore } from '../store/sql/open-store.ts';
import type { Store } from '../store/store.ts';
import {
  asNeededAtStart,
  connectWorker,
  ensureSearchAttributes,
  prepareDecoders,
  temporalSettings,
} from './temporal.ts';
import { movingRunsOn } from './replay/moving-runs.ts';
import { ensureSchedules } from './worker-schedules.ts';
import { followCallLoad } from './worker-load.ts';
import { PlacementMark, watchStore } from './watch/store-watch.ts';
import { watchTemporal } from './watch/temporal-watch.ts';
import { webhookSender } from '../webhooks/webhook-sender.ts';
import { buildOf, bundleWorkflows, identityOf, versionedBundle } from './workflow-bundle.ts';
import { logZoneRules, zoneRulesInUse } from './zone-rules.ts';
import {
  BOOKKEEPING_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  RECORDINGS_TASK_QUEUE,
  TASK_QUEUE,
  WEBHOOKS_TASK_QUEUE,
  WORK,
} from '../contract/messages.ts';
import { StartError } from './start-error.ts';

export interface RunningWorker {
  /** Waits for running activities within the grace time, then closes everything. */
  stop(): Promise<void>;
  /** Settles when the worker has ended, by `stop` or an error. */
  readonly ended: Promise<void>;
}

/** Longer than any download: an older partial file was left by a killed process. */
const LEFTOVER_AFTER_MS = 10 * 60_000;
/** Each needs about 0.3 MB. A call that is not cached replays its 14 to 30 events at its next signal. */
const CACHED_WORKFLOWS = 300;

export async function startWorker(
  config: Config,
  options: { log?: Logger } = {},
): Promise<RunningWorker> {
  // It takes longest, so it begins first.
  const queues = config.work.flatMap((each): readonly string[] => WORK[each]);
  const bundle = queues.includes(TASK_QUEUE) ? bundleWorkflows() : undefined;
  // It is reported where it is awaited.
  bundle?.catch(() => undefined);
  const build = await buildOf(config);
  const log = options.log ?? createLog(config.logLevel, { build });
  const sdkPort = config.metrics === undefined ? undefined : await freeLoopbackPort();
  await logTemporal(log, sdkPort);
  const zoneRules = () => zoneRulesInUse(config.zoneRulesMaxAgeDays);
  logZoneRules(log, zoneRules());
  const metrics = await openMetrics({ config, role: 'worker', zoneRules, sdkPort });
  if (config.recordings.kind === 'folder') makeRecordingsFolder(config.recordings.path);
  const recordings = await openArchive(config.recordings);
  const { connection, namespace } = await connectWorker(config.temporalGzip);
  prepareDecoders();
  const dataConverter = dataConverterWith(config.payloadKeys);
  const where = { connection, namespace, dataConverter, identity: identityOf(build) };
  let cached = () => 0;
  const callShare = new CallShare(() => cached(), {
    most: CACHED_WORKFLOWS,
    // The server chooses the build of a new call.
    never: config.deployment !== undefined,
  });
  const store = await openStore(config.database, metrics?.observeTransaction);
  const installation = await store.installationId();
  const mark = new PlacementMark(
    openHighWaterMark(config.recordings, recordings, { installation, log }),
  );
  const notePlacement = (serial: number) => mark.note(serial);
  const deps = openDeps(config, where, {
    replayMovingRuns: movingRunsOn({
      ...where,
      dataConverter: historyConverterWith(config.payloadKeys),
      bundle,
    }),
    store,
    recordings,
    callShare,
    notePlacement,
    log,
    metrics,
  });
  await removeLeftovers(recordings, log);
  await asNeededAtStart(async () => {
    await ensureSearchAttributes(deps.client);
    await ensureSchedules(deps.client, config, { installation, warn: (text) => log.warn(text) });
  });
  if (bundle) await deps.store.noteWorkflowCode(workflowCode(await bundle, config.payloadKeys));
  const everyMs = watchEveryMs(config.timing);
  const age = await watchStore({ ...deps, mark, everyMs, log });
  const activities = createActivities(deps);
  const workers = await createWorkers(
    config,
    { ...activities, ...createDispatchActivities(deps) },
    { ...where, bundle },
  );
  await metrics?.listen({ ready: () => readyToWork(deps.store, workers) });
  log.info({ work: config.work }, 'the worker serves');
  const calls = workers.find(({ options }) => options.taskQueue === TASK_QUEUE);
  if (calls) cached = () => calls.getStatus().numCachedWorkflows;
  const { client, callShare: share } = deps;
  const load = followCallLoad({ client, taskQueue: TASK_QUEUE, share, log });
  const hangups = watchHangups(deps, activities, log);
  const watch = bundle && watchWorkflows(deps, log);
  const temporal = watchTemporal({
    ...deps,
    config,
    address: temporalSettings().address,
    role: 'worker',
    work: config.work,
    log,
  });
  const ended = runAll(workers, async () => {
    await Promise.all([hangups.stop(), load.stop(), watch?.stop(), temporal.stop(), age.stop()]);
    await metrics?.close();
    await closeDeps(deps, connection);
  });
  return {
    ended,
    async stop() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}

/** Temporal is left out: a restart does not bring it back, and its SDK connects again by itself. */
async function readyToWork(store: Pick<Store, 'check'>, workers: readonly Worker[]): Promise<void> {
  const stopped = workers.find((worker) => worker.getState() !== 'RUNNING');
  if (stopped)
    throw new Error(`the worker of ${stopped.options.taskQueue} is ${stopped.getState()}`);
  await store.check();
}

/** @throws StartError */
function makeRecordingsFolder(path: string): void {
  try {
    privateFolder(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The folder ${path} for recordings cannot be created or used (${code}); allow this user to write to it, or ` +
        'set another folder with DIALWRIGHT_RECORDINGS.',
      { cause: error },
    );
  }
}

/** An object store that cannot be used keeps nobody from dialling: the calls show why their recordings wait. */
async function removeLeftovers(recordings: RecordingArchive, log: Logger): Promise<void> {
  try {
    await recordings.removeLeftovers(Date.now() - LEFTOVER_AFTER_MS);
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    log.warn({ reason: error.message }, 'the recordings cannot be used');
  }
}

interface Where {
  connection: NativeConnection;
  namespace: string;
  dataConverter: DataConverter;
  identity: string;
}

type OpenParts = Pick<
  ActivityDeps,
  'store' | 'recordings' | 'callShare' | 'notePlacement' | 'replayMovingRuns'
>;

function openDeps(
  config: Config,
  where: Where,
  { log, metrics, ...parts }: OpenParts & { log: Logger; metrics: OpenMetrics | undefined },
): WorkerDeps {
  const carrier = createCarrierClient({
    baseUrl: config.carrierUrl,
    apiKey: config.carrierApiKey,
    profile: config.carrierProfile,
    timing: config.timing,
  });
  return {
    carrier: metrics?.measured(carrier) ?? carrier,
    account: openCarrierAccount({
      baseUrl: config.carrierUrl,
      apiKey: config.carrierApiKey,
      profile: config.carrierProfile,
      readMs: config.timing.readMs,
    }),
    carrierProfile: config.carrierProfile,
    client: new Client(where),
    timing: config.timing,
    agentFreed: new Notifier(),
    wrapUps: new WrapUps(),
    publicUrl: config.publicUrl,
    hookSecrets: config.hookSecrets,
    ...parts,
    recordingOrigins: config.recordingOrigins,
    recordingQuota: config.recordingQuota,
    namesSearchable: config.payloadKeys.length === 0,
    eventsKeptMs: config.eventsKeptMs,
    webhooks: webhookSender({
      allowedOrigins: config.webhookOrigins,
      timeoutMs: config.timing.webhookSendMs,
    }),
    nowMs: clockOf(parts.store, log),
  };
}

type WorkerDeps = ActivityDeps & { account: OpenCarrierAccount };

async function closeDeps(deps: WorkerDeps, connection: NativeConnection): Promise<void> {
  await deps.wrapUps.close();
  await deps.carrier.close();
  await deps.account.close();
  await deps.store.close();
  await connection.close();
}

/**
 * A POST keeps the slot of its workflow task until the carrier has answered, for 15 s at most. If all slots are taken, the
 * other workflows of this process wait as well.
 */
const POSTS_AT_ONCE = 200;
/** How many activities of a task queue run at once. Dispatchers and deliveries of webhooks run for minutes. */
const AT_ONCE: Record<string, number> = {
  [DISPATCH_TASK_QUEUE]: 50,
  [RECORDINGS_TASK_QUEUE]: 20,
  [BOOKKEEPING_TASK_QUEUE]: 4,
  [WEBHOOKS_TASK_QUEUE]: 50,
};

/**
 * A run whose code cannot go on fails at once, instead of trying for ever: the store starts every workflow again that must
 * run (`src/activities/sweep/keep-running.ts`). `Error` includes a decision that is not in the history.
 */
const FAILS_RUNS = { '*': ['Error'] };

/** What a broken workflow may depend on. The ids of keys are in plain text in every payload. */
const workflowCode = (bundle: string, keys: Config['payloadKeys']): string =>
  createHash('sha256')
    .update(bundle)
    .update(keys.map(({ id }) => `\0${id}`).join(''))
    .digest('hex')
    .slice(0, 16);

/**
 * A run ends on the build on which it began, but for workflows that say otherwise (src/workflows/long-lived.ts). Workers of
 * all task queues are of the deployment, or activities of a pinned run could be taken by another build.
 */
const versioned = (version: NonNullable<Config['deployment']>): WorkerDeploymentOptions => ({
  useWorkerVersioning: true,
  version,
  defaultVersioningBehavior: 'PINNED',
});

/** One worker for each task queue that this process serves. Only one of them runs workflows, so there is one cache of them. */
async function createWorkers(
  { work, deployment }: Pick<Config, 'work' | 'deployment'>,
  activities: Activities & DispatchActivities,
  { bundle, ...where }: Where & { bundle: Promise<string> | undefined },
): Promise<Worker[]> {
  const queues = work.flatMap((each) => WORK[each]);
  return Promise.all(
    queues.map(async (taskQueue) =>
      Worker.create({
        ...where,
        taskQueue,
        activities,
        shutdownGraceTime: SHUTDOWN_GRACE_MS,
        ...(deployment && { workerDeploymentOptions: versioned(deployment) }),
        ...(AT_ONCE[taskQueue] && { maxConcurrentActivityTaskExecutions: AT_ONCE[taskQueue] }),
        ...(taskQueue === TASK_QUEUE && {
          workflowBundle: { code: deployment ? versionedBundle(await bundle!) : await bundle! },
          workflowFailureErrorTypes: FAILS_RUNS,
          maxCachedWorkflows: CACHED_WORKFLOWS,
          maxConcurrentWorkflowTaskExecutions: POSTS_AT_ONCE,
          maxConcurrentLocalActivityExecutions: POSTS_AT_ONCE,
        }),
      }),
    ),
  );
}

// If one worker fails, the other is stopped too. Otherwise the process would seem to work but do half of its tasks.
async function runAll(workers: Worker[], close: () => Promise<void>): Promise<void> {
  const runs = workers.map((worker) => worker.run());
  try {
    await Promise.race(runs);
  } finally {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled(runs);
    await close();
  }
  await Promise.all(runs);
}
