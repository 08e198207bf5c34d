/** Makes the schedules again that somebody deleted or paused, or that Temporal has lost, with all that they need. */
import { ScheduleNotFoundError, type Client } from '@temporalio/client';
import type { Config } from '../../config/config.ts';
import { PayloadKeyError } from '../../codec/encryption-codec.ts';
import { RECONCILIATION_SCHEDULE_ID, SWEEP_SCHEDULE_ID } from '../../domain/ids.ts';
import type { TemporalTrouble } from '../../domain/temporal-trouble.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { ensureSearchAttributes } from '../temporal.ts';
import { ensureSchedules, installationOf, ofAnother } from '../worker-schedules.ts';
import { TASK_QUEUE } from '../../contract/messages.ts';

export type ScheduleConfig = Pick<Config, 'carrierProfile' | 'payloadKeys' | 'timing'>;

export interface Mending {
  installation: string;
  /** Whether Temporal had its schedule before, so that a missing one was deleted or lost. */
  hadSchedule: boolean;
}

export interface Found {
  trouble: TemporalTrouble;
  /** It was put right. */
  mended: boolean;
}

/** Undefined: nothing is wrong. @throws the error of Temporal, or a StartError where the namespace is another installation's */
export async function mendSchedules(
  client: Client,
  config: ScheduleConfig,
  mending: Mending,
): Promise<Found | undefined> {
  const sweep = await scheduleStateOf(client, SWEEP_SCHEDULE_ID, mending.installation);
  switch (sweep.kind) {
    case 'missing':
      return makeAgain(client, config, mending);
    case 'paused':
      await goOn(client, SWEEP_SCHEDULE_ID);
      return { mended: true, trouble: { kind: 'sweep', text: `${PAUSED}${sweep.note}` } };
    case 'sealed':
      return {
        mended: false,
        trouble: { kind: 'sweep', text: `${SEALED}${sweep.why}; ${ADD_KEY}` },
      };
    case 'well': {
      const other = await scheduleStateOf(client, RECONCILIATION_SCHEDULE_ID, mending.installation);
      if (other.kind === 'paused') await goOn(client, RECONCILIATION_SCHEDULE_ID);
      // Where the profile declares no call records there is none, and that is no change.
      if (other.kind === 'missing')
        await ensureSchedules(client, config, { ...mending, warn: () => undefined });
      return undefined;
    }
    default:
      return unreachable(sweep);
  }
}

const PAUSED =
  'the schedule of the sweep was paused in Temporal, so that nothing that is left undone was found; it was set going again';
const SEALED = 'the sweep does not run, because its schedule cannot be read: ';
const ADD_KEY =
  'add the key to DIALWRIGHT_PAYLOAD_KEYS of every worker and server, behind the first one, or delete the schedule, and it is made again';

async function makeAgain(
  client: Client,
  config: ScheduleConfig,
  mending: Mending,
): Promise<Found | undefined> {
  const isEmpty = (await client.workflow.count(`TaskQueue = '${TASK_QUEUE}'`)).count === 0;
  await ensureSearchAttributes(client);
  await ensureSchedules(client, config, { ...mending, warn: () => undefined });
  if (!mending.hadSchedule) return undefined;
  return {
    mended: true,
    trouble: isEmpty
      ? {
          kind: 'temporal',
          text:
            'Temporal came back without its runs and schedules: they are made again from the store, and no call is placed twice; ' +
            'let Temporal keep its database',
        }
      : {
          kind: 'sweep',
          text: 'the schedule of the sweep was deleted in Temporal; it was made again',
        },
  };
}

async function goOn(client: Client, scheduleId: string): Promise<void> {
  await client.schedule.getHandle(scheduleId).unpause('Dialwright needs this schedule');
}

type ScheduleState =
  | { kind: 'well' }
  | { kind: 'missing' }
  | { kind: 'paused'; note: string }
  | { kind: 'sealed'; why: string };

/** @throws StartError */
async function scheduleStateOf(
  client: Client,
  scheduleId: string,
  installation: string,
): Promise<ScheduleState> {
  try {
    const { action, state } = await client.schedule.getHandle(scheduleId).describe();
    const owner = installationOf(action.memo);
    if (owner !== undefined && owner !== installation) {
      throw ofAnother(client.options.namespace, scheduleId);
    }
    if (!state.paused) return { kind: 'well' };
    return { kind: 'paused', note: state.note ? ` (its note: ${state.note.slice(0, 100)})` : '' };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return { kind: 'missing' };
    if (error instanceof PayloadKeyError) return { kind: 'sealed', why: error.message };
    throw error;
  }
}
