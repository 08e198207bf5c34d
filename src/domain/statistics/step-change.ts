/** Whether a rate fell from one level to a lower one, or only varies as samples do. */

export interface Sample {
  /** Calls that could have been answered. */
  tried: number;
  /** Those among them that were. */
  answered: number;
}

export interface StepChange {
  /** From 0 to 1. */
  before: number;
  now: number;
  /** By how many standard errors the rate is lower than before. */
  standardErrors: number;
}

/** The normal approximation needs this many of each sample. */
export const LEAST_TRIED = 50;
/** And about this many answered and unanswered ones, if both samples had the same rate. */
const LEAST_EXPECTED = 5;
/** A pure chance reaches it once in about 30,000 looks: windows of hours are looked at every minute, for months. */
const STANDARD_ERRORS_TO_RAISE = 4;
/** Lower than to raise, so that an alert does not come and go while the rate stays at the limit. */
const STANDARD_ERRORS_TO_KEEP = 2;
/** Of many thousand calls a fall of a hundredth is significant, but it is nothing that a person acts on. */
const LEAST_FALL = 0.25;

/** The fall of the rate, where an alert is to be raised or, if it `isRaised`, to stay; else null. */
export function fallOf(recent: Sample, past: Sample, isRaised: boolean): StepChange | null {
  const standardErrors = standardErrorsBelow(recent, past);
  if (standardErrors === null) return null;
  const [before, now] = [rateOf(past), rateOf(recent)];
  const least = isRaised ? STANDARD_ERRORS_TO_KEEP : STANDARD_ERRORS_TO_RAISE;
  const leastFall = isRaised ? LEAST_FALL / 2 : LEAST_FALL;
  if (standardErrors < least || now > before * (1 - leastFall)) return null;
  return { before, now, standardErrors };
}

const rateOf = ({ tried, answered }: Sample): number => answered / tried;

/** The z of two proportions, with the pooled rate; null for samples that are too small to tell. */
function standardErrorsBelow(recent: Sample, past: Sample): number | null {
  const fewest = Math.min(recent.tried, past.tried);
  if (fewest < LEAST_TRIED) return null;
  const pooled = (recent.answered + past.answered) / (recent.tried + past.tried);
  if (fewest * Math.min(pooled, 1 - pooled) < LEAST_EXPECTED) return null;
  const variance = pooled * (1 - pooled) * (1 / recent.tried + 1 / past.tried);
  return (rateOf(past) - rateOf(recent)) / Math.sqrt(variance);
}
