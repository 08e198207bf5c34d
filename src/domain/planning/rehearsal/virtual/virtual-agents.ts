import { agentAnswered, agentMissed, type Disposition } from '../../../calls/disposition.ts';
import { isInPool } from '../../../agents/agent.ts';
import type { PlannedAgent } from '../../planned-contact.ts';
import type { AgentPolicy } from '../../../campaigns/policy.ts';
import { Heap } from './heap.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface AgentRules {
  policy: AgentPolicy;
  /** How long an agent stays paused after missed calls; null: to the end. */
  backAfterMs: number | null;
  /** Called when an agent may have become free. */
  onFree: (id: string) => void;
}

/** The agents in virtual time: which are free, and which of them has been idle for longest. All are free at first. */
export class VirtualAgents {
  readonly #byId: Map<string, PlannedAgent>;
  readonly #rules: AgentRules;
  readonly #clock: VirtualClock;
  /** An entry is stale once its agent has taken a call. Stale entries are dropped when they are popped. */
  readonly #free = new Heap<{ agent: PlannedAgent; idleSinceMs: number }>(
    (one, other) =>
      one.idleSinceMs < other.idleSinceMs ||
      (one.idleSinceMs === other.idleSinceMs && one.agent.id < other.agent.id),
  );

  constructor(agents: readonly PlannedAgent[], clock: VirtualClock, rules: AgentRules) {
    this.#clock = clock;
    this.#rules = rules;
    this.#byId = new Map(
      agents.map((agent) => {
        const wrapUpUntilMs = Math.max(agent.wrapUpUntilMs, agent.pausedUntilMs);
        return [agent.id, { ...agent, wrapUpUntilMs, liveCalls: 0 }];
      }),
    );
    for (const agent of this.#byId.values()) {
      if (agent.wrapUpUntilMs > clock.nowMs) this.#awaitWrapUp(agent);
      else this.#offer(agent);
    }
  }

  get(id: string): PlannedAgent | undefined {
    return this.#byId.get(id);
  }

  /** Calls that the agents of the campaign's pool can take at once. */
  capacity(): number {
    return [...this.#byId.values()]
      .filter((agent) => this.#isOfPool(agent))
      .reduce((sum, { capacity }) => sum + capacity, 0);
  }

  /** Whether an agent of the pool takes calls, now or after its current work. */
  hasReady(): boolean {
    return [...this.#byId.values()].some(
      (agent) => this.#isOfPool(agent) && agent.state === 'ready',
    );
  }

  isFree(id: string): boolean {
    const agent = this.#byId.get(id);
    return agent !== undefined && this.#mayTake(agent);
  }

  /** The agent of the campaign's pool that has been idle for longest. */
  longestIdle(): PlannedAgent | undefined {
    for (let top = this.#free.peek(); top; top = this.#free.peek()) {
      if (top.agent.idleSinceMs === top.idleSinceMs && this.#mayTake(top.agent)) return top.agent;
      this.#free.pop();
    }
    return undefined;
  }

  take(agent: PlannedAgent): void {
    agent.liveCalls += 1;
  }

  release(agent: PlannedAgent, wrapUpMs: number): void {
    const { nowMs } = this.#clock;
    agent.liveCalls -= 1;
    agent.idleSinceMs = nowMs;
    if (wrapUpMs === 0) return this.#offer(agent);
    agent.wrapUpUntilMs = Math.max(agent.wrapUpUntilMs, nowMs + wrapUpMs);
    this.#awaitWrapUp(agent);
  }

  /** Updates the agent after the end of a call. It may be paused for missed calls. */
  note(agent: PlannedAgent, disposition: Disposition): void {
    if (agentAnswered(disposition)) agent.misses = 0;
    else if (agentMissed(disposition)) this.#miss(agent);
  }

  #miss(agent: PlannedAgent): void {
    const { policy, backAfterMs } = this.#rules;
    agent.misses += 1;
    const { pauseAfterMisses: most } = policy;
    if (most === null || agent.state === 'paused' || agent.misses < most) return;
    agent.state = 'paused';
    if (backAfterMs === null) return;
    this.#clock.at(this.#clock.nowMs + backAfterMs, () => this.#comeBack(agent));
  }

  /** As if a person had set the agent ready. */
  #comeBack(agent: PlannedAgent): void {
    const { nowMs: idleSinceMs } = this.#clock;
    Object.assign(agent, { state: 'ready', misses: 0, wrapUpUntilMs: 0, idleSinceMs });
    this.#offer(agent);
  }

  #awaitWrapUp(agent: PlannedAgent): void {
    this.#clock.at(agent.wrapUpUntilMs, () => this.#offer(agent));
  }

  #offer(agent: PlannedAgent): void {
    if (this.#isOfPool(agent)) this.#free.push({ agent, idleSinceMs: agent.idleSinceMs });
    this.#rules.onFree(agent.id);
  }

  #isOfPool(agent: PlannedAgent): boolean {
    return isInPool(agent, this.#rules.policy.pool);
  }

  #mayTake(agent: PlannedAgent): boolean {
    return (
      agent.state === 'ready' &&
      agent.liveCalls < agent.capacity &&
      agent.wrapUpUntilMs <= this.#clock.nowMs
    );
  }
}
