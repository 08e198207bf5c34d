/** Reads for preflight, `why` and rehearsal. */
import { areaOf } from '../../steps/campaigns/contact-areas.ts';
import type { Disposition } from '../../../../domain/calls/disposition.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { capsReachMs, outcomesReachMs } from '../../../../domain/contacts/number-caps.ts';
import type {
  CampaignPlan,
  PlannedAgent,
  PlannedContact,
} from '../../../../domain/planning/planned-contact.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import { OTHER_NUMBER } from '../../../../domain/rules/due-reasons.ts';
import { dateOf, localTimeAt } from '../../../../domain/zone.ts';
import type {
  CampaignOutlook,
  CampaignReadingStore,
  ContactFacts,
} from '../../../campaigns/campaign-reading-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { accountRow, liveCallsOfAccount } from '../../rows/account-row.ts';
import { asksConsent, consentsIn, consentsOf } from '../../steps/campaigns/consents.ts';
import { dialsOf, saidOf } from '../../steps/campaigns/counted-dials.ts';
import { lastSaid } from '../../rows/calls/last-said.ts';
import { poolsOf } from '../../rows/agent-rows.ts';
import { campaignStatus } from '../../steps/campaigns/campaign-facts.ts';
import { campaignRow, policyOf, toCampaign, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Params, Tx } from '../../engine/tx.ts';
import { contactPage, foundContacts, isOneNamed, zonesOf } from './contact-pages.ts';
import { searchedContacts } from './contact-search.ts';
import { spendingOn, toSpending } from '../../steps/campaigns/spending.ts';
import { listsMissing, oldCopies } from '../../steps/campaigns/suppressing.ts';

export function campaignReadingStore(db: Database): CampaignReadingStore {
  return {
    async campaignOutlook(id, nowMs) {
      return db.read(async (tx) => await outlookOf(tx, await campaignRow(tx, id), nowMs));
    },

    async plannedContacts({ id, afterPosition, limit, nowMs }) {
      return db.read(async (tx) => {
        const policy = policyOf(await campaignRow(tx, id));
        return plannedContacts(tx, { id, policy, nowMs }, { afterPosition, limit });
      });
    },

    async contactFacts(id, position, nowMs) {
      return db.read(async (tx) => await statusOf(tx, await campaignRow(tx, id), position, nowMs));
    },

    async contacts({ campaignId, ...wanted }, page) {
      const { filter, person } = wanted;
      if (filter.data !== undefined && !(person && isOneNamed(person)))
        return searchedContacts(db, campaignId, wanted, page);
      return db.read(async (tx) => {
        const { id } = await campaignRow(tx, campaignId);
        return contactPage(tx, id, wanted, page);
      });
    },

    async findContacts(wanted, page) {
      return db.read((tx) => foundContacts(tx, wanted, page));
    },
  };
}

async function outlookOf(tx: Tx, row: CampaignRow, nowMs: number): Promise<CampaignOutlook> {
  const account = await accountRow(tx);
  const { stopped, hold } = account;
  return {
    campaign: toCampaign(row),
    plan: await planOf(tx, row, nowMs),
    account: { stopped, hold },
    contacts: row.contacts,
    listsMissing: await listsMissing(tx, policyOf(row)),
    oldCopies: await oldCopies(tx, policyOf(row), account, nowMs),
    costs: await costsOf(tx),
  };
}

async function planOf(tx: Tx, row: CampaignRow, nowMs: number): Promise<CampaignPlan> {
  const policy = policyOf(row);
  const { callsPerSecond, maxLiveCalls } = (await accountRow(tx)).limits;
  const day = dateOf(localTimeAt(policy.zone, nowMs).day);
  return {
    campaignId: row.id,
    policy,
    deadlineAtMs: row.deadlineAtMs,
    startsAtMs: row.startsAtMs,
    agents: await plannedAgents(tx),
    callsPerSecond,
    maxLiveCalls,
    spending: toSpending(row),
    today: { day, ...(await spendingOn(tx, row.id, day)) },
  };
}

async function plannedAgents(tx: Tx): Promise<PlannedAgent[]> {
  return (
    await tx.all<Omit<PlannedAgent, 'pools'> & { pools: string }>(
      `SELECT id, pools, state, capacity, paused_until_ms, live AS live_calls, idle_since_ms,
              wrap_up_until_ms, misses
       FROM agents WHERE deleted_at_ms IS NULL ORDER BY id`,
    )
  ).map((agent) => ({ ...agent, pools: poolsOf(agent) }));
}

/** The newest calls only, because old costs say little about today's prices. */
const COSTS_OF_LAST = 1_000;

