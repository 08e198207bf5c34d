/** One accepted call in a real store, a carrier over real HTTP that answers GETs by a script, and a clock moved by hand. */
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { CallShare } from '../../../src/activities/campaigns/call-share.ts';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';
import { WrapUps } from '../../../src/activities/campaigns/wrap-ups.ts';
import type { ActivityDeps } from '../../../src/activities/deps.ts';
import { createActivities } from '../../../src/activities/create-activities.ts';
import type { LiveState } from '../../../src/domain/calls/call-state.ts';
import type { PlacementKey } from '../../../src/domain/ids.ts';
import { timingFor, type Timing } from '../../../src/domain/timing.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { clientFor } from '../../carrier/carrier-under-test.ts';
import { answering, httpServer, type SeenRequest } from '../../carrier/servers.ts';
import { World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';

/** What GET answers; the call's path may be taken from the request. */
export type Reply = (request: SeenRequest, response: ServerResponse) => void;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** As in production, except for times that would cost a test hundreds of polls. */
export const timing: Timing = {
  ...timingFor(DEFAULT_CARRIER_PROFILE.timing),
  lostAfterMs: 30 * MINUTE,
};

export const showing =
  (status: string, cost: string | number | null = null): Reply =>
  (request, response) =>
    answering(200, { id: idOf(request), status, cost })(request, response);

/** Over, with a recording. */
export const recorded =
  (status: string): Reply =>
  (request, response) =>
    answering(200, {
      id: idOf(request),
      status,
      cost: null,
      recording_url: 'https://storage.example/r',
    })(request, response);

export const failing = (status: number, headers: Record<string, string> = {}): Reply =>
  answering(status, { errors: { base: ['no'] } }, headers);

/** The resource of another call than the one asked for. */
export const mismatching: Reply = answering(200, { id: 'another', status: 'bridged', cost: null });

export const hangingUp: Reply = (_request, response) => void response.destroy();

const idOf = ({ path }: SeenRequest) => decodeURIComponent(path.split('/').at(-1)!);

type Activities = ReturnType<typeof createActivities>;
type ActivityName = keyof Activities;
type Answer<Name extends ActivityName> = Awaited<ReturnType<Activities[Name]>>;

export async function followedCall(
  more: { state?: 'live' | 'unknown'; timing?: Partial<Timing> } = {},
) {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  const key: PlacementKey =
    more.state === 'unknown'
      ? await world.oneUnknown()
      : { ref: await world.oneLive(), placement: 1 };
  const { ref } = key;

  // Webhooks arrive: one came for another call.
  const other = { ref: 'c9.1.1', placement: 1 };
  await world.store.appendEvent(world.event(other, 1, 'click2call.bridged', 'id-other'));

  let reply: Reply = showing('accepted');
  const looksAtMs: number[] = [];
  const flying = { now: 0, most: 0 };
  const server = await httpServer((request, response) => {
    looksAtMs.push(world.nowMs);
    flying.now += 1;
    flying.most = Math.max(flying.most, flying.now);
    response.on('close', () => (flying.now -= 1));
    reply(request, response);
  });
  const agentFreed = new Notifier();
  const deps: ActivityDeps = {
    store: world.store,
    carrier: clientFor(server.origin),
    account: undefined as unknown as ActivityDeps['account'],
    carrierProfile: DEFAULT_CARRIER_PROFILE,
    client: undefined as unknown as Client,
    timing: { ...timing, ...more.timing },
    agentFreed,
    wrapUps: new WrapUps(),
    callShare: new CallShare(() => 0),
    namesSearchable: true,
    publicUrl: 'https://dialwright.example',
    hookSecrets: ['a-secret-of-the-test-that-is-long-enough'],
    recordings: recordingsFolder(''),
    recordingOrigins: [],
    eventsKeptMs: 0,
    replayMovingRuns: () => Promise.resolve([]),
    webhooks: undefined as unknown as ActivityDeps['webhooks'],
    notePlacement: () => undefined,
    recordingQuota: undefined as unknown as ActivityDeps['recordingQuota'],
    nowMs: () => world.nowMs,
  };
  const activities = createActivities(deps);

  async function attempt<Name extends ActivityName>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
    count = 1,
  ): Promise<{ answer: Answer<Name> } | { notYet: string; pauseMs: number }> {
    const activity = activities[name] as (given: unknown) => Promise<Answer<Name>>;
    try {
      const environment = new MockActivityEnvironment({ attempt: count });
      return { answer: await environment.run(activity, input) };
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.type !== 'NotYet') throw error;
      return { notYet: error.message, pauseMs: Number(error.nextRetryDelay) };
    }
  }

  return {
    world,
    ref,
    key,
    attempt,
    agentFreed,
    callShare: new CallShare(() => 0),
    looksAtMs,
    flying,
    call: () => world.store.call(ref),
    reply: (next: Reply) => void (reply = next),

    /** A webhook that came now. */
    async hear(seq: number, name: LiveState | 'completed' | 'failed' | 'finalized') {
      await world.store.appendEvent(world.event(key, seq, `click2call.${name}`, `id-${ref}`));
    },

    /** As the Temporal server would: again and again, after the pause each "not yet" asks for. */
    async run<Name extends ActivityName>(
      name: Name,
      input: Parameters<Activities[Name]>[0],
      { forMs = 10 * HOUR, attempts = 5_000 } = {},
    ): Promise<Answer<Name>> {
      const untilMs = world.nowMs + forMs;
      for (let count = 1; count <= attempts; count++) {
        const tried = await attempt(name, input, count);
        if ('answer' in tried) return tried.answer;
        if (world.nowMs > untilMs) throw new Error(`still not over: ${tried.notYet}`);
        world.later(tried.pauseMs);
      }
      throw new Error(`not over after ${attempts} attempts`);
    },
  };
}
