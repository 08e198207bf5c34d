/** What is known of a call, as it is stored: the evidence of its times, and the figures that statistics count. */
import { callFacts, type CallFacts, type CallRecord } from '../../../domain/calls/call-facts.ts';
import type { LiveState } from '../../../domain/calls/call-state.ts';
import type { CallTimes } from '../../../domain/calls/call-times.ts';
import type { Disposition } from '../../../domain/calls/disposition.ts';
import type { RedialDecision } from '../../../domain/calls/redial-decision.ts';

interface FactRow {
  /** JSON. */
  times: string | null;
  placedAtMs: number | null;
  endedAtMs: number | null;
  deepest: LiveState | null;
  disposition: Disposition | null;
  /** JSON. */
  redial: string | null;
}

export const timesOf = ({ times }: Pick<FactRow, 'times'>): CallTimes =>
  times === null ? {} : (JSON.parse(times) as CallTimes);

export const factsOf = (row: Omit<FactRow, 'redial'>): CallFacts => callFacts(recordOf(row));

export const redialOf = ({ redial }: Pick<FactRow, 'redial'>): RedialDecision | null =>
  redial === null ? null : (JSON.parse(redial) as RedialDecision);

const recordOf = (row: Omit<FactRow, 'redial'>): CallRecord => ({
  times: timesOf(row),
  placedAtMs: row.placedAtMs,
  endedAtMs: row.endedAtMs,
  deepest: row.deepest,
  disposition: row.disposition,
});
