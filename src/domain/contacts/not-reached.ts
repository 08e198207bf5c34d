import { DISPOSITIONS, meaningOf } from '../dispositions/dispositions.ts';

/**
 * A contact counts as not reached, and may go to another campaign, if its last call ended so that another one may follow. Not
 * included: `refused`, because the carrier will not accept the number; `unknown`, because the phone may have rung and a
 * person has to decide; and contacts that their own campaign may still dial.
 */
export const NOT_REACHED = DISPOSITIONS.filter((each) => {
  const { next } = meaningOf(each);
  return next === 'due' || typeof next === 'object';
});
