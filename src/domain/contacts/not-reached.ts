import type { Disposition } from '../calls/disposition.ts';

/**
 * A contact counts as not reached, and may go to another campaign, if its last call ended in one of these ways. Not
 * included: `refused`, because the carrier will not accept the number; `unknown`, because the phone may have rung and a
 * person has to decide; and contacts that their own campaign may still dial.
 */
export const NOT_REACHED = [
  'not-dialled',
  'agent-unreached',
  'leg-unknown',
  'customer-unreached',
  'dropped',
  'carrier-lost',
] as const satisfies Disposition[];
