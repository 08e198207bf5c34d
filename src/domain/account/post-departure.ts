/**
 * When a POST may leave after its intent. What forbids a call (a stop, a suppression) is answered when no POST that was
 * decided before it can still leave, so this time is short and known.
 */

/** A slot of the pace is given this much ahead: more than the delay of a timer and a transaction on a machine that is not fully loaded. */
export const INTENT_AHEAD_MS = 50;

/** A POST whose first byte has not left this long after its intent is not sent. Time for DNS, TCP and TLS. */
export const LEAVES_WITHIN_MS = 5_000;
