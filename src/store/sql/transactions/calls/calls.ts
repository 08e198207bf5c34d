import { deeper } from '../../../../domain/calls/call-state.ts';
import { deepens, isNotPlaced } from '../../../../domain/calls/disposition.ts';
import type { WebhookHealth } from '../../../../domain/account/webhook-health.ts';
import { parseCallRef, type CallRef } from '../../../../domain/ids.ts';
import type { CallEnding, CallNames, CallStore, PlacementView } from '../../../calls/call-store.ts';
import {
  correctEnd,
  endLiveCall,
  readForEnd,
  type CallEnd,
  type EndedRow,
  type EndReads,
} from '../../steps/calls/call-endings.ts';
import {
  callRow,
  changeCall,
  changedCall,
  findCallRow,
  lockCall,
  toCall,
  type CallRow,
} from '../../rows/call-rows.ts';
import { policyOfVersion } from '../../rows/campaign-rows.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { callPage } from './call-lists.ts';
import { writeTimeline, timelineOf } from '../../rows/timeline.ts';
import { notePoll } from '../../steps/calls/poll-state.ts';
import { placementRows, type PlacementRow } from '../../rows/placement-rows.ts';
import { shownCall } from '../../steps/calls/queued-calls.ts';
import { expectedRecording } from '../../steps/calls/recording-moves.ts';
import { billOf, openSettlement, settle } from '../../steps/calls/settlement.ts';
import { lockCallAndHealth, noteCallSeen } from './webhooks.ts';

export function callStore(
  db: Database,
): Omit<CallStore, 'askHangup' | 'takeHangups' | 'noteHangup' | 'resolveCall'> {
  return {
    async call(ref) {
      // Nearly all calls that are asked for have a row, and one statement needs no transaction.
      const row = await findCallRow(db, ref);
      return row ? toCall(row) : db.read((tx) => shownCall(tx, ref));
    },

    async calls(list, page) {
      return callPage(db, list, page);
    },

    async callNames(calls) {
      const asked = calls.map(({ ref, campaignId, contact, agentId }) => {
        return { ref, campaignId, contact, agentId };
      });
      const rows = await db.all<CallNames & { ref: CallRef }>(
        `SELECT value ->> 'ref' AS ref, campaigns.name AS campaign, agents.name AS agent,
                contacts.name AS contact, contacts.row_key
         FROM ${db.sql.objects(':asked')}
         LEFT JOIN campaigns ON campaigns.id = value ->> 'campaignId'
         LEFT JOIN agents ON agents.id = value ->> 'agentId'
         LEFT JOIN contacts ON contacts.campaign_id = value ->> 'campaignId'
                           AND contacts.position = CAST(value ->> 'contact' AS INTEGER)`,
        { asked: rowsAsJson(asked) },
      );
      return new Map(rows.map(({ ref, ...names }) => [ref, names]));
    },

    async timeline(ref) {
      return db.read(async (tx) => {
        await shownCall(tx, ref);
        return timelineOf(tx, ref);
      });
    },

    async placements(ref) {
      return db.read(async (tx) => {
        await shownCall(tx, ref);
        return (await placementRows(tx, ref)).map(toView);
      });
    },

    async note(ref, { text, nowMs }) {
      await db.writeOfCall(ref, async (tx) =>
        writeTimeline(tx, (await lockCall(tx, ref)).ref, { kind: 'note', text, nowMs }),
      );
    },

    async notePoll(ref, poll) {
      return db.writeOfCall(ref, async (tx) => notePoll(tx, await lockCall(tx, ref), poll));
    },

    async endCall(ref, ending, nowMs) {
      return db.write(async (tx) => {
        const [{ call, webhooks }, read] = await Promise.all([
          lockCallAndHealth(tx, ref),
          readByRef(tx, ref, ending),
        ]);
        const when = { nowMs, claimNext: true, read, webhooks };
        const ended = await endCall(tx, call, ending, when);
        return ended === 'outdated' ? ended : { call: toCall(ended.row), after: ended.after };
      }, 'by-rows');
    },

    async settleCall(ref, cost, nowMs) {
      return db.write(async (tx) => {
        const call = await lockCall(tx, ref);
        return toCall(await settle(tx, call, { cost, source: 'get' }, nowMs));
      }, 'by-rows');
    },

    async giveUpSettling(ref, nowMs) {
      return db.write(async (tx) => {
        const call = await lockCall(tx, ref);
        if (call.settlement !== 'open') return toCall(call);
        const { unreadableCost: shown } = call;
        const text =
          shown === null
            ? 'no cost came in time'
            : `the cost that the carrier shows cannot be read: ${shown}`;
        const given = await changedCall(tx, ref, { settlement: 'unsettled' });
        await writeTimeline(tx, ref, { kind: 'settled', text, nowMs });
        return toCall(given);
      });
    },
  };
}

