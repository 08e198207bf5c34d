/** What a person can do to Temporal itself, with its command line or Web UI, past our own API. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import type { Action } from './faults.ts';
import type { World } from './world.ts';

type DoOf<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** Longer than whatever else was killed meanwhile stays away. */
const TRIED_FOR_MS = 25_000;
const AGAIN_AFTER_MS = 250;
const NAMESPACE = 'default';
const NOT_BACK_MS = 15_000;

const PAYLOADS = {
  undecodable: { encoding: 'json/protobuf', data: '{"no":"message of ours"}' },
  misshapen: { encoding: 'json/plain', data: '{"events":7}' },
  nothing: { encoding: 'json/plain', data: 'null' },
};

/** What it hit, once Temporal has taken the signal. */
export function signalByHand(
  world: World,
  [campaign]: string[],
  { to, signal, payload }: DoOf<'signal'>,
): Promise<string | undefined> {
  const { encoding, data } = PAYLOADS[payload];
  return withTemporal(world, async ({ connection }) => {
    const workflowId = await targetOf(world, campaign!, to);
    if (workflowId === undefined) return undefined;
    await connection.workflowService.signalWorkflowExecution({
      namespace: NAMESPACE,
      workflowExecution: { workflowId },
      signalName: signal,
      input: {
        payloads: [
          { metadata: { encoding: Buffer.from(encoding) }, data: Buffer.from(data, 'utf8') },
        ],
      },
    });
    return `${signal} to ${workflowId}, ${payload}`;
  });
}

export async function terminateByHand(
  world: World,
  [campaign]: string[],
  { what }: DoOf<'terminate'>,
): Promise<string | undefined> {
  return withTemporal(world, async ({ workflow }) => {
    const workflowId = await targetOf(world, campaign!, what);
    if (workflowId === undefined) return undefined;
    await workflow.getHandle(workflowId).terminate('a drill');
    if (what === 'call') world.terminated.push({ ref: workflowId.slice(5), atMs: Date.now() });
    return `terminated ${workflowId}`;
  });
}

/** The strike lasts until the schedule is back, or for longer than that may take. */
export async function breakSchedule(
  world: World,
  { which, act }: DoOf<'schedule'>,
): Promise<string | undefined> {
  const broken = await withTemporal(world, async ({ schedule }) => {
    const handle = schedule.getHandle(which);
    // There must be one, or nothing is hit.
    const { state } = await handle.describe();
    if (state.paused) return undefined;
    await (act === 'delete' ? handle.delete() : handle.pause('a drill'));
    return `${act}d the schedule ${which}`;
  });
  if (broken === undefined) return undefined;
  const sinceMs = Date.now();
  const away = await stillAway(world, [which], 60_000 / world.schedule.timeFactor + NOT_BACK_MS);
  const backMs = away.length === 0 ? Date.now() : null;
  world.schedulesBroken.push({ which, act, atMs: sinceMs, backMs });
  return broken;
}

/** Those that are missing or paused, after so long at most. */
export async function stillAway(
  world: Pick<World, 'temporalAddress'>,
  ids: readonly string[],
  withinMs = NOT_BACK_MS,
): Promise<string[]> {
  for (const untilMs = Date.now() + withinMs; ;) {
    const away = await awaySchedules(world, ids);
    if (away.length === 0 || Date.now() > untilMs) return away;
    await sleep(AGAIN_AFTER_MS);
  }
}

/** A Temporal that does not answer shows none. */
async function awaySchedules(
  world: Pick<World, 'temporalAddress'>,
  ids: readonly string[],
): Promise<string[]> {
  const away = await once(world, async ({ schedule }) => {
    const found: string[] = [];
    for (const id of ids) {
      const known = await schedule.getHandle(id).describe().catch(missing);
      if (known === undefined || known.state.paused) found.push(id);
    }
    return found;
  }).catch(() => undefined);
  return away ?? [...ids];
}

function missing(error: unknown): undefined {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}

async function targetOf(
  { client }: World,
  campaign: string,
  what: DoOf<'signal'>['to'],
): Promise<string | undefined> {
  switch (what) {
    case 'campaign':
      return `campaign.${campaign}`;
    case 'desk':
      return 'recording-desk';
    case 'call': {
      const live = await client.look(`/v1/campaigns/${campaign}/calls?limit=200`);
      const calls = (live?.body.data ?? []) as { ref: string; state: string }[];
      const found = calls.find(({ state }) => state !== 'ended' && state !== 'queued');
      return found && `call.${found.ref}`;
    }
    default:
      return what satisfies never;
  }
}

/** Again while Temporal is away, or while there is nothing to be hit. */
async function withTemporal(
  world: World,
  use: (client: Client) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const untilMs = Date.now() + TRIED_FOR_MS; Date.now() < untilMs;) {
    const hit = await once(world, use).catch(() => undefined);
    if (hit !== undefined) return hit;
    await sleep(AGAIN_AFTER_MS);
  }
  return undefined;
}

async function once<Answer>(
  { temporalAddress: address }: Pick<World, 'temporalAddress'>,
  use: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    const client = new Client({ connection });
    return await connection.withDeadline(Date.now() + 3_000, () => use(client));
  } finally {
    await connection.close();
  }
}
