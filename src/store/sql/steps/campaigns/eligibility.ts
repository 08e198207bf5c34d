/** Reads the facts of the rules of time: the dials of a number, and the zones of its contact. */
import { askDialTime, dialFactsOf, type DialTime } from '../../../../domain/contacts/dial-time.ts';
import { capsReachMs } from '../../../../domain/contacts/number-caps.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** The columns of a contact that decide when it may be dialled. */
export interface DialWho {
  number: string;
  /** JSON array of IANA names; null: the campaign's zone. */
  zones: string | null;
  not_before_ms: number | null;
  not_after_ms: number | null;
}

export const DIAL_WHO = 'number, zones, not_before_ms, not_after_ms';

export async function dialTimeOf(
  tx: Tx,
  who: DialWho,
  { policy, campaign }: { policy: Policy; campaign: CampaignRow },
  nowMs: number,
): Promise<DialTime> {
  const { zones } = who;
  const contact = {
    zones: zones === null ? null : (JSON.parse(zones) as string[]),
    notBeforeMs: who.not_before_ms,
    notAfterMs: who.not_after_ms,
    dialsMs: await dialsOf(tx, who.number, nowMs - capsReachMs(policy.caps)),
  };
  const facts = dialFactsOf(contact, { policy, deadlineAtMs: campaign.deadline_at_ms });
  return askDialTime(facts, nowMs);
}

async function dialsOf(tx: Tx, number: string, sinceMs: number): Promise<number[]> {
  return (
    await tx.all<{ at_ms: number }>(
      'SELECT at_ms FROM dials WHERE number = :number AND at_ms > :sinceMs ORDER BY at_ms DESC',
      { number, sinceMs },
    )
  ).map(({ at_ms: atMs }) => atMs);
}

/** A call counts against the caps of its number from its intent on, unless it turns out that the phone did not ring. */
export async function countDial(tx: Tx, { ref, number }: CallRow, atMs: number): Promise<void> {
  await tx.run(
    `INSERT INTO dials (ref, number, at_ms) VALUES (:ref, :number, :atMs)
     ON CONFLICT (ref) DO UPDATE SET at_ms = :atMs`,
    { ref, number, atMs },
  );
}

export async function uncountDial(tx: Tx, { ref }: CallRow): Promise<void> {
  await tx.run('DELETE FROM dials WHERE ref = :ref', { ref });
}
