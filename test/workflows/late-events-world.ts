/** A world whose carrier stands behind a front, so that GETs and hang-ups can fail; and webhooks of the test's own making. */
import { startCarrierFront } from './carrier-front.ts';
import { startWorld } from './world.ts';

export type LateEventsWorld = Awaited<ReturnType<typeof startLateEventsWorld>>;

export async function startLateEventsWorld() {
  const front = await startCarrierFront();
  const world = await startWorld({ timeFactor: 120, env: { DIALWRIGHT_CARRIER_URL: front.url } });
  front.standBefore(world.simulator.url);
  await world.addAgents(6);
  return {
    ...world,
    front,

    /** Its ref. Numbers that end with 5 are recorded, and so their calls close within seconds. */
    async dial(number: string): Promise<string> {
      const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
      return `${id}.1.1`;
    },

    /** Sends a webhook about this call, as the carrier does. */
    async sendEvent(ref: string, name: string, seq: number): Promise<void> {
      const { carrier_call_id: id } = await world.call(ref);
      await world.hook(ref, { event: `click2call.${name}`, event_seq: seq, data: { id } });
    },

    /** Of the call's workflow. */
    statusOf: async (ref: string) =>
      (await world.client.workflow.getHandle(`call.${ref}`).describe()).status.name,

    async textsOf(ref: string): Promise<string[]> {
      const { timeline } = (await world.call(ref)) as { timeline: { text: string }[] };
      return timeline.map(({ text }) => text);
    },

    /** Carrier and front behave well again. */
    async restore(): Promise<void> {
      front.answerReads();
      front.refuseHangups();
      await world.simulator.change({
        talkMs: [10_000, 120_000],
        answerReset: 0,
        lostWebhooks: 0,
        lostRecordingWebhooks: 0,
        billingMs: [2_000, 20_000],
        recordingReadyMs: [0, 500],
      });
    },

    async stop(): Promise<void> {
      await world.stop();
      await front.stop();
    },
  };
}
