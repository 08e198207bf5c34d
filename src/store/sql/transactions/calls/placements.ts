import { holdAfterSilentProbe } from '../../../../domain/account/hold.ts';
import type { PlacementKey } from '../../../../domain/ids.ts';
import { describeRefusal, type PlacementMeaning } from '../../../../domain/calls/placement.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { PlacementStore, RecordedPlacement } from '../../../calls/placement-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import {
  accept,
  noteMismatch,
  readForAcceptance,
  type AcceptanceReads,
} from '../../steps/calls/acceptance.ts';
import { changeHold } from '../../steps/hold.ts';
import { noteRetryAfter } from '../../steps/retry-after.ts';
import { correctUnknownEnd, dueNow, notDialled } from '../../steps/calls/call-endings.ts';
import { setWaiting } from '../../steps/calls/call-moves.ts';
import { callBoundTo, lockCall, type CallRow } from '../../rows/call-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { uncountDial } from '../../steps/campaigns/eligibility.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import {
  findPlacementRow,
  insertPlacement,
  keyOf,
  openPlacement,
  toRecorded,
  writeResult,
  type PlacementRow,
} from '../../rows/placement-rows.ts';
import { refuse } from '../../steps/calls/refusals.ts';
import { countUnknown } from '../../steps/calls/unknown-row.ts';
import { release } from '../../steps/campaigns/spending.ts';

type OutcomeInput = Parameters<PlacementStore['recordPlacement']>[2];
interface Outcome {
  call: CallRow;
  placement: PlacementRow;
  nowMs: number;
  /** For an acceptance. */
  read?: AcceptanceReads | undefined;
}

export function placementStore(
  db: Database,
): Pick<
  PlacementStore,
  'recordPlacement' | 'resolvePlacement' | 'carrierCallIdsSeen' | 'bindCarrierCall'
> {
  return {
    async recordPlacement(key, meaning, input) {
      return db.writeOfCall(key.ref, (tx) => record(tx, key, meaning, input));
    },

    async resolvePlacement(key, nowMs) {
      return db.write(async (tx) => {
        const call = await lockCall(tx, key.ref);
        const own =
          (await findPlacementRow(tx, key)) ??
          (await insertPlacement(tx, key, { state: 'void', nowMs }));
        const placement = (await openPlacement(tx, key.ref)) ?? own;
        if (placement.state === 'intent') {
          await becomeUnknown(tx, { call, placement, nowMs }, 'its end was not recorded');
        }
        return recorded(tx, placement);
      });
    },

    async carrierCallIdsSeen(key) {
      return (
        await db.all<{ id: string }>(
          `SELECT carrier_call_id AS id FROM inbox
           WHERE ref = :ref AND placement = :placement AND carrier_call_id IS NOT NULL
           GROUP BY carrier_call_id ORDER BY min(id)`,
          keyOf(key),
        )
      ).map(({ id }) => id);
    },

    async bindCarrierCall(key, carrierCallId, nowMs) {
      return db.write(async (tx) => {
        const call = await lockCall(tx, key.ref);
        const placement = await openOrThrow(tx, key);
        const isOpen = placement.state === 'unknown' || placement.state === 'intent';
        if (isOpen) return accept(tx, { call, placement, carrierCallId, status: undefined, nowMs });
        if (placement.carrierCallId === carrierCallId) return true;
        await noteMismatch(tx, { call, placement, nowMs });
        return false;
      });
    },
  };
}

async function record(
  tx: Tx,
  key: PlacementKey,
  meaning: PlacementMeaning,
  input: OutcomeInput,
): Promise<RecordedPlacement> {
  const [call, found, read] = await Promise.all([
    lockCall(tx, key.ref),
    findPlacementRow(tx, key),
    meaning.kind === 'accepted' ? readForAcceptance(tx, key, meaning.carrierCallId) : undefined,
  ]);
  const placement = mustExist(found, key);
  const outcome = { call, placement, nowMs: input.nowMs, read };
  // Also an `unknown` row is updated, because the answer may arrive after `resolvePlacement`.
  if (placement.state !== 'intent' && placement.state !== 'unknown') {
    const other = meaning.kind === 'accepted' && meaning.carrierCallId !== placement.carrierCallId;
    if (other) await noteMismatch(tx, outcome);
    return toRecorded(placement);
  }
  switch (meaning.kind) {
    case 'accepted':
      return (await take(tx, outcome, meaning)) ?? recorded(tx, key);
    case 'refused':
      tx.alone();
      await refuse(tx, {
        ...outcome,
        ...input,
        refusal: meaning.refusal,
        retryAfter: await noteRetryAfter(tx, askedBy(meaning), input.nowMs),
      });
      break;
    case 'not-sent':
      await becomeNotSent(tx, outcome, meaning.why, input.retryAtMs);
      break;
    case 'unknown':
      if (meaning.retryAfterMs !== undefined)
        await noteRetryAfter(tx, askedBy(meaning), input.nowMs);
      if (placement.state === 'intent') await becomeUnclear(tx, outcome, meaning.why);
      break;
    default:
      return unreachable(meaning);
  }
  return recorded(tx, key);
}

