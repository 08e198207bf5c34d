import type { Disposition } from '../calls/disposition.ts';

/**
 * How the last call of a contact ended that counts as not reached: worth another campaign. Not among them:
 * `completed`; `refused`, as the carrier will not take the number; `unknown`, as it may have been rung and waits
 * for a person; and contacts that their own campaign may still dial.
 */
export const NOT_REACHED = [
  'not-dialled',
  'agent-unreached',
  'leg-unknown',
  'customer-unreached',
  'dropped',
  'carrier-lost',
] as const satisfies Disposition[];
