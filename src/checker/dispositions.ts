/** What the checker knows of dispositions, which it must not take from the product. */

/** Those of calls that the carrier accepted and ended, from the least to the most evidence. */
const OF_A_CALL = {
  'leg-unknown': { mayHaveRung: true, isReached: false },
  'agent-unreached': { mayHaveRung: false, isReached: false },
  'customer-unreached': { mayHaveRung: true, isReached: false },
  dropped: { mayHaveRung: true, isReached: true },
  completed: { mayHaveRung: true, isReached: true },
};

const ENDS = Object.entries(OF_A_CALL);

export const ENDS_OF_A_CALL: readonly string[] = ENDS.map(([name]) => name);
export const FAILED_ENDS: readonly string[] = ENDS_OF_A_CALL.filter((name) => name !== 'completed');
/** The customer’s phone rang, or may have rung. */
export const RANG: readonly string[] = ENDS.flatMap(([name, { mayHaveRung }]) =>
  mayHaveRung ? [name] : [],
);
export const NOT_REACHED: readonly string[] = ENDS.flatMap(([name, { isReached }]) =>
  isReached ? [] : [name],
);
