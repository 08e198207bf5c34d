/** Waiting until nothing is under way any more, and saying what is stuck where that does not come. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Action } from './faults.ts';
import type { World } from './world.ts';

export interface Rest {
  tookMs: number;
  /** What is not at rest, or went wrong in a workflow; empty: all is well. */
  stuck: string[];
}

const LOOK_EVERY_MS = 1_000;
/** An event that comes after the end is weighed by the first sweep that begins a sweep's grace later. */
const REST_LASTS_MS = 4_000;
const SWEEP_SEES_AFTER_MS = 2_000;
/** At a slow pace: the correction of a bill, 50 s after it, and the grace of a sweep. */
const LATE_EVENTS_MS = 120_000;
const OPEN_FOR_GOOD = ['recordingDeskWorkflow', 'sweepWorkflow'];

/** The longest a campaign may take once nothing is broken any more (I10). */
export function restWithinMs(timeFactor: number, carrierLosesCalls: boolean): number {
  const MINUTE = 60_000;
  const longestCallMs = 6 * MINUTE;
  const webhookHorizonMs = 19 * MINUTE;
  // Redials, and repeated lookups of recordings: 3, 6, 12 and 24 minutes apart.
  const tailMs = 3 * longestCallMs + 60 * MINUTE + 45 * MINUTE;
  const lostMs = carrierLosesCalls ? 6 * 60 * MINUTE : 0;
  // What is not compressed: deadlines of workflow tasks and of activities that were killed.
  const deadlinesMs = 150_000;
  return deadlinesMs + (longestCallMs + webhookHorizonMs + tailMs + lostMs) / timeFactor;
}

/** What has to be asked to know whether anything is under way. */
type Asked = Pick<World, 'client' | 'temporalAddress'>;

/** Workflows that were struck themselves: those that ended badly are judged by what the store shows of their work. */
export const STRIKES_WORKFLOWS: readonly Action['do'][] = ['signal', 'terminate', 'incompatible'];

export async function untilRest(
  world: Asked,
  campaigns: string[],
  withinMs: number,
  { mayEndBadly = false, timeFactor = 200 } = {},
): Promise<Rest> {
  const startedMs = Date.now();
  let quietSinceMs: number | undefined;
  const seenAfterMs = Math.max(SWEEP_SEES_AFTER_MS, LATE_EVENTS_MS / timeFactor);
  const lastsMs = Math.max(REST_LASTS_MS, seenAfterMs);
  const address = world.temporalAddress;
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    for (;;) {
      await tidyUp(world, campaigns);
      const tookMs = Date.now() - startedMs;
      const stuck = await underWay(world, client, { campaigns, thorough: tookMs > withinMs });
      quietSinceMs = stuck.length === 0 ? (quietSinceMs ?? Date.now()) : undefined;
      const rests = quietSinceMs !== undefined && Date.now() - quietSinceMs >= lastsMs;
      // A sweep that a killed worker had begun holds up the next ones until its heartbeat is missed.
      const swept = rests && (await hasSweptSince(client, quietSinceMs! + seenAfterMs));
      if (rests && !swept && tookMs > withinMs) stuck.push('no sweep has ended');
      if (swept || (stuck.length > 0 && tookMs > withinMs)) {
        const bad = mayEndBadly ? OUT_OF_TIME : [...OUT_OF_TIME, ...BY_OTHERS];
        return { tookMs, stuck: [...stuck, ...(await badlyEnded(client, bad))] };
      }
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await connection.close();
  }
}

/** What only a person may do: lift a hold that nobody probes, let a campaign go on that paused itself. */
async function tidyUp(world: Asked, campaigns: string[]): Promise<void> {
  await liftHeldByPerson(world);
  const { client } = world;
  for (const id of campaigns) {
    const campaign = await client.look(`/v1/campaigns/${id}`);
    if (campaign?.body.state === 'paused') await client.ask('POST', `/v1/campaigns/${id}/resume`);
  }
}

