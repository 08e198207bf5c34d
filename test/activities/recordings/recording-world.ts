/** The desk's activities on a real store and real HTTP. Only Temporal is simulated: its signals are recorded. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { onTestFinished } from 'vitest';
import { CallShare } from '../../../src/activities/campaigns/call-share.ts';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';
import { WrapUps } from '../../../src/activities/campaigns/wrap-ups.ts';
import { createActivities } from '../../../src/activities/create-activities.ts';
import type { DeskNext } from '../../../src/activities/recordings/recording.ts';
import type { ActivityDeps } from '../../../src/activities/deps.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import { clientFor } from '../../carrier/carrier-under-test.ts';
import { httpServer, type HttpServer, type SeenRequest } from '../../carrier/servers.ts';
import { World } from '../../store/contract/world.ts';

/** The store spaces by the test's clock; the process's own clock must not hold the tests up. */
export const SPACING_MS = 1;
export const TIMING = { ...timingFor(DEFAULT_CARRIER_PROFILE.timing), deskSpacingMs: SPACING_MS };

export type Play = (request: SeenRequest, response: ServerResponse) => void;

export interface Desk {
  world: World;
  ref: string;
  /** Of the recordings. */
  folder: string;
  carrier: HttpServer;
  storage: HttpServer;
  /** The signals sent: `recording.settled call.c1.1.1`. */
  told: string[];
  deps: ActivityDeps;
  /** What the carrier and the storage answer from now on. */
  play(change: { carrier?: Play; storage?: Play }): void;
  turn(): Promise<DeskNext>;
  fetch(): Promise<unknown>;
  call(): Promise<Awaited<ReturnType<World['store']['call']>>>;
}

/** A bridged call whose recording is wanted, at this moment. */
export async function deskWithOneWanted(more: Partial<ActivityDeps> = {}): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), 'dialwright-desk-'));
  const folder = join(home, 'recordings');
  mkdirSync(folder);
  const store = openSqliteStore({ path: join(home, 'store.sqlite') });
  onTestFinished(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });
  const world = new World({ store, another: () => store, drop: () => Promise.resolve() });
  world.nowMs = Date.now();
  const ref = await world.oneLive();
  await world.end(ref, { recordingExpected: true });
  await store.wantRecording(ref, world.nowMs);
  const plays: { carrier: Play; storage: Play } = { carrier: silent, storage: silent };
  const carrier = await httpServer((...exchange) => plays.carrier(...exchange));
  const storage = await httpServer((...exchange) => plays.storage(...exchange));
  const told: string[] = [];
  const deps: ActivityDeps = {
    store,
    carrier: clientFor(carrier.origin),
    account: undefined as unknown as ActivityDeps['account'],
    carrierProfile: DEFAULT_CARRIER_PROFILE,
    client: playedTemporal(told),
    timing: TIMING,
    agentFreed: new Notifier(),
    wrapUps: new WrapUps(),
    callShare: new CallShare(() => 0),
    namesSearchable: true,
    publicUrl: undefined,
    hookSecrets: [],
    recordings: recordingsFolder(folder),
    recordingOrigins: [storage.origin],
    eventsKeptMs: 0,
    replayMovingRuns: () => Promise.resolve([]),
    webhooks: undefined as unknown as ActivityDeps['webhooks'],
    notePlacement: () => undefined,
    recordingQuota: { fileBytes: 1_000_000, totalBytes: 1_000_000, keepFreeBytes: 0 },
    nowMs: () => world.nowMs,
    ...more,
  };
  const activities = createActivities(deps);
  const run = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new MockActivityEnvironment().run(work);
  return {
    world,
    ref,
    folder,
    carrier,
    storage,
    told,
    deps,
    play: (change) => void Object.assign(plays, change),
    turn: () => run(() => activities.takeDeskTurn()),
    fetch: () => run(() => activities.fetchRecording(ref)),
    call: () => store.call(ref),
  };
}

const silent: Play = (_request, response) => void response.destroy();

function playedTemporal(told: string[]): Client {
  const getHandle = (id: string) => ({
    signal: (name: string) => {
      told.push(`${name} ${id}`);
      return Promise.reject(new WorkflowNotFoundError('closed', id, undefined));
    },
  });
  const withDeadline = (_deadline: number, work: () => Promise<unknown>) => work();
  return { workflow: { getHandle }, withDeadline } as unknown as Client;
}
