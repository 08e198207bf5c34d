/** How many calls of a campaign, and of the account, were live when one more was placed. */
import { Changes } from '../changes.ts';
import type { AccountLine, FileLine, PolicyLine } from '../decision-lines.ts';
import { millis, millisOr, type Graces, type Judged, type Rule } from '../rule.ts';

interface Live {
  version: number;
  claimedMs: number;
  toMs: number;
}

/**
 * The limits count at claims. So of several calls that are live together, the one that was claimed last has kept the
 * limit that was in force then.
 */
export class MostLiveCalls implements Rule {
  readonly id = 'LIVE';
  readonly rule = 'no more live calls than campaign and account allow';
  /** By campaign, and by call. */
  readonly #campaigns = new Map<string, Map<string, Live>>();
  readonly #policies = new Map<string, PolicyLine[]>();
  readonly #account = new Changes<AccountLine>();
  readonly #graces: Graces;
  #isLimited = false;

  constructor(graces: Graces) {
    this.#graces = graces;
  }

  take(line: FileLine): void {
    if (line.type === 'policy') {
      const versions = this.#policies.get(line.campaign) ?? [];
      this.#policies.set(line.campaign, [...versions, line]);
    }
    if (line.type === 'account') this.#account.lines.push(line);
    if ((line.type === 'policy' || line.type === 'account') && line.max_live_calls !== null)
      this.#isLimited = true;
  }

  judge(judged: Judged): string[] | undefined {
    if (!this.#isLimited) return undefined;
    const { line, ref, policy, decidedMs } = judged;
    const others = this.#campaigns.get(line.campaign) ?? new Map<string, Live>();
    this.#campaigns.set(line.campaign, others);
    const claimedMs = millis(line.call.claimed_at);
    const toMs = millisOr(line.call.ended_at, Infinity);
    others.set(ref, { version: policy.version, claimedMs, toMs });
    const live = new Map(
      [...this.#campaigns].map(([campaign, calls]) => [
        campaign,
        this.#liveOf(calls, ref, decidedMs),
      ]),
    );
    return [
      ...this.#faultsOfCampaign(judged, live.get(line.campaign)!),
      ...this.#faultsOfAccount(judged, [...live.values()].flat()),
    ];
  }

  /** Calls that were surely live then. What ended long before is forgotten. */
  #liveOf(calls: Map<string, Live>, own: string, atMs: number): Live[] {
    const live: Live[] = [];
    for (const [ref, call] of calls) {
      if (ref === own || call.toMs > atMs + this.#graces.graceMs) live.push(call);
      else if (call.toMs < atMs - 60_000) calls.delete(ref);
    }
    return live;
  }

  #faultsOfCampaign(
    { line, record, policy, inForce, decidedMs }: Judged,
    live: readonly Live[],
  ): string[] {
    const { campaign: said } = record.live_calls;
    const mostOf = (from: number, to: number) =>
      loosest(
        (this.#policies.get(line.campaign) ?? [])
          .filter(({ version }) => version >= from && version <= to)
          .map(({ max_live_calls: most }) => most),
      );
    const newest = Math.max(...live.map(({ version }) => version));
    return [
      ...(said.most === policy.max_live_calls
        ? []
        : [
            `its campaign is said to allow ${allowed(said.most)}, and its policy allows ${allowed(policy.max_live_calls)}`,
          ]),
      ...over('campaign', { live: said.live, most: mostOf(policy.version, inForce.version) }),
      ...over('campaign', { live: live.length, most: mostOf(newest, newest) }, 'in the file'),
      ...understated('campaign', said.live, claimedBefore(live, decidedMs)),
    ];
  }

  #faultsOfAccount({ line, record, decidedMs }: Judged, live: readonly Live[]): string[] {
    const { account: said } = record.live_calls;
    const { graceMs, claimGraceMs } = this.#graces;
    const most = this.#account.before(line.sealed.id)?.max_live_calls ?? null;
    const mostSince = (claimedMs: number) =>
      loosest(this.#accountLimits(claimedMs - claimGraceMs, decidedMs + graceMs));
    const lastClaimMs = Math.max(...live.map(({ claimedMs }) => claimedMs));
    const faults = over(
      'account',
      { live: live.length, most: mostSince(lastClaimMs) },
      'in the file',
    );
    if (said.most !== most)
      faults.push(
        `its account is said to allow ${allowed(said.most)}, and allowed ${allowed(most)}`,
      );
    if (said.live === null)
      return most === null ? faults : [...faults, 'the live calls of the account were not counted'];
    return [
      ...faults,
      ...over('account', { live: said.live, most: mostSince(millis(line.call.claimed_at)) }),
      ...understated('account', said.live, claimedBefore(live, decidedMs)),
    ];
  }

  /** All limits that were in force at some instant of the span. */
  #accountLimits(fromMs: number, toMs: number): (number | null)[] {
    const { lines } = this.#account;
    const first = lines[0];
    const isUnlimited = first === undefined || millis(first.at) >= fromMs;
    return [
      ...(isUnlimited ? [null] : []),
      ...lines
        .filter(({ at }, index) => {
          const next = lines[index + 1];
          return millis(at) <= toMs && (next === undefined || millis(next.at) >= fromMs);
        })
        .map(({ max_live_calls: most }) => most),
    ];
  }
}

/** Null: no limit. */
const loosest = (limits: readonly (number | null)[]): number | null =>
  limits.includes(null) ? null : Math.max(...limits.filter((limit) => limit !== null));

function over(
  of: string,
  { live, most }: { live: number; most: number | null },
  where = 'by its record',
): string[] {
  if (most === null || live <= most) return [];
  return [`it was one of ${live} live calls of the ${of} ${where}, and ${most} are allowed`];
}

/** Another call may be claimed and placed after the live calls were counted. */
const claimedBefore = (live: readonly Live[], atMs: number): number =>
  live.filter(({ claimedMs }) => claimedMs < atMs).length;

const understated = (of: string, said: number, live: number): string[] =>
  said >= live
    ? []
    : [`${said} live calls of the ${of} are said, and the file has ${live} that were live then`];

const allowed = (most: number | null): string => (most === null ? 'any number' : String(most));
