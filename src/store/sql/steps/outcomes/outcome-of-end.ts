/** What the outcome of a call means for its contact, together with the call's end. */
import type { Disposition } from '../../../../domain/calls/disposition.ts';
import type { ContactNext, ContactTally, RedialPolicy } from '../../../../domain/calls/redial.ts';
import { contactByOutcome } from '../../../../domain/outcomes/outcome.ts';
import type { Tx } from '../../engine/tx.ts';
import { outcomeOf } from '../../rows/call-fact-rows.ts';
import type { CallRow } from '../../rows/call-rows.ts';

interface End {
  disposition: Disposition;
  tally: ContactTally;
  policy: RedialPolicy;
  endedAtMs: number;
  spread: number;
}

/** Undefined: it has no outcome, or one that leaves it to the redial policy. No statement without an outcome that redials. */
export async function nextByOutcome(
  tx: Tx,
  call: CallRow,
  end: End,
): Promise<{ next: ContactNext; code: string } | undefined> {
  const outcome = outcomeOf(call);
  if (!outcome) return undefined;
  const { code } = outcome;
  const sameCode = outcome.next.kind === 'redial' ? 1 + (await othersWith(tx, call, code)) : 1;
  const next = contactByOutcome(outcome, { ...end, sameCode });
  return next && { next, code };
}

/** Other calls of the contact with the code. */
async function othersWith(tx: Tx, { campaignId, contact, ref }: CallRow, code: string) {
  const { calls } = (await tx.get<{ calls: number }>(
    `SELECT count(*) AS calls FROM calls JOIN outcomes ON outcomes.ref = calls.ref
     WHERE calls.campaign_id = :campaignId AND contact = :contact AND calls.ref <> :ref AND code = :code`,
    { campaignId, contact, ref, code },
  ))!;
  return calls;
}
