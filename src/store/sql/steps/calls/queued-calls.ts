/**
 * Calls without a row: the next call of a due contact, and the first call of a contact that became final before it
 * was claimed.
 */
import { OVER_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import { NOT_DIALLED_REASONS } from '../../../../domain/campaigns/admission.ts';
import { callFacts } from '../../../../domain/calls/call-facts.ts';
import { parseCallRef, type CallRef } from '../../../../domain/ids.ts';
import type { Call } from '../../../calls/call-store.ts';
import type { ContactState } from '../../../campaigns/campaign-store.ts';
import { findCallRow, toCall } from '../../rows/call-rows.ts';
import { noSuchCall } from '../../rows/calls/missing-calls.ts';
import type { Tx } from '../../engine/tx.ts';

/** Any call, with a row or without. */
export async function shownCall(tx: Tx, ref: CallRef): Promise<Call> {
  const row = await findCallRow(tx, ref);
  const shown = row ? toCall(row) : await queuedCall(tx, ref);
  if (!shown) throw await noSuchCall(tx, ref);
  return shown;
}

export async function queuedCall(tx: Tx, ref: CallRef): Promise<Call | undefined> {
  const parts = parseCallRef(ref);
  if (!parts) return undefined;
  const contact = await tx.get<{
    number: string;
    agentId: string | null;
    state: ContactState;
    dueAtMs: number;
    dueReason: string | null;
    over: number;
  }>(
    `SELECT number, agent_id, state, due_at_ms, CASE state WHEN 'final' THEN due_reason END AS due_reason,
            (SELECT state IN (${sqlList(OVER_STATES)}) FROM campaigns WHERE id = :campaignId) AS over
     FROM contacts
     WHERE campaign_id = :campaignId AND position = :contact AND calls = :ordinal - 1
       AND (state = 'due' OR (state = 'final' AND calls = 0))`,
    { ...parts },
  );
  if (!contact) return undefined;
  // In a campaign that is over, a due contact is about to become final.
  const withdrawn = contact.state === 'final' || contact.over === 1;
  return {
    ref,
    ...parts,
    number: contact.number,
    agentId: contact.agentId,
    state: withdrawn ? 'ended' : 'queued',
    deepest: null,
    disposition: withdrawn ? 'not-dialled' : null,
    reason: withdrawn ? whyFinal(contact.dueReason) : null,
    confirmed: null,
    hangupAsked: false,
    polls: null,
    unreadableCost: null,
    carrierCallId: null,
    cost: null,
    costSource: null,
    recordCost: null,
    settlement: 'none',
    recording: 'none',
    recordingReason: null,
    recordingDueAtMs: null,
    recordingSha256: null,
    recordingBytes: null,
    waiting: null,
    createdAtMs: contact.dueAtMs,
    placedAtMs: null,
    endedAtMs: null,
    facts: NO_FACTS,
    redial: null,
    outcome: null,
  };
}

const NO_FACTS = callFacts({
  times: {},
  placedAtMs: null,
  endedAtMs: null,
  deepest: null,
  disposition: null,
});

/** Other codes are reasons for a later due time, and do not explain a final contact. */
function whyFinal(code: string | null): string {
  if (code === 'suppressed' || code === 'no-consent' || code === 'too-late')
    return NOT_DIALLED_REASONS[code];
  return 'the campaign ended first';
}
