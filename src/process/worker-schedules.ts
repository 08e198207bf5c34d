/** The schedules that all workers of an installation share: the sweep, and the comparison with call records. */
import {
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { PayloadKeyError } from '../codec/encryption-codec.ts';
import { createSchedule, dropSchedule, putSchedule } from '../activities/callbacks/schedules.ts';
import type { Config } from '../config/config.ts';
import { RECONCILIATION_SCHEDULE_ID, SWEEP_SCHEDULE_ID } from '../domain/ids.ts';
import { whyNotComparable } from '../domain/reconciliation/reconciliation.ts';
import { StartError } from './start-error.ts';
import { TASK_QUEUE, WORKFLOWS, type ReconciliationInput } from '../contract/messages.ts';

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

/**
 * @param warn called for a schedule that cannot be read because a payload key is missing; the worker starts all the same,
 *   because a missing key stops only what needs it
 * @throws StartError where the namespace belongs to another installation
 */
export async function ensureSchedules(
  client: Client,
  config: WorkerConfig,
  { installation, warn }: { installation: string; warn: (text: string) => void },
): Promise<void> {
  const payloadKey = config.payloadKeys[0]?.id ?? null;
  const made = { version: VERSION, installation, payloadKey };
  const context = { client, warn };
  await ensureSweep(context, config, made);
  await ensureReconciliation(context, config, made);
}

type Maker = Omit<Made, 'settings'>;

interface Context {
  client: Client;
  warn: (text: string) => void;
}

async function ensureSweep(context: Context, { timing }: WorkerConfig, by: Maker): Promise<void> {
  const settings = { everyMs: timing.sweepMs };
  await ensureSchedule(context, { ...by, settings }, (memo) => ({
    scheduleId: SWEEP_SCHEDULE_ID,
    spec: { intervals: [{ every: settings.everyMs }] },
    action: { type: 'startWorkflow', workflowType: WORKFLOWS.sweep, taskQueue: TASK_QUEUE, memo },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    // What Temporal lost, or what was left while nobody swept, is found at once.
    state: { triggerImmediately: true },
  }));
}

/** Deletes the schedule if the carrier's profile does not declare call records. */
async function ensureReconciliation(
  context: Context,
  { carrierProfile, timing }: WorkerConfig,
  by: Maker,
): Promise<void> {
  if (whyNotComparable(carrierProfile.operations['cdr']?.read) !== undefined) {
    const { client } = context;
    const known = await existing(client, RECONCILIATION_SCHEDULE_ID);
    if (known && mayWrite(known, by)) await dropSchedule(client, RECONCILIATION_SCHEDULE_ID);
    return;
  }
  const settings = { everyMs: timing.reconcileEveryMs, spanMs: timing.reconcileSpanMs };
  const input: ReconciliationInput = { reconciliationId: null, spanMs: settings.spanMs };
  await ensureSchedule(context, { ...by, settings }, (memo) => ({
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
  context: Context,
  made: Made,
  optionsWith: (memo: { dialwright: Made }) => ScheduleOptions,
): Promise<void> {
  const { client, warn } = context;
  const options = optionsWith({ dialwright: made });
  const known = await existing(client, options.scheduleId);
  if (known === undefined) {
    if (await createSchedule(client, options)) return;
    // Another worker was faster, perhaps one of another installation.
    return ensureSchedule(context, made, optionsWith);
  }
  if (known.sealed !== undefined) {
    warn(`the schedule ${options.scheduleId} is left as it is, and its runs fail: ${known.sealed}`);
    return;
  }
  if (known.made !== undefined && known.made.installation !== made.installation) {
    throw ofAnother(client.options.namespace, options.scheduleId);
  }
  if (!mayWrite(known, made) || JSON.stringify(known.made) === JSON.stringify(made)) return;
  await putSchedule(client, options);
}

const mayWrite = ({ made, sealed }: Existing, by: Maker): boolean =>
  made === undefined
    ? sealed === undefined
    : made.installation === by.installation && made.version <= by.version;

export const ofAnother = (namespace: string, scheduleId: string) =>
  new StartError(
    `The Temporal namespace ${namespace} is used by another Dialwright database, whose calls this worker would run: ` +
      'use another namespace (TEMPORAL_NAMESPACE), or the database of that installation. If that installation is gone, ' +
      `delete its schedule: temporal schedule delete --namespace ${namespace} --schedule-id ${scheduleId}.`,
  );

interface Existing {
  /** Undefined for a schedule of a version that noted nothing. */
  made: Made | undefined;
  /** Why it cannot be read: a payload key is missing. Perhaps it is another installation's. */
  sealed?: string;
}

const madeOf = (memo: Record<string, unknown> | undefined) =>
  memo?.['dialwright'] as Made | undefined;

/** Undefined for a schedule that nobody's worker made. */
export const installationOf = (memo: Record<string, unknown> | undefined): string | undefined =>
  madeOf(memo)?.installation;

/** Undefined: there is no such schedule. */
async function existing(client: Client, scheduleId: string): Promise<Existing | undefined> {
  try {
    const { action } = await client.schedule.getHandle(scheduleId).describe();
    return { made: madeOf(action.memo) };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    if (error instanceof PayloadKeyError) return { made: undefined, sealed: error.message };
    throw error;
  }
}