export async function liftHeldByPerson({ client }: Pick<World, 'client'>): Promise<void> {
  const account = await client.look('/v1/account');
  if (account?.body.hold?.next_probe_at === null) {
    await client.ask('POST', '/v1/account/hold/lift');
  }
}

async function underWay(
  world: Asked,
  client: Client,
  { campaigns, thorough }: { campaigns: string[]; thorough: boolean },
): Promise<string[]> {
  const found: string[] = [];
  const held: string[] = [];
  for (const id of campaigns) {
    const progress = await world.client.look(`/v1/campaigns/${id}`);
    if (!progress || progress.status !== 200) return [`campaign ${id}: the API does not answer`];
    const { state, calls, contacts, waiting_for: waiting } = progress.body;
    const open = {
      calls: without(calls.by_state, ['ended']),
      settlement: without(calls.by_settlement, ['none', 'settled', 'unsettled']),
      recording: without(calls.by_recording, ['none', 'stored', 'missing']),
      contacts: without(contacts.by_state, ['final', 'locked']),
    };
    const busy = Object.entries(open).filter(([, counts]) => Object.keys(counts).length > 0);
    if (busy.length === 0 && (state === 'completed' || state === 'cancelled')) continue;
    // What an unknown call of another campaign holds is for a person to decide.
    if (waiting?.reason === 'numbers' && isHeld(open)) {
      held.push(`campaign.${id}`);
      continue;
    }
    const why = waiting ? `, waiting: ${waiting.text} until ${waiting.until}` : '';
    found.push(`campaign ${id} is ${state}${why}: ${JSON.stringify(Object.fromEntries(busy))}`);
  }
  // Reading every workflow is slow, and of no use while the campaigns are busy.
  const isTold = found.length > 0 && !thorough;
  return isTold ? found : [...found, ...(await openWorkflows(client, held))];
}

function isHeld(open: Record<string, Record<string, number>>): boolean {
  const busy = Object.entries(open).filter(([, counts]) => Object.keys(counts).length > 0);
  return busy.every(([name, counts]) => name === 'contacts' && !('claimed' in counts));
}

async function openWorkflows(client: Client, held: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId, type } of client.workflow.list({
    query: "ExecutionStatus = 'Running'",
  })) {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const failing = (raw.pendingWorkflowTask?.attempt ?? 1) > 1;
    const waits = (raw.pendingActivities ?? []).map(
      ({ activityType, attempt, lastFailure }) =>
        `${activityType?.name} attempt ${attempt}${lastFailure ? ` (${lastFailure.message})` : ''}`,
    );
    if ((OPEN_FOR_GOOD.includes(type) || held.includes(workflowId)) && !failing) continue;
    const what = failing ? 'has a failing workflow task' : 'is open';
    found.push(`workflow ${workflowId} ${what}${waits.length > 0 ? `: ${waits.join(', ')}` : ''}`);
  }
  return found;
}

async function hasSweptSince(client: Client, sinceMs: number): Promise<boolean> {
  const since = new Date(sinceMs).toISOString();
  const query = `WorkflowType = 'sweepWorkflow' AND ExecutionStatus = 'Completed' AND StartTime >= '${since}'`;
  return (await client.workflow.count(query)).count > 0;
}

const OUT_OF_TIME = ['TimedOut', 'Canceled'];
const BY_OTHERS = ['Failed', 'Terminated'];

async function badlyEnded(client: Client, bad: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const query = `ExecutionStatus IN (${bad.map((status) => `'${status}'`).join(', ')})`;
  for await (const { workflowId, status, type } of client.workflow.list({ query })) {
    // A sweep that could not reach anything is followed by the next one.
    if (type !== 'sweepWorkflow') found.push(`workflow ${workflowId} ended ${status.name}`);
  }
  return found;
}

function without(counts: Record<string, number>, rest: string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).filter(([name, count]) => count > 0 && !rest.includes(name)),
  );
}
