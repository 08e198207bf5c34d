/** A call as it stands in files: in the export, and in archives. */
import type { KnownTime } from '../../../../domain/calls/call-facts.ts';
import { iso, isoOrNull } from '../../../../domain/decisions/instants.ts';
import { factsOf, outcomeOf, redialOf } from '../call-fact-rows.ts';
import { costOf, recordCostOf, type CallRow } from '../call-rows.ts';

export const callLine = (row: CallRow) => ({
  type: 'call' as const,
  ref: row.ref,
  campaign: row.campaignId,
  contact: row.contact,
  ordinal: row.ordinal,
  policy_version: row.policyVersion,
  number: row.number,
  state: row.state,
  disposition: row.disposition,
  reason: row.reason,
  carrier_call_id: row.carrierCallId,
  confirmed: row.confirmed === null ? null : row.confirmed === 1,
  cost: costOf(row),
  cost_source: row.costSource,
  record_cost: recordCostOf(row),
  settlement: row.settlement,
  recording: row.recording,
  recording_sha256: row.recordingSha256,
  recording_bytes: row.recordingBytes,
  ...outcomeLine(row),
  ...factsLine(row),
});

/** What a person said of it, if somebody did. */
function outcomeLine(row: CallRow) {
  const outcome = outcomeOf(row);
  return (
    outcome && { outcome: { code: outcome.code, group: outcome.group, next: outcome.next.kind } }
  );
}

/** When the call passed its states and from which source, in milliseconds, and what came after it. */
function factsLine(row: CallRow) {
  const { times, ...durations } = factsOf(row);
  const redial = redialOf(row);
  return {
    agent: row.agentId,
    agent_ringing: timeLine(times.agent_ringing),
    answered: timeLine(times.agent_answered),
    customer_ringing: timeLine(times.customer_ringing),
    bridged: timeLine(times.bridged),
    ended: timeLine(times.ended),
    agent_ring_ms: durations.agentRingMs,
    agent_connected_ms: durations.agentConnectedMs,
    customer_ring_ms: durations.customerRingMs,
    talk_ms: durations.talkMs,
    redial: redial && {
      kind: redial.kind,
      at: isoOrNull(redial.atMs),
      rule: redial.rule,
      reason: redial.reason,
      attempts: redial.attempts,
      max_attempts: redial.maxAttempts,
    },
  };
}

const timeLine = (time: KnownTime | null) =>
  time && { at: iso(time.atMs), source: time.source, fault: time.fault };
