/** What is known of a call, as it is stored: the evidence of its times, and the figures that statistics count. */
import { callFacts, type CallFacts, type CallRecord } from '../../../domain/calls/call-facts.ts';
import type { CallTimes } from '../../../domain/calls/call-times.ts';
import type { OutcomeOfCall } from '../../../domain/outcomes/outcome.ts';
import type { RedialDecision } from '../../../domain/calls/redial-decision.ts';

interface FactRow extends Omit<CallRecord, 'times'> {
  /** JSON. */
  times: string | null;
  /** JSON. */
  redial: string | null;
}

export const timesOf = ({ times }: Pick<FactRow, 'times'>): CallTimes =>
  times === null ? {} : (JSON.parse(times) as CallTimes);

export const factsOf = (row: Omit<FactRow, 'redial'>): CallFacts =>
  callFacts({ ...row, times: timesOf(row) });

export const redialOf = ({ redial }: Pick<FactRow, 'redial'>): RedialDecision | null =>
  redial === null ? null : (JSON.parse(redial) as RedialDecision);

export const outcomeOf = ({ outcome }: { outcome: string | null }): OutcomeOfCall | null =>
  outcome === null ? null : (JSON.parse(outcome) as OutcomeOfCall);
