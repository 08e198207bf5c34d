/** Agents and campaigns in memory: each round, every campaign claims as a round of claims does, by the rule of fair share. */
import { isInPool } from '../../../src/domain/agents/agent.ts';
import {
  afterCall,
  isNext,
  rejoining,
  type FairShare,
} from '../../../src/domain/campaigns/fair-share.ts';

interface Campaign {
  share: FairShare;
  wants: boolean;
  contacts: number;
}

interface Agent {
  pools: readonly string[];
  /** The round in which his call ends. */
  freeAt: number;
}

export interface Group {
  pools: readonly string[];
  /** By the campaign's serial. */
  calls: Map<number, number>;
}

export class Floor {
  readonly #campaigns: Campaign[];
  readonly #agents: Agent[];
  readonly #lengths: readonly number[];
  readonly #groups = new Map<string, Group>();
  #now = 0;
  #calls = 0;

  constructor(drawn: {
    shares: readonly FairShare[];
    agents: readonly (readonly string[])[];
    lengths: readonly number[];
    contacts: number;
  }) {
    const { contacts } = drawn;
    this.#campaigns = drawn.shares.map((share) => ({ share, wants: contacts > 0, contacts }));
    this.#agents = drawn.agents.map((pools) => ({ pools, freeAt: 0 }));
    this.#lengths = drawn.lengths;
  }

  groups(): Group[] {
    return [...this.#groups.values()];
  }

  /** A campaign that found no agent left clears or keeps its wish, so a few turns settle who gets which agent. */
  round(): void {
    this.#now += 1;
    for (const _ of this.#campaigns) for (const each of this.#campaigns) this.#claim(each);
  }

  /** Free agents whom a campaign with contacts might use. */
  idleInVain(): Agent[] {
    return this.#free().filter(({ pools }) =>
      this.#campaigns.some(
        ({ contacts, share }) => contacts > 0 && isInPool({ pools }, share.pool),
      ),
    );
  }

  #free(): Agent[] {
    return this.#agents.filter(({ freeAt }) => freeAt <= this.#now);
  }

  #claim(campaign: Campaign): void {
    const others = this.#campaigns
      .filter((other) => other !== campaign && other.wants)
      .map(({ share }) => share);
    if (!campaign.wants) campaign.share = rejoining(campaign.share, others);
    while (campaign.contacts > 0) {
      const { share } = campaign;
      const agent = this.#free().find(
        ({ pools }) => isInPool({ pools }, share.pool) && isNext(share, others, pools),
      );
      if (!agent) break;
      campaign.contacts -= 1;
      campaign.share = afterCall(share, others, agent.pools);
      agent.freeAt = this.#now + this.#lengths[this.#calls % this.#lengths.length]!;
      this.#calls += 1;
      this.#count(agent, share);
    }
    campaign.wants = campaign.contacts > 0;
  }

  #count({ pools }: Agent, { serial }: FairShare): void {
    const key = JSON.stringify(pools.toSorted());
    const group = this.#groups.get(key) ?? { pools, calls: new Map<number, number>() };
    this.#groups.set(key, group);
    group.calls.set(serial, (group.calls.get(serial) ?? 0) + 1);
  }
}
