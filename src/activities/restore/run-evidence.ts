/** What the histories of a call's workflow show of its placements. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { Payload } from '@temporalio/common';
import type { ForgottenCall } from '../../store/restore-store.ts';
import type { PlaceOutcome } from '../calls/place-outcome.ts';

type Evidence = Omit<ForgottenCall, 'ref'>;

export interface RunEvidence extends Evidence {
  isRunning: boolean;
}

/** Activities whose result is a `PlaceOutcome`. */
const PLACING = ['placeCall', 'resolvePlacement', 'identifyCall'];
const LOCAL_ACTIVITY = 'core_local_activity';

/** Undefined: Temporal knows no run of it. */
export async function evidenceOfRuns(
  client: Client,
  workflowId: string,
): Promise<RunEvidence | undefined> {
  const runs = await runsOf(client, workflowId);
  if (runs.length === 0) return undefined;
  let found: Evidence = { seen: { made: 0 } };
  for (const { runId } of runs) {
    for (const outcome of await outcomesOf(client, workflowId, runId))
      found = after(found, outcome);
  }
  return { ...found, isRunning: runs.some(({ status }) => status.name === 'RUNNING') };
}

interface Run {
  runId: string;
  startTime: Date;
  status: { name: string };
}

/** In the order in which one went on where the one before had stopped. Visibility may not show the last one yet. */
async function runsOf(client: Client, workflowId: string): Promise<Run[]> {
  const listed: Run[] = await Array.fromAsync(
    client.workflow.list({ query: `WorkflowId = '${workflowId}'` }),
  );
  const last = await client.workflow.getHandle(workflowId).describe().catch(unlessUnknown);
  const all =
    last && !listed.some(({ runId }) => runId === last.runId) ? [last, ...listed] : listed;
  return all.toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime());
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

function after(known: Evidence, outcome: PlaceOutcome): Evidence {
  const { made } = known.seen;
  switch (outcome.kind) {
    case 'accepted': {
      const placement = outcome.placement ?? Math.max(1, made + (known.seen.open ? 0 : 1));
      const carrierCallId = outcome.carrierCallId ?? null;
      const seen = { made: Math.max(made, placement), open: { placement, carrierCallId } };
      return { seen, posted: outcome.posted ?? known.posted };
    }
    case 'unknown': {
      const { placement } = outcome;
      const open = known.seen.open ?? { placement, carrierCallId: null };
      return { ...known, seen: { made: Math.max(made, placement), open } };
    }
    case 'wait':
      return { seen: { made: Math.max(made, outcome.placement - 1) } };
    case 'ended':
      return outcome.disposition === 'refused' ? { seen: { made: made + 1 } } : known;
    default:
      // The history of another version may hold a kind that this one does not know.
      return known;
  }
}

async function outcomesOf(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<PlaceOutcome[]> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const results: Payload[][] = [];
  const scheduled = new Map<string, string>();
  for (const event of events ?? []) {
    const asked = event.activityTaskScheduledEventAttributes;
    if (asked) scheduled.set(String(event.eventId), asked.activityType?.name ?? '');
    const done = event.activityTaskCompletedEventAttributes;
    if (done && PLACING.includes(scheduled.get(String(done.scheduledEventId)) ?? ''))
      results.push(done.result?.payloads ?? []);
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName === LOCAL_ACTIVITY && PLACING.includes(activityOf(marker.details)))
      results.push(marker.details?.['result']?.payloads ?? []);
  }
  const { loadedDataConverter } = client.options;
  return Promise.all(
    results
      .filter((payloads) => payloads.length > 0)
      .map((payloads) => decodeFromPayloadsAtIndex<PlaceOutcome>(loadedDataConverter, 0, payloads)),
  );
}

type MarkerDetails = Record<string, { payloads?: Payload[] | null }> | null | undefined;

/** Written by the SDK's core, never encrypted. */
function activityOf(details: MarkerDetails): string {
  const data = details?.['data']?.payloads?.[0]?.data;
  if (!data) return '';
  const { activity_type: type } = JSON.parse(Buffer.from(data).toString('utf8')) as {
    activity_type?: string;
  };
  return type ?? '';
}