async function costsOf(tx: Tx): Promise<CampaignOutlook['costs']> {
  const costs = (
    await tx.all<{ units: string }>(
      `SELECT CAST(cost AS TEXT) AS units FROM calls
       WHERE id > (SELECT coalesce(max(id), 0) FROM calls) - :last
         AND settlement = 'settled' AND cost IS NOT NULL AND spent_attempt = 1`,
      { last: COSTS_OF_LAST },
    )
  )
    .map(({ units }) => BigInt(units))
    .toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  if (costs.length === 0) return null;
  const sum = costs.reduce((total, cost) => total + cost, 0n);
  const mean = sum / BigInt(costs.length);
  return { calls: costs.length, low: costs[0]!, mean, high: costs.at(-1)! };
}

interface Reading {
  id: CampaignId;
  policy: Policy;
  nowMs: number;
}

interface PlannedRow extends Omit<
  PlannedContact,
  'waitsItsTurn' | 'zones' | 'area' | 'dialsMs' | 'said' | 'consents' | 'numberHeld' | 'past'
> {
  dueReason: string | null;
  zones: string | null;
  area: string | null;
  /** 0: permanently. */
  suppressedUntilMs: number | null;
  dialsMs: string | null;
  said: string | null;
  consents: string;
  numberHeld: number;
}

/** SQL of a live number: the call that has it is one of the contact's number, or of its person. */
const OF_SAME_PERSON = `(live_numbers.number = contacts.number
  OR live_numbers.ref = (SELECT persons.ref FROM persons WHERE persons.person = contacts.person))`;

const planned = (sql: Dialect, { caps }: Policy): string => `
  SELECT position, number, person, agent_id, agent_alone_until_ms, state,
         due_at_ms, due_reason, zones, zone_source, area, not_before_ms, not_after_ms,
         disposition, calls,
         CASE state WHEN 'claimed' THEN (
           SELECT calls.agent_id FROM calls
           WHERE calls.campaign_id = contacts.campaign_id AND calls.contact = contacts.position
             AND calls.ordinal = contacts.calls AND calls.holds_agent = 1) END AS on_call_with,
         (SELECT CASE WHEN count(*) > count(until_ms) THEN 0 ELSE max(until_ms) END FROM suppressions
          WHERE suppressions.number = contacts.number AND (until_ms IS NULL OR until_ms > :nowMs)
            AND (list IN (SELECT value FROM ${sql.texts(':lists')}) OR :lists IS NULL)
          HAVING count(*) > 0) AS suppressed_until_ms,
         CASE WHEN CAST(:dialsSinceMs AS BIGINT) IS NULL THEN NULL ELSE ${dialsOf(sql, caps)} END AS dials_ms,
         CASE WHEN CAST(:saidSinceMs AS BIGINT) IS NULL THEN NULL ELSE ${saidOf(sql, caps)} END AS said,
         ${consentsOf(sql)} AS consents,
         EXISTS (SELECT 1 FROM live_numbers JOIN calls ON calls.ref = live_numbers.ref
                 WHERE ${OF_SAME_PERSON} AND calls.state = 'ended') AS number_held
  FROM contacts`;

function plannedParams({ id, policy, nowMs }: Reading): Params {
  const reachMs = capsReachMs(policy.caps);
  const saidMs = outcomesReachMs(policy.caps);
  const lists = policy.suppressionLists;
  return {
    id,
    nowMs,
    lists: lists === null ? null : JSON.stringify(lists),
    dialsSinceMs: reachMs === 0 ? null : nowMs - reachMs,
    saidSinceMs: saidMs === 0 ? null : nowMs - saidMs,
    asksConsent: asksConsent(policy),
  };
}

async function plannedContacts(
  tx: Tx,
  reading: Reading,
  { afterPosition, limit }: { afterPosition: number; limit: number },
): Promise<PlannedContact[]> {
  const rows = await tx.all<PlannedRow>(
    `${planned(tx.sql, reading.policy)} WHERE campaign_id = :id AND position > :afterPosition ORDER BY position LIMIT :limit`,
    { ...plannedParams(reading), afterPosition, limit },
  );
  const pasts = await pastsOf(tx, reading.id, rows);
  return rows.map((row) => toPlanned(row, pasts.get(row.position)));
}

type Past = PlannedContact['past'];

