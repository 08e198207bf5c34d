/** The versions of the campaigns' policies, and which of them was in force. */
import type { DecisionLine, FileLine, PolicyLine, Record } from './decision-lines.ts';
import { millis, show, type Graces } from './rule.ts';

/** When a version must have been in force: a claim is compared by clocks, a decision by the order of ids. */
interface Moment {
  campaign: string;
  when: string;
  isMadeBefore: (version: PolicyLine) => boolean;
  isReplacedBefore: (next: PolicyLine) => boolean;
}

export class Policies {
  readonly #campaigns = new Map<string, Map<number, PolicyLine>>();
  readonly #graces: Graces;

  constructor(graces: Graces) {
    this.#graces = graces;
  }

  take(line: FileLine): void {
    if (line.type !== 'policy') return;
    const versions = this.#campaigns.get(line.campaign) ?? new Map<number, PolicyLine>();
    this.#campaigns.set(line.campaign, versions.set(line.version, line));
  }

  version(campaign: string, version: number): PolicyLine | undefined {
    return this.#campaigns.get(campaign)?.get(version);
  }

  faults({ campaign, call, sealed }: DecisionLine, { policy, decided_at }: Record): string[] {
    const claimedMs = millis(call.claimed_at);
    const { claimGraceMs } = this.#graces;
    const claimed = {
      campaign,
      when: `when the call was claimed at ${show(claimedMs)}`,
      isMadeBefore: ({ made_at: at }: PolicyLine) => millis(at) <= claimedMs + claimGraceMs,
      isReplacedBefore: ({ made_at: at }: PolicyLine) => millis(at) < claimedMs - claimGraceMs,
    };
    const isBefore = ({ last_placement: last }: PolicyLine) => last < sealed.id;
    const decided = {
      campaign,
      when: `when it was decided at ${decided_at}`,
      isMadeBefore: isBefore,
      isReplacedBefore: isBefore,
    };
    return [
      ...this.#notInForce(policy.version, claimed),
      ...this.#notInForce(policy.in_force, decided),
      ...(policy.version > policy.in_force
        ? [`it was claimed under version ${policy.version}, after version ${policy.in_force}`]
        : []),
    ];
  }

  #notInForce(
    version: number,
    { campaign, when, isMadeBefore, isReplacedBefore }: Moment,
  ): string[] {
    const own = this.version(campaign, version);
    if (!own) return [`the file has no version ${version} of the policy of campaign ${campaign}`];
    if (!isMadeBefore(own))
      return [`policy version ${version} was made at ${own.made_at}, and was used ${when}`];
    const next = this.version(campaign, version + 1);
    if (next && isReplacedBefore(next))
      return [`policy version ${version} was replaced at ${next.made_at}, and was used ${when}`];
    return [];
  }
}
