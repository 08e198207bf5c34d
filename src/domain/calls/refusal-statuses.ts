/**
 * The statuses of a refused POST, which made no call. After any other answer that is not an acceptance, a phone may
 * be ringing.
 */

/** Refusals of the account, which open its hold (interface document 7.1). */
export const ACCOUNT_STATUSES: readonly number[] = [402, 403, 409];

/** Documented for placing a call. They are refusals with any body. */
const DOCUMENTED: readonly number[] = [...ACCOUNT_STATUSES, 422];
/** Not documented for this operation. They are refusals only in the carrier's own envelope. */
const OWN_ENVELOPE: readonly number[] = [400, 401, 404, 405, 406, 411, 413, 415, 429];

/** @param added by the carrier's profile; they are refusals only in the carrier's own envelope */
export function isRefusal(
  { status, ownEnvelope }: { status: number; ownEnvelope: boolean },
  added: readonly number[],
): boolean {
  if (DOCUMENTED.includes(status)) return true;
  return ownEnvelope && (OWN_ENVELOPE.includes(status) || added.includes(status));
}

/** Statuses for which a campaign may have a rule, in order. */
export const ruledStatuses = (added: readonly number[]): number[] =>
  [...new Set([...DOCUMENTED, ...OWN_ENVELOPE, ...added])]
    .filter((status) => !ACCOUNT_STATUSES.includes(status))
    .toSorted((one, other) => one - other);
