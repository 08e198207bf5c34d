/** The versions of the campaigns' policies, and which of them was in force. */
import type { DecisionLine, FileLine, PolicyLine, Record } from './decision-lines.ts';
import { millis, show, type Graces } from './rule.ts';

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

  faults({ campaign, call }: DecisionLine, { policy, decided_at }: Record): string[] {
    const { graceMs, claimGraceMs } = this.#graces;
    const claimed = { campaign, atMs: millis(call.claimed_at), graceMs: claimGraceMs };
    const decided = { campaign, atMs: millis(decided_at), graceMs };
    return [
      ...this.#notInForce(policy.version, claimed, 'when the call was claimed'),
      ...this.#notInForce(policy.in_force, decided, 'when it was decided'),
      ...(policy.version > policy.in_force
        ? [`it was claimed under version ${policy.version}, after version ${policy.in_force}`]
        : []),
    ];
  }

  #notInForce(
    version: number,
    { campaign, atMs, graceMs }: { campaign: string; atMs: number; graceMs: number },
    when: string,
  ): string[] {
    const own = this.version(campaign, version);
    if (!own) return [`the file has no version ${version} of the policy of campaign ${campaign}`];
    const madeMs = millis(own.made_at);
    if (madeMs > atMs + graceMs)
      return [`policy version ${version} was made at ${own.made_at}, ${when} at ${show(atMs)}`];
    const next = this.version(campaign, version + 1);
    if (next && millis(next.made_at) < atMs - graceMs)
      return [
        `policy version ${version} was replaced at ${next.made_at}, and was used ${when} at ${show(atMs)}`,
      ];
    return [];
  }
}
