import type { BrokenRun, BrokenWorkflow } from '../../domain/workflow-fault.ts';
import type { ProcessSign } from '../../domain/temporal-trouble.ts';
import type { CallRef, CampaignId, ReconciliationId } from '../../domain/ids.ts';

/** Work that only a workflow does. */
export interface WatchedWork {
  /** Calls with work left for a workflow, untouched for the grace. They are taken in turns, page by page. */
  calls: CallRef[];
  campaigns: CampaignId[];
  reconciliations: ReconciliationId[];
  endpoints: string[];
  /** A recording is due. */
  deskWanted: boolean;
}

/** Why nothing moves, besides the reasons of campaigns and calls themselves. */
export interface Standstill {
  /** Those that do not work, the oldest first. */
  workflows: readonly BrokenWorkflow[];
  /** Temporal or all workers are away, as the alert says; null: neither. */
  away: { reason: 'temporal' | 'worker'; text: string; sinceMs: number } | null;
}

/** Which workflows must run, and which of them do not work. */
export interface WorkflowStore {
  /** Undefined: another worker has had its turn less than `everyMs` ago. */
  takeWatchTurn(input: {
    nowMs: number;
    everyMs: number;
    graceMs: number;
    limit: number;
  }): Promise<WatchedWork | undefined>;
  /** Those of the calls that have work left for a workflow. */
  unfinishedAmong(refs: readonly CallRef[]): Promise<CallRef[]>;
  /** What the workers run now. Workflows that broke with other code are started again. */
  noteWorkflowCode(code: string): Promise<void>;
  /** Counts a broken run once. Its answer: whether the workflow is started again now. */
  noteBrokenRun(
    run: BrokenRun & { workflowId: string },
    at: { nowMs: number; sweepMs: number },
  ): Promise<{ start: boolean }>;
  /** It works again. Its restarts stay counted for a day. */
  noteWorking(workflowId: string): Promise<void>;
  /** Workflows that do not work, the oldest first. */
  brokenWorkflows(): Promise<BrokenWorkflow[]>;
  standstill(): Promise<Standstill>;
  /** The sign of life of a server or worker, with what it sees of Temporal. */
  noteProcess(sign: Omit<ProcessSign, 'stopped'>): Promise<void>;
  noteProcessStopped(input: Pick<ProcessSign, 'role' | 'name'> & { nowMs: number }): Promise<void>;
  /** A process of this machine that is not there any more. */
  forgetProcesses(names: readonly string[]): Promise<void>;
  /** Those that were not stopped in order. */
  processes(): Promise<ProcessSign[]>;
  /** When the sweep last ran; null: never. */
  sweptAtMs(): Promise<number | null>;
}
