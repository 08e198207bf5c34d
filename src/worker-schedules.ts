/** The schedules that all workers of an installation share: the sweep, and the comparison with call records. */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { PayloadKeyError } from './codec/encryption-codec.ts';
import { dropSchedule, putSchedule } from './activities/callbacks/schedules.ts';
import type { Config } from './config.ts';
import { RECONCILIATION_SCHEDULE_ID, SWEEP_SCHEDULE_ID } from './domain/ids.ts';
import { whyNotComparable } from './domain/reconciliation/reconciliation.ts';
import { StartError } from './start-error.ts';
import { TASK_QUEUE, WORKFLOWS, type ReconciliationInput } from './workflows/messages.ts';

/** Raise it with each change of a schedule in this file: an older worker that starts later does not undo the change. */
const VERSION = 1;

/** What a schedule was made of, in the memo of the workflows that it starts. */
interface Made {
  version: number;
  /** Whose they are: another installation in the same namespace would run this one's calls. */
  installation: string;
  /** Id of the key that encrypts what the schedule holds; null: nothing is encrypted. A new key writes it anew. */
  payloadKey: string | null;
  settings: Record<string, number>;
}

type WorkerConfig = Pick<Config, 'carrierProfile' | 'payloadKeys' | 'timing'>;

/** @throws StartError where the namespace belongs to another installation, or a key of its schedules is missing */
export async function ensureSchedules(
  client: Client,
  config: WorkerConfig,
  installation: string,
): Promise<void> {
  const payloadKey = config.payloadKeys[0]?.id ?? null;
  const made = { version: VERSION, installation, payloadKey };
  await ensureSweep(client, config, made);
  await ensureReconciliation(client, config, made);
}

type Maker = Omit<Made, 'settings'>;

async function ensureSweep(client: Client, { timing }: WorkerConfig, by: Maker): Promise<void> {
  const settings = { everyMs: timing.sweepMs };
  await ensureSchedule(client, { ...by, settings }, (memo) => ({
    scheduleId: SWEEP_SCHEDULE_ID,
    spec: { intervals: [{ every: settings.everyMs }] },
    action: { type: 'startWorkflow', workflowType: WORKFLOWS.sweep, taskQueue: TASK_QUEUE, memo },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  }));
}

/** Deletes the schedule if the carrier's profile does not declare call records. */
async function ensureReconciliation(
  client: Client,
  { carrierProfile, timing }: WorkerConfig,
  by: Maker,
): Promise<void> {
  if (whyNotComparable(carrierProfile.operations['cdr']?.read) !== undefined) {
    const known = await existing(client, RECONCILIATION_SCHEDULE_ID);
    if (known && mayWrite(known, by)) await dropSchedule(client, RECONCILIATION_SCHEDULE_ID);
    return;
  }
  const settings = { everyMs: timing.reconcileEveryMs, spanMs: timing.reconcileSpanMs };
  const input: ReconciliationInput = { reconciliationId: null, spanMs: settings.spanMs };
  await ensureSchedule(client, { ...by, settings }, (memo) => ({
    scheduleId: RECONCILIATION_SCHEDULE_ID,
    spec: { intervals: [{ every: settings.everyMs }] },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.reconciliation,
      taskQueue: TASK_QUEUE,
      args: [input],
      memo,
    },
    // Each comparison covers a long span, so a missed run need not be made up for.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  }));
}

/** Writes the schedule only if it is missing, older, or made of other settings. */
async function ensureSchedule(
  client: Client,
  made: Made,
  optionsWith: (memo: { dialwright: Made }) => ScheduleOptions,
): Promise<void> {
  const options = optionsWith({ dialwright: made });
  const known = await existing(client, options.scheduleId);
  if (known === undefined) {
    if (await wasCreated(client, options)) return;
    // Another worker was faster, perhaps one of another installation.
    return ensureSchedule(client, made, optionsWith);
  }
  if (known.made !== undefined && known.made.installation !== made.installation) {
    throw ofAnother(client.options.namespace, options.scheduleId);
  }
  if (!mayWrite(known, made) || JSON.stringify(known.made) === JSON.stringify(made)) return;
  await putSchedule(client, options);
}

const mayWrite = ({ made }: Existing, by: Maker): boolean =>
  made === undefined || (made.installation === by.installation && made.version <= by.version);

async function wasCreated(client: Client, options: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(options);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

const ofAnother = (namespace: string, scheduleId: string) =>
  new StartError(
    `The Temporal namespace ${namespace} is used by another Dialwright database, whose calls this worker would run: ` +
      'use another namespace (TEMPORAL_NAMESPACE), or the database of that installation. If that installation is gone, ' +
      `delete its schedule: temporal schedule delete --namespace ${namespace} --schedule-id ${scheduleId}.`,
  );

interface Existing {
  /** Undefined for a schedule of a version that noted nothing. */
  made: Made | undefined;
}

/** Undefined: there is no such schedule. */
async function existing(client: Client, scheduleId: string): Promise<Existing | undefined> {
  try {
    const { action } = await client.schedule.getHandle(scheduleId).describe();
    return { made: action.memo?.['dialwright'] as Made | undefined };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    if (!(error instanceof PayloadKeyError)) throw error;
    throw new StartError(
      `The schedule ${scheduleId} in the Temporal namespace ${client.options.namespace} is encrypted with a payload key ` +
        `that is not in DIALWRIGHT_PAYLOAD_KEYS (${error.message}); add the key again, behind the first, and start once.`,
      { cause: error },
    );
  }
}
