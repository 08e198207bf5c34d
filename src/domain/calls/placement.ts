/**
 * What the answer to a POST means (decision table of the placement evidence). The one rule above all:
 * once bytes went out without a readable answer, nobody may send the same call again.
 */
import type { RefusalRule } from './refusal-rules.ts';
import { ACCOUNT_STATUSES, isRefusal } from './refusal-statuses.ts';
import { unreachable } from '../unreachable.ts';

/** What was observed of one POST. Made by the carrier client, judged here. */
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
      /** Why the id that is there cannot be used, to follow on "that"; undefined where none is there. */
      idFault?: string | undefined;
      /** The body is one of the carrier's own error envelopes, not a middle box's page. */
      ownEnvelope: boolean;
      /** The error code, from where the profile says. */
      code: string | undefined;
      /** `error.details` as text for people, shortened; its shape is not shown. */
      details: string | undefined;
    };

export type Refusal = { status: number; code: string | undefined; details: string | undefined };

export type PlacementMeaning =
  | { kind: 'accepted'; carrierCallId: string; status: number }
  | { kind: 'not-sent'; why: string }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unknown'; why: string };

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
  const { status, code, details } = answer;
  if (answer.success && answer.carrierCallId !== undefined) {
    return { kind: 'accepted', carrierCallId: answer.carrierCallId, status };
  }
  if (isRefusal(answer, addedRefusals)) {
    return { kind: 'refused', refusal: { status, code, details } };
  }
  return { kind: 'unknown', why: answer.success ? withoutId(answer) : `HTTP ${status}` };
}

const withoutId = ({ status, idFault }: PostObservation & { kind: 'answer' }): string =>
  idFault === undefined
    ? `${status} without a call id`
    : `${status} with a call id that ${idFault}`;

/** What a refusal asks of us. */
export type RefusalVerdict =
  /** About the account: the hold closes placing for everybody, by the account's own rules. */
  | { kind: 'hold' }
  /** About this contact: it fails for good. */
  | { kind: 'fail-contact' }
  /** About what we send for every contact: the campaign is paused, the contact stays due. */
  | { kind: 'pause-campaign' }
  /** May pass: the call waits and tries again, a bounded number of times. `afterMs`: the wait, where a rule sets it. */
  | { kind: 'wait'; afterMs?: number };

/**
 * @param rule the one for this refusal (`ruleFor`); refusals of the account ignore it
 * @param refusalsInARow contacts of the campaign that failed by a refusal in a row, this one included
 * @param triesOfThisCall placements of this call that ended in a retry, this one included
 */
export function judgeRefusal(
  { status }: Refusal,
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
      return counts.triesOfThisCall > rule.most
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
    // The contact stays due: the hold, or the pause, keeps it from being claimed.
    case 'hold':
    case 'pause-campaign':
      return 'not-dialled';
    case 'wait':
      return undefined;
    default:
      return unreachable(kind);
  }
}

/** For people. Without `details`: they may quote a number, and this text reaches histories and logs. */
export const describeRefusal = ({ status, code }: Refusal): string =>
  code === undefined ? `${status}` : `${status} ${code}`;