function toView(row: PlacementRow): PlacementView {
  return {
    placement: row.placement,
    state: row.state,
    intentAtMs: row.intentAtMs,
    outcomeAtMs: row.outcomeAtMs,
    status: row.status,
    code: row.code,
    why: row.details === null ? row.why : `${row.why ?? 'refused'}: ${row.details}`,
    zoneRules: row.zoneRules,
  };
}

/** Undefined: it is no reference of a call. */
async function readByRef(
  tx: Tx,
  ref: CallRef,
  { disposition }: CallEnding,
): Promise<EndReads | undefined> {
  const parts = parseCallRef(ref);
  return parts && readForEnd(tx, { ref, ...parts }, disposition);
}

interface EndedWhen {
  nowMs: number;
  claimNext: boolean;
  /** What was asked for together with the call. */
  read?: EndReads | undefined;
  webhooks?: WebhookHealth | undefined;
}

export async function endCall(
  tx: Tx,
  call: CallRow,
  ending: CallEnding,
  when: EndedWhen,
): Promise<'outdated' | EndedRow> {
  const { nowMs } = when;
  if (call.deepest !== null && deeper(ending.deepest, call.deepest) !== ending.deepest) {
    return 'outdated';
  }
  const untaken = call.disposition !== null && isNotPlaced(call.disposition);
  if (untaken && call.carrierCallId === null) {
    const text = `GET shows the end (${ending.disposition}) of a call that the carrier had not accepted`;
    await writeTimeline(tx, call.ref, { kind: 'note', text, nowMs });
    return { row: call, after: null };
  }
  if (call.state !== 'ended') return endLive(tx, call, ending, when);
  await correctEnded(tx, call, ending, nowMs);
  return { row: await callRow(tx, call.ref), after: null };
}

const endOf = (
  { disposition, reason, confirmed, spendsAttempt }: CallEnding,
  nowMs: number,
): CallEnd => ({ disposition, reason, confirmed, spendsAttempt, nowMs });

async function endLive(
  tx: Tx,
  call: CallRow,
  ending: CallEnding,
  { nowMs, claimNext, read, webhooks }: EndedWhen,
): Promise<EndedRow> {
  const { cost, webhookReceived, recordingExpected } = ending;
  if (webhookReceived !== null) await noteCallSeen(tx, webhookReceived, nowMs, webhooks);
  const opens = cost === null && call.settlement === 'none';
  return endLiveCall(tx, call, endOf(ending, nowMs), {
    claimNext,
    read,
    ...(opens && { change: { settlement: 'open' } }),
    bill: cost === null ? undefined : billOf(call, { cost, source: 'get' }, nowMs),
    recordingExpected,
  });
}

async function correctEnded(
  tx: Tx,
  call: CallRow,
  ending: CallEnding,
  nowMs: number,
): Promise<void> {
  const { disposition, confirmed, cost } = ending;
  const end = endOf(ending, nowMs);
  if (
    call.disposition !== null &&
    (isSaidByPerson(call) || deepens(call.disposition, disposition) || outranks(call, ending))
  ) {
    await correctEnd(tx, call, end);
  } else if (confirmed && call.confirmed === 0 && call.disposition === disposition) {
    await changeCall(tx, call.ref, { confirmed: 1 });
  }
  const now = await callRow(tx, call.ref);
  if (cost === null) await openSettlement(tx, now);
  else await settle(tx, now, { cost, source: 'get' }, nowMs);
  if (!ending.recordingExpected) return;
  const policy = await policyOfVersion(tx, call.campaignId, call.policyVersion);
  const recording = await expectedRecording(tx, call, policy);
  if (recording) await changeCall(tx, call.ref, { recording });
}

/** An end that GET confirms replaces one that only an event reported, whichever is deeper. */
const outranks = (call: CallRow, end: Pick<CallEnding, 'confirmed' | 'disposition'>): boolean =>
  end.confirmed && call.confirmed === 0 && call.disposition !== end.disposition;

/** A person had closed an unknown call, and later the carrier turned out to have it. */
const isSaidByPerson = (call: CallRow): boolean =>
  call.disposition === 'not-dialled' && call.carrierCallId !== null;
