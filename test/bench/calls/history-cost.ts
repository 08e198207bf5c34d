/** What calls cost the Temporal server: events, Actions, state transitions. */
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

export interface HistoryCost {
  events: number;
  /** By the published rules: starts, activities, timers, signals, upserts of search attributes, tasks with local activities. */
  actions: number;
  workflowTasks: number;
  stateTransitions: number;
  bytes: number;
  /** Events by type, of the first call that was read. */
  shape: Record<string, number>;
}

const { EventType } = proto.temporal.api.enums.v1;
const ACTIONS: Partial<Record<number, true>> = {
  [EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED]: true,
  [EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED]: true,
  [EventType.EVENT_TYPE_TIMER_STARTED]: true,
  [EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED]: true,
  [EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES]: true,
};
const LOCAL_ACTIVITY = 'core_local_activity';

/** Means over these workflows. */
export async function historyCost(address: string, workflowIds: string[]): Promise<HistoryCost> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const each = await Promise.all(workflowIds.map((id) => costOf(client, id)));
    const mean = (value: (cost: HistoryCost) => number) =>
      each.reduce((sum, cost) => sum + value(cost), 0) / each.length;
    return {
      events: mean((cost) => cost.events),
      actions: mean((cost) => cost.actions),
      workflowTasks: mean((cost) => cost.workflowTasks),
      stateTransitions: mean((cost) => cost.stateTransitions),
      bytes: mean((cost) => cost.bytes),
      shape: each[0]?.shape ?? {},
    };
  } finally {
    await connection.close();
  }
}

async function costOf(client: Client, workflowId: string): Promise<HistoryCost> {
  const handle = client.workflow.getHandle(workflowId);
  const [{ raw }, history] = await Promise.all([handle.describe(), handle.fetchHistory()]);
  const info = raw.workflowExecutionInfo!;
  const shape: Record<string, number> = {};
  const tasksWithLocal = new Set<string>();
  let actions = 0;
  for (const event of history.events ?? []) {
    const type = event.eventType ?? 0;
    const name = EventType[type]!.replace('EVENT_TYPE_', '');
    shape[name] = (shape[name] ?? 0) + 1;
    if (ACTIONS[type]) actions += 1;
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName === LOCAL_ACTIVITY) {
      tasksWithLocal.add(String(marker.workflowTaskCompletedEventId));
    }
  }
  return {
    events: Number(info.historyLength),
    actions: actions + tasksWithLocal.size,
    workflowTasks: shape['WORKFLOW_TASK_COMPLETED'] ?? 0,
    stateTransitions: Number(info.stateTransitionCount),
    bytes: Number(info.historySizeBytes),
    shape,
  };
}
