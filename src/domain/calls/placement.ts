/**
 * What the answer to a POST means (decision table of the placement evidence). The one rule above all:
 * once bytes went out without a readable answer, nobody may send the same call again.
 */
import type { Refusal, RefusalRule } from './refusal-rules.ts';
import { ACCOUNT_STATUSES, isRefusal } from './refusal-statuses.ts';
import { unreachable } from '../unreachable.ts';

/** Who is dialled for which agent: what an intent allows, and what its POST says. */
export interface Dial {
  /** E.164. */
  destination: string;
  /** `address`: the SIP account name, or the WebSocket URL of a stream endpoint. */
  agent: { kind: 'sip' | 'stream'; address: string };
  /** `a_cli` (2.2); null: not sent. */
  agentCallerId: string | null;
}

/** What the carrier client observed of one POST. */
export type PostObservation =
  /** DNS, connect or TLS failed, or our own deadline passed, before a request byte left. */
  | { kind: 'not-sent'; why: string }
  /** Bytes left; no readable answer came (timeout, reset, unreadable body). */
  | { kind: 'no-answer'; why: string }
  | {
      kind: 'answer';
      status: number;
      /** Whether the status is one the carrier's profile counts as success. */
      success: boolean;
      /** `data.id` of the call resource, when there is one. */
      carrierCallId: string | undefined;
      /** Why the id cannot be used, as a clause that follows "that"; undefined: there is no such id. */
      idFault?: string | undefined;
      /** The body is one of the carrier's own error envelopes, not a page of a proxy in between. */
      ownEnvelope: boolean;
      /** The error code, from where the profile says. */
      code: string | undefined;
      /** `error.details` as text for people, shortened; its shape is not shown. */
      details: string | undefined;
      /** The pause that `Retry-After` asks for. */
      retryAfterMs?: number | undefined;
    };

export type PlacementMeaning =
  | { kind: 'accepted'; carrierCallId: string; status: number }
  | { kind: 'not-sent'; why: string }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unknown'; why: string; retryAfterMs?: number | undefined };

/** @param addedRefusals statuses that the carrier's profile adds to those of `refusal-statuses` */
export function meaningOf(
  observed: PostObservation,
  addedRefusals: readonly number[] = [],
): PlacementMeaning {
  switch (observed.kind) {
    case 'not-sent':
      return { kind: 'not-sent', why: observed.why };
    case 'no-answer':
      return { kind: 'unknown', why: observed.why };
    case 'answer':
      return meaningOfAnswer(observed, addedRefusals);
    default:
      return unreachable(observed);
  }
}

function meaningOfAnswer(
  answer: PostObservation & { kind: 'answer' },
  addedRefusals: readonly number[],
): PlacementMeaning {
  const { status, code, details, retryAfterMs } = answer;
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (answer.success && answer.carrierCallId !== undefined) {
    return { kind: 'accepted', carrierCallId: answer.carrierCallId, status };
  }
  if (isRefusal(answer, addedRefusals)) {
    return { kind: 'refused', refusal: { status, code, details, ...asked } };
  }
  return { kind: 'unknown', why: answer.success ? withoutId(answer) : `HTTP ${status}`, ...asked };
}

const withoutId = ({ status, idFault }: PostObservation & { kind: 'answer' }): string =>
  idFault === undefined
    ? `${status} without a call id`
    : `${status} with a call id that ${idFault}`;

/** What follows from a refusal. */
export type RefusalVerdict =
  /** About the account: the hold stops placing for all campaigns, by the account's rules. */
  | { kind: 'hold' }
  /** About this contact: it fails for good. */
  | { kind: 'fail-contact' }
  /** About a setting that every POST contains: the campaign is paused, and the contact stays due. */
  | { kind: 'pause-campaign' }
  /**
   * Temporary: the call waits and tries again, a bounded number of times. `afterMs`: the wait, if a rule sets it.
   * `untilMs`: the carrier has set it, so the call keeps its agent, and this wait does not count.
   */
  | { kind: 'wait'; afterMs?: number; untilMs?: number }
  /** The carrier has set a wait that is too long for a call: the call ends, and the contact stays due. */
  | { kind: 'defer' };

/**
 * @param rule for this refusal (`ruleFor`); not used for refusals of the account
 * @param refusalsInARow contacts of the campaign that failed by a refusal in a row, this one included
 * @param triesOfThisCall placements of this call that ended in a retry, this one included
 */
export function judgeRefusal(
  { status, retryAfterMs }: Refusal,
  rule: RefusalRule,
  counts: { refusalsInARow: number; triesOfThisCall: number },
): RefusalVerdict {
  if (ACCOUNT_STATUSES.includes(status)) return { kind: 'hold' };
  switch (rule.action) {
    case 'pause-campaign':
      return { kind: 'pause-campaign' };
    case 'fail-contact':
      return counts.refusalsInARow > rule.most
        ? { kind: 'pause-campaign' }
        : { kind: 'fail-contact' };
    case 'retry':
      // The carrier that names a time is busy. That is no fault of the campaign, however often it happens.
      return counts.triesOfThisCall > rule.most && retryAfterMs === undefined
        ? { kind: 'pause-campaign' }
        : { kind: 'wait', ...(rule.afterMs !== null && { afterMs: rule.afterMs }) };
    default:
      return unreachable(rule.action);
  }
}

/** How a refusal ends its call; undefined: the call waits and tries again. */
export function endAfterRefusal({ kind }: RefusalVerdict): 'refused' | 'not-dialled' | undefined {
  switch (kind) {
    case 'fail-contact':
      return 'refused';
    // The contact stays due. The hold or the pause (the campaign's or the carrier's) prevents a claim.
    case 'hold':
    case 'pause-campaign':
    case 'defer':
      return 'not-dialled';
    case 'wait':
      return undefined;
    default:
      return unreachable(kind);
  }
}

/** Text for people. It leaves out `details`, which may quote a number, because it is written to histories and logs. */
export const describeRefusal = ({ status, code }: Refusal): string =>
  code === undefined ? `${status}` : `${status} ${code}`;