const askedBy = (meaning: PlacementMeaning & { kind: 'refused' | 'unknown' }) =>
  meaning.kind === 'refused'
    ? { askedMs: meaning.refusal.retryAfterMs, reason: describeRefusal(meaning.refusal) }
    : { askedMs: meaning.retryAfterMs, reason: meaning.why };

/**
 * If the id belongs to another call, the outcome is unknown: a call may have been placed, and its id is not known.
 * @returns undefined: the placement is not accepted
 */
async function take(
  tx: Tx,
  outcome: Outcome,
  { carrierCallId, status }: PlacementMeaning & { kind: 'accepted' },
): Promise<RecordedPlacement | undefined> {
  const { placement } = outcome;
  if (await accept(tx, { ...outcome, carrierCallId, status }))
    return {
      ...toRecorded(placement),
      state: 'accepted',
      carrierCallId,
      verdict: null,
      why: null,
    };
  if (placement.state !== 'intent') return undefined;
  const other = await callBoundTo(tx, carrierCallId);
  const whose =
    other === undefined ? 'an id that is not this call\u2019s' : `the id of call ${other}`;
  await becomeUnclear(tx, outcome, `its answer (${status}) names ${whose}`);
  return undefined;
}

/** An answer, or its absence, speaks about the carrier. A worker that left its intent open says nothing of it. */
async function becomeUnclear(tx: Tx, outcome: Outcome, why: string): Promise<void> {
  await becomeUnknown(tx, outcome, why);
  await countUnknown(tx, outcome.call, { why, nowMs: outcome.nowMs });
}

async function becomeUnknown(tx: Tx, outcome: Outcome, why: string): Promise<void> {
  const { call, placement, nowMs } = outcome;
  await writeResult(tx, placement, { state: 'unknown', why, nowMs });
  tx.send(`UPDATE calls SET state = 'unknown' WHERE ref = :ref AND state <> 'ended'`, {
    ref: call.ref,
  });
  await giveLeaseBack(tx, outcome);
  await noteOutcome(tx, outcome, `outcome unknown: ${why}`);
}

async function becomeNotSent(
  tx: Tx,
  outcome: Outcome,
  why: string,
  retryAtMs: number,
): Promise<void> {
  const { call, placement, nowMs } = outcome;
  await writeResult(tx, placement, { state: 'not-sent', why, nowMs });
  await giveLeaseBack(tx, outcome);
  await uncountDial(tx, call);
  await release(tx, call);
  await noteOutcome(tx, outcome, `not sent: ${why}`);
  if (call.state === 'ended') {
    tx.alone();
    await correctUnknownEnd(tx, call, notDialled(why, dueNow(nowMs), nowMs));
  } else {
    await setWaiting(tx, call.ref, { reason: `not sent: ${why}`, untilMs: retryAtMs, nowMs });
  }
}

async function giveLeaseBack(tx: Tx, { call, nowMs }: Outcome): Promise<void> {
  await changeHold(tx, (hold) => holdAfterSilentProbe(hold, call.ref, nowMs), { nowMs });
}

async function noteOutcome(
  tx: Tx,
  { call, placement, nowMs }: Outcome,
  what: string,
): Promise<void> {
  await writeTimeline(tx, call.ref, {
    kind: 'placement',
    text: `placement ${placement.placement}: ${what}`,
    placement: placement.placement,
    nowMs,
  });
}

const openOrThrow = async (tx: Tx, key: PlacementKey): Promise<PlacementRow> =>
  mustExist(await findPlacementRow(tx, key), key);

function mustExist(row: PlacementRow | undefined, key: PlacementKey): PlacementRow {
  if (!row) throw new StoreRefusal('not-found', 'there is no such placement', keyOf(key));
  return row;
}

const recorded = async (tx: Tx, key: PlacementKey): Promise<RecordedPlacement> =>
  toRecorded((await findPlacementRow(tx, key))!);
