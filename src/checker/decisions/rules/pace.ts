/** Calls per second, of each campaign and of the account. */
import type { Judged, Rule } from '../rule.ts';

/** Instants have whole milliseconds, slots have fractions. */
const ROUNDED_MS = 1;

interface Post {
  ref: string;
  atMs: number;
}

export class Pace implements Rule {
  readonly id = 'PACE';
  readonly rule = 'POSTs are no closer than the calls per second of campaign and account';
  /** The last POST, by campaign and for the account. */
  readonly #last = new Map<string, Post>();

  judge({ line, ref, record, policy, intentMs }: Judged): string[] | undefined {
    const faults: string[] = [];
    const ofCampaign = record.pace.find(({ of }) => of === 'campaign')?.per_second ?? null;
    if (ofCampaign !== policy.calls_per_second)
      faults.push(
        `it kept ${ofCampaign ?? 'no'} calls per second, and the policy allows ${policy.calls_per_second ?? 'any number'}`,
      );
    for (const { of, per_second: perSecond } of record.pace) {
      const before = this.#last.get(of === 'account' ? '' : line.campaign);
      const gapMs = 1_000 / perSecond;
      if (before && intentMs - before.atMs <= gapMs - ROUNDED_MS)
        faults.push(
          `${intentMs - before.atMs} ms after the POST of call ${before.ref}, and ${perSecond} calls per second of the ${of} need ${gapMs.toFixed(0)} ms`,
        );
    }
    const post = { ref, atMs: intentMs };
    for (const pacedBy of ['', line.campaign])
      if (post.atMs >= (this.#last.get(pacedBy)?.atMs ?? -Infinity)) this.#last.set(pacedBy, post);
    return record.pace.length === 0 && faults.length === 0 ? undefined : faults;
  }
}
