/**
 * The statuses by which a POST may be refused: no call was made. Any other answer that is not an acceptance leaves
 * open whether a phone rings.
 */

/** About the account (interface document 7.1): they open its hold. */
export const ACCOUNT_STATUSES: readonly number[] = [402, 403, 409];

/** Documented for placing a call: whatever their body. */
const DOCUMENTED: readonly number[] = [...ACCOUNT_STATUSES, 422];
/** Not documented for this operation, but surely no call when they come in the carrier's own envelope. */
const OWN_ENVELOPE: readonly number[] = [400, 401, 404, 405, 406, 411, 413, 415, 429];

/** @param added by the carrier's profile; they count in the carrier's own envelope only */
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
