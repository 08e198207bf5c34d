/** A rule that each placement of a decision file must have kept. */
import type { DecisionLine, FileLine, PolicyLine, Record } from './decision-lines.ts';

export interface Judged {
  line: DecisionLine;
  ref: string;
  record: Record;
  /** That the call was claimed under. */
  policy: PolicyLine;
  /** In force when it was decided: its suppression lists and its consent count. */
  inForce: PolicyLine;
  decidedMs: number;
  /** The POST did not leave before. */
  intentMs: number;
}

export interface Rule {
  id: string;
  rule: string;
  /** Lines that say something about the decisions that follow. */
  take?(line: FileLine): void;
  /** What is wrong with the decision; undefined: the rule does not apply to it. */
  judge(judged: Judged): string[] | undefined;
}

/** How far the clocks of two decisions may differ: each is read before its transaction. */
export interface Graces {
  graceMs: number;
  /** A call may keep a policy for so long after it was replaced. */
  claimGraceMs: number;
}

export const millis = (instant: string): number => {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new RangeError(`${instant} is no instant`);
  return ms;
};
export const millisOr = (instant: string | null, otherwise: number): number =>
  instant === null ? otherwise : millis(instant);
export const show = (ms: number): string => new Date(ms).toISOString();
