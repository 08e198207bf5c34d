/** Whether a contact may be dialled: the lists that hold its number, and the rules of time. */
import { askDialTime, dialFactsOf, type DialTime } from '../../../../domain/contacts/dial-time.ts';
import { capsReachMs } from '../../../../domain/contacts/number-caps.ts';
import { countingLists } from '../../../../domain/contacts/suppression.ts';
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
  /** JSON arrays: the suppression lists that hold the number, and when it was dialled. */
  lists: string;
  dials: string;
}

/** Needs `:nowMs`, and `:dialsSinceMs` by `dialsSinceMs`. */
export const DIAL_WHO = `number, zones, not_before_ms, not_after_ms,
  (SELECT json_group_array(list) FROM suppressions
   WHERE suppressions.number = contacts.number AND (until_ms IS NULL OR until_ms > :nowMs)) AS lists,
  (SELECT json_group_array(at_ms) FROM dials
   WHERE dials.number = contacts.number AND at_ms > :dialsSinceMs) AS dials`;

/** The dials before this count for no cap. */
export const dialsSinceMs = ({ caps }: Policy, nowMs: number): number => nowMs - capsReachMs(caps);

export async function whoOf(
  tx: Tx,
  { campaign_id: id, contact }: CallRow,
  policy: Policy,
  nowMs: number,
): Promise<DialWho & { agentId: string | null }> {
  return (await tx.get<DialWho & { agentId: string | null }>(
    `SELECT ${DIAL_WHO}, agent_id AS agentId FROM contacts
     WHERE campaign_id = :id AND position = :contact`,
    { id, contact, nowMs, dialsSinceMs: dialsSinceMs(policy, nowMs) },
  ))!;
}

/** Whether one of the campaign's lists holds the number. If it names none, all lists count. */
export const isHeldBack = ({ lists }: DialWho, { suppressionLists }: Policy): boolean =>
  countingLists(suppressionLists, JSON.parse(lists) as string[]).length > 0;

export function dialTimeOf(
  who: DialWho,
  { policy, campaign }: { policy: Policy; campaign: CampaignRow },
  nowMs: number,
): DialTime {
  const { zones } = who;
  const contact = {
    zones: zones === null ? null : (JSON.parse(zones) as string[]),
    notBeforeMs: who.not_before_ms,
    notAfterMs: who.not_after_ms,
    dialsMs: JSON.parse(who.dials) as number[],
  };
  const facts = dialFactsOf(contact, { policy, deadlineAtMs: campaign.deadline_at_ms });
  return askDialTime(facts, nowMs);
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
