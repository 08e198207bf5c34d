/** What an agent does at this moment, in the words of its history. */
import type { AgentActivity, AgentsCall } from './agent-history.ts';

export interface CurrentActivity {
  state: AgentActivity;
  sinceMs: number;
}

interface Input {
  isPaused: boolean;
  /** When somebody made it ready, paused it or deleted it for the last time, or when it was added. */
  changedAtMs: number;
  /** The end of its last call, or of a later pause. */
  idleSinceMs: number;
  /** 0: no wrap-up. */
  wrapUpUntilMs: number;
  /** Its calls that are under way. */
  calls: readonly Pick<AgentsCall, 'fromMs' | 'answeredAtMs'>[];
  nowMs: number;
}

/** What comes first counts, as in `agentSpans`. A pause began when it was set, also if a call went on. */
export function currentActivity(agent: Input): CurrentActivity {
  const { isPaused, changedAtMs, idleSinceMs, wrapUpUntilMs, calls, nowMs } = agent;
  const answers = calls.flatMap(({ answeredAtMs }) => answeredAtMs ?? []);
  if (answers.length > 0) return { state: 'on_call', sinceMs: Math.min(...answers) };
  const starts = calls.map(({ fromMs }) => fromMs);
  if (starts.length > 0) return { state: 'ringing', sinceMs: Math.min(...starts) };
  if (isPaused) return { state: 'paused', sinceMs: changedAtMs };
  if (wrapUpUntilMs > nowMs) return { state: 'wrap_up', sinceMs: idleSinceMs };
  return { state: 'ready', sinceMs: Math.max(idleSinceMs, wrapUpUntilMs) };
}
