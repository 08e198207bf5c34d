/** Whether a contact may be dialled: the lists that hold its number, and the rules of time. */
import type { ZoneSource } from '../../../../domain/contacts/contact-zones.ts';
import {
  askDialTime,
  dialFactsOf,
  type DialTime,
  type DialTimeFacts,
} from '../../../../domain/contacts/dial-time.ts';
import { capsReachMs, outcomesReachMs } from '../../../../domain/contacts/number-caps.ts';
import { countingLists } from '../../../../domain/contacts/suppression.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { AskedList } from '../../../../domain/decisions/decision-record.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { asksConsent, consentsOf } from './consents.ts';
import { dialsOf, saidOf } from './counted-dials.ts';
import { answeredElsewhere } from './other-numbers.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { lastSaid } from '../../rows/calls/last-said.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import { areaOf } from './contact-areas.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Tx } from '../../engine/tx.ts';

/** The columns of a contact that decide when it may be dialled. */
export interface DialWho {
  number: string;
  /** JSON array of IANA names; null: the campaign's zone. */
  zones: string | null;
  /** JSON of its evidence; null: none. */
  area: string | null;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  /** JSON arrays: the suppression lists that hold the number, and when it was dialled, as its caps count. */
  lists: string;
  dials: string;
  /** JSON array for `consentsIn`. */
  consents: string;
  /** JSON array of `group ms`: what people said of its calls, and when those ended. */
  said: string;
}

/** Needs `:nowMs` and those of `whoParams`. */
export const dialWho = (
  sql: Dialect,
  { caps }: Policy,
): string => `number, zones, area, not_before_ms, not_after_ms,
  (SELECT ${sql.jsonArrayOf('list')} FROM suppressions
   WHERE suppressions.number = contacts.number AND (until_ms IS NULL OR until_ms > :nowMs)) AS lists,
  ${dialsOf(sql, caps)} AS dials, ${saidOf(sql, caps)} AS said,
  ${consentsOf(sql)} AS consents`;

/** Dials and outcomes before these instants count for no cap. @param inForce its consents count */
export const whoParams = (
  { caps }: Policy,
  { inForce, nowMs }: { inForce: Policy; nowMs: number },
) => ({
  nowMs,
  dialsSinceMs: nowMs - capsReachMs(caps),
  saidSinceMs: nowMs - outcomesReachMs(caps),
  asksConsent: asksConsent(inForce),
});

export interface CallWho extends DialWho {
  zoneSource: ZoneSource;
  /** JSON array of the lists that count for the campaign, at most 100, as `id version`, of a copy of a registry `id version until`. */
  asked: string;
  /** Of the account; null: not counted. */
  liveCalls: number | null;
  /** 1: its person answered at another number. */
  answeredElsewhere: number;
}

/** A policy names at most so many lists. */
const MOST_LISTS = 100;

/**
 * @param inForce the policy whose suppression lists and consent count
 * @param countsLive whether the account's live calls are counted
 */
export async function whoOf(
  tx: Tx,
  { campaignId: id, contact }: CallRow,
  {
    policy,
    inForce,
    countsLive = false,
    nowMs,
  }: { policy: Policy; inForce: Policy; countsLive?: boolean; nowMs: number },
): Promise<CallWho> {
  return (await tx.get<CallWho>(
    `SELECT ${dialWho(tx.sql, policy)}, zone_source,
            (SELECT ${tx.sql.jsonArrayOf('asked')} FROM (
               SELECT id || ' ' || version || coalesce(' ' || (as_of_ms + max_age_ms), '') AS asked FROM suppression_lists
               WHERE removed = 0
                 AND (CAST(:named AS TEXT) IS NULL OR id IN (SELECT value FROM ${tx.sql.texts(':named')}))
               ORDER BY id LIMIT ${MOST_LISTS}) AS lists) AS asked,
            CASE WHEN CAST(:countsLive AS BIGINT) = 1
                 THEN (SELECT count(*) FROM calls WHERE ${tx.sql.live()}) END AS live_calls,
            CASE WHEN ${answeredElsewhere(tx.sql)} THEN 1 ELSE 0 END AS answered_elsewhere
     FROM contacts WHERE campaign_id = :id AND position = :contact`,
    {
      id,
      contact,
      ...whoParams(policy, { inForce, nowMs }),
      named: inForce.suppressionLists && JSON.stringify(inForce.suppressionLists),
      countsLive: Number(countsLive),
    },
  ))!;
}

export const listsAsked = ({ asked }: CallWho): AskedList[] =>
  (JSON.parse(asked) as string[]).map((text) => {
    const [list = '', version, goodUntil] = text.split(' ');
    const goodUntilMs = goodUntil === undefined ? null : Number(goodUntil);
    return { list, version: Number(version), goodUntilMs };
  });

/** Whether one of the campaign's lists holds the number. If it names none, all lists count. */
export const isHeldBack = ({ lists }: DialWho, { suppressionLists }: Policy): boolean =>
  countingLists(suppressionLists, JSON.parse(lists) as string[]).length > 0;

export const dialTimeOf = (
  who: DialWho,
  rules: { policy: Policy; campaign: CampaignRow },
  nowMs: number,
): DialTime => askDialTime(timeFactsOf(who, rules), nowMs);

export function timeFactsOf(
  who: DialWho,
  { policy, campaign }: { policy: Policy; campaign: CampaignRow },
): DialTimeFacts {
  const { zones } = who;
  const contact = {
    zones: zones === null ? null : (JSON.parse(zones) as string[]),
    area: areaOf(who.area),
    notBeforeMs: who.notBeforeMs,
    notAfterMs: who.notAfterMs,
    dialsMs: JSON.parse(who.dials) as number[],
    said: lastSaid(who.said),
  };
  return dialFactsOf(contact, { policy, deadlineAtMs: campaign.deadlineAtMs });
}

/** A call counts against the caps of its number from its intent on, unless it turns out that the phone did not ring. */
export async function countDial(
  tx: Tx,
  { ref, number }: CallRow,
  { atMs, nowMs }: { atMs: number; nowMs: number },
): Promise<void> {
  if (number === ERASED) return;
  tx.send(
    `INSERT INTO dials (ref, number, at_ms, counted_at_ms) VALUES (:ref, :number, :atMs, :nowMs)
     ON CONFLICT (ref) DO UPDATE SET at_ms = :atMs`,
    { ref, number, atMs, nowMs },
  );
}

export async function uncountDial(tx: Tx, { ref }: CallRow): Promise<void> {
  tx.send('DELETE FROM dials WHERE ref = :ref', { ref });
}
