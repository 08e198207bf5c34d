/** What the checker knows of dispositions, which it must not take from the product. */

interface Meaning {
  failed: boolean;
  isReached: boolean;
  /** The customer’s phone rang, or may have rung. */
  mayHaveRung: boolean;
}

/** Of calls that the carrier accepted and ended, from the least to the most evidence. */
const OF_A_CALL: Readonly<Record<string, Meaning>> = {
  'leg-unknown': { failed: true, isReached: false, mayHaveRung: true },
  'agent-unreached': { failed: true, isReached: false, mayHaveRung: false },
  'customer-unreached': { failed: true, isReached: false, mayHaveRung: true },
  dropped: { failed: true, isReached: true, mayHaveRung: true },
  completed: { failed: false, isReached: true, mayHaveRung: true },
};

export const ENDS_OF_A_CALL = Object.keys(OF_A_CALL);

const those = (have: (meaning: Meaning) => boolean): string[] =>
  ENDS_OF_A_CALL.filter((name) => have(OF_A_CALL[name]!));

export const FAILED_ENDS = those(({ failed }) => failed);
export const NOT_REACHED = those(({ isReached }) => !isReached);
export const RANG = those(({ mayHaveRung }) => mayHaveRung);