/** The past calls of these contacts, by disposition. */
async function pastsOf(
  tx: Tx,
  id: CampaignId,
  rows: readonly PlannedRow[],
): Promise<Map<number, Past>> {
  const pasts = new Map<number, Past>();
  const called = rows.filter(({ calls }) => calls > 0);
  if (called.length === 0) return pasts;
  const groups = await tx.all<{
    contact: number;
    disposition: Disposition;
    count: number;
    spent: number;
  }>(
    `SELECT contact, disposition, count(*) AS count, CAST(sum(spent_attempt) AS BIGINT) AS spent FROM calls
     WHERE campaign_id = :id AND contact BETWEEN :from AND :to
       AND disposition IS NOT NULL AND disposition <> 'not-dialled'
     GROUP BY contact, disposition`,
    { id, from: called[0]!.position, to: called.at(-1)!.position },
  );
  for (const { contact, disposition, count, spent } of groups) {
    const past = pasts.get(contact) ?? { attempts: 0, calls: 0, byDisposition: {} };
    const { attempts, calls, byDisposition } = past;
    pasts.set(contact, {
      attempts: attempts + spent,
      calls: calls + count,
      byDisposition: { ...byDisposition, [disposition]: count },
    });
  }
  return pasts;
}

function toPlanned(
  found: PlannedRow,
  past: Past = { attempts: 0, calls: 0, byDisposition: {} },
): PlannedContact {
  const { dueReason, suppressedUntilMs: untilMs, ...row } = found;
  const dialsMs = row.dialsMs === null ? [] : (JSON.parse(row.dialsMs) as number[]);
  return {
    ...row,
    waitsItsTurn: dueReason === OTHER_NUMBER && row.number !== ERASED,
    zones: zonesOf(row.zones),
    area: areaOf(row.area),
    suppressedUntilMs: untilMs === 0 ? Infinity : untilMs,
    dialsMs: dialsMs.toSorted((one, other) => one - other),
    said: lastSaid(row.said ?? '[]'),
    consents: consentsIn(row.consents),
    numberHeld: row.numberHeld === 1,
    past,
  };
}

async function statusOf(
  tx: Tx,
  row: CampaignRow,
  position: number,
  nowMs: number,
): Promise<ContactFacts> {
  const policy = policyOf(row);
  const found = await tx.get<PlannedRow>(
    `${planned(tx.sql, policy)} WHERE campaign_id = :id AND position = :position`,
    {
      ...plannedParams({ id: row.id, policy, nowMs }),
      position,
    },
  );
  if (!found) throw new StoreRefusal('not-found', 'the campaign has no such contact');
  return {
    campaign: toCampaign(row),
    plan: await planOf(tx, row, nowMs),
    contact: toPlanned(found, (await pastsOf(tx, row.id, [found])).get(position)),
    dueReason: found.dueReason,
    facts: (await campaignStatus(tx, row.id, nowMs)).facts,
    ...(await heldBackBy(tx)),
    liveCallsOfAccount: await liveCallsOfAccount(tx),
    lists: await listsOf(tx, found.number, policy, nowMs),
    listsMissing: await listsMissing(tx, policy),
    oldCopies: await oldCopies(tx, policy, await accountRow(tx), nowMs),
    numberOn: await numberOn(tx, row.id, position),
    nextSlotMs: await nextSlotOf(tx, row, policy),
  };
}

async function heldBackBy(tx: Tx): Promise<Pick<ContactFacts, 'hold' | 'retryAfter'>> {
  const { hold, retryAfter } = await accountRow(tx);
  return { hold, retryAfter };
}

async function listsOf(
  tx: Tx,
  number: string,
  { suppressionLists }: Policy,
  nowMs: number,
): Promise<ContactFacts['lists']> {
  return (
    await tx.all<{ id: string; untilMs: number | null }>(
      `SELECT list AS id, until_ms FROM suppressions
       WHERE number = :number AND (until_ms IS NULL OR until_ms > :nowMs) ORDER BY list`,
      { number, nowMs },
    )
  ).map(({ id, untilMs }) => ({ id, untilMs, counts: suppressionLists?.includes(id) ?? true }));
}

/** The live or unknown call of the contact's number, or of its person. */
async function numberOn(
  tx: Tx,
  id: CampaignId,
  position: number,
): Promise<ContactFacts['numberOn']> {
  const on = await tx.get<NonNullable<ContactFacts['numberOn']>>(
    `SELECT calls.ref, CASE calls.state WHEN 'ended' THEN 'unknown' ELSE calls.state END AS state
     FROM contacts JOIN live_numbers ON ${OF_SAME_PERSON} JOIN calls ON calls.ref = live_numbers.ref
     WHERE contacts.campaign_id = :id AND contacts.position = :position
     ORDER BY live_numbers.number = contacts.number DESC LIMIT 1`,
    { id, position },
  );
  return on ?? null;
}

async function nextSlotOf(tx: Tx, row: CampaignRow, policy: Policy): Promise<number | null> {
  const slots = [
    (await accountRow(tx)).pace?.nextSlotMs,
    policy.callsPerSecond === null ? undefined : row.nextSlotMs,
  ].filter((slotMs) => slotMs !== undefined);
  return slots.length === 0 ? null : Math.ceil(Math.max(...slots));
}
