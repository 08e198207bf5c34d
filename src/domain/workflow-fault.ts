/** Workflows that do not work: what people are told of them, and how often the store starts them again. */
import { unreachable } from './unreachable.ts';

/** Why its run failed, or why its task fails again and again. */
export const WORKFLOW_FAULTS = [
  /** A payload is encrypted with a key that the workers do not have. */
  'payload-key',
  /** The workers' code decides otherwise than the code with which the run began. */
  'other-code',
  /** Temporal refuses what the workflow asks for. */
  'refused',
  /** No worker ends the task in time. */
  'timeout',
  /** An error of the code itself. */
  'error',
] as const;
export type WorkflowFault = (typeof WORKFLOW_FAULTS)[number];

export interface BrokenRun {
  runId: string;
  fault: WorkflowFault;
  /** What the SDK or Temporal says. */
  reason: string;
}

export interface BrokenWorkflow extends BrokenRun {
  workflowId: string;
  /** What workers ran when it broke (`workflowCode`): with other code it may work. */
  code: string;
  /** With this code. */
  restarts: number;
  /** When it may be started again; null: not with this code. */
  nextStartAtMs: number | null;
  foundAtMs: number;
}

export const MOST_RESTARTS = 3;
/** After each restart, before the next. Workers of two versions run side by side for minutes while one replaces the other. */
const PAUSES_IN_SWEEPS = [1, 10] as const;
/** A person may put the key back, and then the run itself goes on. */
const KEY_AWAITED_FOR_SWEEPS = 5;
/** After such a time the restarts are counted anew. */
const REST_MS = 24 * 60 * 60_000;

/**
 * What follows from a run that was found broken. Whoever finds the same run again gets no second restart of it before the
 * pause is over.
 */
export function afterBreak(
  known: BrokenWorkflow | undefined,
  found: BrokenRun & { workflowId: string; code: string },
  { nowMs, sweepMs }: { nowMs: number; sweepMs: number },
): { broken: BrokenWorkflow; start: boolean } {
  const isCounted =
    known !== undefined && known.code === found.code && nowMs - known.foundAtMs < REST_MS;
  const isSame = isCounted && known.runId === found.runId;
  const foundAtMs = isSame ? known.foundAtMs : nowMs;
  const restarts = isCounted ? known.restarts : 0;
  const patienceMs = found.fault === 'payload-key' ? KEY_AWAITED_FOR_SWEEPS * sweepMs : 0;
  const dueAtMs = isCounted ? known.nextStartAtMs : nowMs + patienceMs;
  if (dueAtMs === null || restarts >= MOST_RESTARTS) {
    return { broken: { ...found, restarts, foundAtMs, nextStartAtMs: null }, start: false };
  }
  if (dueAtMs > nowMs) {
    return { broken: { ...found, restarts, foundAtMs, nextStartAtMs: dueAtMs }, start: false };
  }
  const pauseMs = sweepMs * (PAUSES_IN_SWEEPS[restarts] ?? PAUSES_IN_SWEEPS[0]);
  const nextStartAtMs = nowMs + pauseMs;
  return { broken: { ...found, restarts: restarts + 1, foundAtMs, nextStartAtMs }, start: true };
}

/** The resource whose work stands still, by the id of its workflow. */
export function alertSubjectOf(workflowId: string): { subject: string; campaignId: string | null } {
  const [kind = '', id = ''] = workflowId.split('.', 2);
  switch (kind) {
    case 'call':
      return { subject: 'calls', campaignId: null };
    case 'campaign':
      return { subject: `campaigns/${id}`, campaignId: id };
    case 'callback':
      return { subject: `callbacks/${id}`, campaignId: null };
    case 'reconciliation':
      return { subject: `reconciliations/${id}`, campaignId: null };
    case 'webhook-endpoint':
      return { subject: `webhook-endpoints/${id}`, campaignId: null };
    default:
      return { subject: 'account', campaignId: null };
  }
}

/** Null: none of these workflows is broken. */
export function blockedBy(
  workflowIds: readonly string[],
  broken: readonly BrokenWorkflow[],
): { reason: 'workflow'; text: string; untilMs: number | null; sinceMs: number } | null {
  const found = broken.find(({ workflowId }) => workflowIds.includes(workflowId));
  if (!found) return null;
  const { nextStartAtMs: untilMs, foundAtMs: sinceMs } = found;
  return { reason: 'workflow', text: brokenText(found), untilMs, sinceMs };
}

const LONGEST_REASON = 400;

/** One line, because alerts and lists show it. */
export function reasonOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** For people: what is wrong, what happens by itself, and what they can do. */
export function brokenText({
  workflowId,
  fault,
  reason,
  nextStartAtMs,
}: Pick<BrokenWorkflow, 'workflowId' | 'fault' | 'reason' | 'nextStartAtMs'>): string {
  const next =
    nextStartAtMs === null
      ? `it was started again ${MOST_RESTARTS} times and broke each time, so it is left alone until a worker starts with ` +
        'other code or payload keys'
      : 'it is started again from the store, and no call is placed twice';
  return `the workflow ${workflowId} does not work: ${reason}; ${next}; ${remedyOf(fault, workflowId)}`;
}

function remedyOf(fault: WorkflowFault, workflowId: string): string {
  switch (fault) {
    case 'payload-key':
      return 'add the missing key to DIALWRIGHT_PAYLOAD_KEYS of every worker and server, behind the first one';
    case 'other-code':
      return `if it goes on, start workers of the version before: \`dialwright replay ${workflowId}\` shows what differs`;
    case 'refused':
      return 'look at the workflow in the Web UI, and run `dialwright doctor`';
    case 'timeout':
      return 'look for a worker that is frozen or overloaded';
    case 'error':
      return `if it goes on, start workers of another version: \`dialwright replay ${workflowId}\` shows the error`;
    default:
      return unreachable(fault);
  }
}
