/** Brings calls into a state and keeps the histories they have there. */
import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'vitest';
import { callWorkflowId } from '../../../src/domain/ids.ts';
import type { World } from '../../workflows/world.ts';
import { writeHistory, type History } from '../history-files.ts';
import type { StateName } from '../states.ts';
import { hasDone, isIdle, openSteps } from './open-steps.ts';

/** A carrier that does what is usual, in order, and soon. */
export const PLAIN_CARRIER = {
  agentRingMs: [2_000, 12_000],
  dialMs: [200, 1_500],
  customerRingMs: [3_000, 20_000],
  skipAgentRinging: 0,
  finalizedFirst: 0,
  duplicateWebhooks: 0,
  lateWebhooks: 0,
  lostWebhooks: 0,
  lostRecordingWebhooks: 0,
  answerReset: 0,
  webhookMs: [0, 0],
  talkMs: [10_000, 20_000],
  billingMs: [2_000, 4_000],
  recordingReadyMs: [1_000, 2_000],
} as const;

const WITHIN_MS = 60_000;

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(world: World) {
  const handleOf = (workflowId: string, runId?: string) =>
    world.client.workflow.getHandle(workflowId, runId);

  async function keep(state: StateName, workflowId: string, runId?: string): Promise<void> {
    writeHistory(state, await handleOf(workflowId, runId).fetchHistory());
  }

  /** The history, as soon as it stands as expected. */
  async function historyWhen(workflowId: string, isThere: (history: History) => boolean) {
    let history: History = {};
    await expect
      .poll(
        async () => {
          history = await handleOf(workflowId).fetchHistory();
          return isThere(history) || openSteps(history);
        },
        { timeout: WITHIN_MS, interval: 50 },
      )
      .toBe(true);
    return history;
  }

  const isAt = (summary: RegExp) => (history: History) =>
    openSteps(history).some((step) => summary.test(step));

  /** False while it is not under way. */
  async function failActivity(workflowId: string, activityType: string): Promise<boolean> {
    const { raw } = await handleOf(workflowId).describe();
    const found = raw.pendingActivities?.find((each) => each.activityType?.name === activityType);
    if (!found?.activityId) return false;
    const lost = ApplicationFailure.create({ message: 'the worker was lost' });
    const { activityId } = found;
    return world.client.activity.fail({ workflowId, activityId }, lost).then(
      () => true,
      () => false,
    );
  }

  return {
    keep,

    /** One contact in a campaign of its own; the reference of its first call. */
    async dial(number: string, settings: Record<string, unknown> = {}): Promise<string> {
      const redial = { max_attempts: 1, max_calls: 1 };
      return `${await world.campaign([number], { redial, ...settings })}.1.1`;
    },

    /** Keeps the call's history when its workflow has closed. */
    async keepClosed(state: StateName, ref: string, shows: object = {}): Promise<void> {
      await world.untilClosed(ref);
      expect(await world.call(ref)).toMatchObject(shows);
      await keep(state, callWorkflowId(ref));
    },

    /** Keeps a history in which a timer or an activity of this summary is under way. */
    async keepAt(state: StateName, workflowId: string, summary: RegExp): Promise<void> {
      writeHistory(state, await historyWhen(workflowId, isAt(summary)));
    },

    /** Keeps a history in which nothing is under way, and no time is set. */
    async keepIdle(state: StateName, workflowId: string): Promise<void> {
      writeHistory(state, await historyWhen(workflowId, isIdle));
    },

    /** Waits until a timer or an activity of this summary is under way. */
    async untilAt(workflowId: string, summary: RegExp): Promise<void> {
      await historyWhen(workflowId, isAt(summary));
    },

    /** Waits until an activity of this type has been completed. */
    async untilDone(workflowId: string, activityType: string): Promise<void> {
      await historyWhen(workflowId, (history) => hasDone(history, activityType));
    },

    /** Waits until the last run of a workflow has closed so. */
    async untilStatus(workflowId: string, status: string): Promise<void> {
      await expect
        .poll(async () => (await handleOf(workflowId).describe()).status.name, {
          timeout: WITHIN_MS,
          interval: 50,
        })
        .toBe(status);
    },

    runIdOf: async (workflowId: string) => (await handleOf(workflowId).describe()).runId,

    /** The server takes the activity for lost, while its worker goes on, like one that was cut off. */
    async loseWorker(workflowId: string, activityType: string): Promise<void> {
      await expect
        .poll(() => failActivity(workflowId, activityType), { timeout: WITHIN_MS, interval: 20 })
        .toBe(true);
    },

    /** Sends a webhook of the carrier's to the call's own URL. */
    async tell(ref: string, body: object | string): Promise<void> {
      expect((await world.hook(ref, body)).status).toBe(204);
    },

    /** The id that the carrier gave the call to this number, whether we know it or not. */
    carrierIdOf(number: string): string {
      const decision = world.facts('decision').find((fact) => fact['destination'] === number);
      const { placed } = decision ?? expect.fail(`nobody dialled ${number}`);
      return (placed as { call: string }).call;
    },
  };
}
