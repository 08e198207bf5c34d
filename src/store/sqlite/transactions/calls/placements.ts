import { holdAfterSilentProbe } from '../../../../domain/account/hold.ts';
import type { PlacementKey } from '../../../../domain/ids.ts';
import type { PlacementMeaning } from '../../../../domain/calls/placement.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { PlacementStore, RecordedPlacement } from '../../../calls/placement-store.ts';
import { StoreRefusal } from '../../../store.ts';
import { accept, noteMismatch } from '../../steps/calls/acceptance.ts';
import { changeHold } from '../../steps/hold.ts';
import { correctUnknownEnd, dueNow, notDialled } from '../../steps/calls/call-endings.ts';
import { setWaiting } from '../../steps/calls/call-moves.ts';
import { callBoundTo, callRow, type CallRow } from '../../rows/call-rows.ts';
import type { Connection } from '../../engine/connection.ts';
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
import { release } from '../../steps/campaigns/spending.ts';

type OutcomeInput = Parameters<PlacementStore['recordPlacement']>[2];
interface Outcome {
  call: CallRow;
  placement: PlacementRow;
  nowMs: number;
}

export function placementStore(
  db: Connection,
): Pick<
  PlacementStore,
  'recordPlacement' | 'resolvePlacement' | 'carrierCallIdsSeen' | 'bindCarrierCall'
> {
  return {
    async recordPlacement(key, meaning, input) {
      return db.write(() => record(db, key, meaning, input));
    },

    async resolvePlacement(key, nowMs) {
      return db.write(() => {
        const call = callRow(db, key.ref);
        const own = findPlacementRow(db, key) ?? insertPlacement(db, key, { state: 'void', nowMs });
        const placement = openPlacement(db, key.ref) ?? own;
        if (placement.state === 'intent') {
          becomeUnknown(db, { call, placement, nowMs }, 'its end was not recorded');
        }
        return recorded(db, placement);
      });
    },

    async carrierCallIdsSeen(key) {
      return db
        .all<{ id: string }>(
          `SELECT carrier_call_id AS id FROM inbox
           WHERE ref = :ref AND placement = :placement AND carrier_call_id IS NOT NULL
           GROUP BY carrier_call_id ORDER BY min(id)`,
          keyOf(key),
        )
        .map(({ id }) => id);
    },

    async bindCarrierCall(key, carrierCallId, nowMs) {
      return db.write(() => {
        const call = callRow(db, key.ref);
        const placement = openOrThrow(db, key);
        const isOpen = placement.state === 'unknown' || placement.state === 'intent';
        if (isOpen) return accept(db, { call, placement, carrierCallId, status: undefined, nowMs });
        if (placement.carrier_call_id === carrierCallId) return true;
        noteMismatch(db, { call, placement, nowMs });
        return false;
      });
    },
  };
}

function record(
  db: Connection,
  key: PlacementKey,
  meaning: PlacementMeaning,
  input: OutcomeInput,
): RecordedPlacement {
  const call = callRow(db, key.ref);
  const placement = openOrThrow(db, key);
  const outcome = { call, placement, nowMs: input.nowMs };
  // Also an `unknown` row is updated, because the answer may arrive after `resolvePlacement`.
  if (placement.state !== 'intent' && placement.state !== 'unknown') {
    const other =
      meaning.kind === 'accepted' && meaning.carrierCallId !== placement.carrier_call_id;
    if (other) noteMismatch(db, outcome);
    return toRecorded(placement);
  }
  switch (meaning.kind) {
    case 'accepted':
      take(db, outcome, meaning);
      break;
    case 'refused':
      refuse(db, { ...outcome, ...input, refusal: meaning.refusal });
      break;
    case 'not-sent':
      becomeNotSent(db, outcome, meaning.why, input.retryAtMs);
      break;
    case 'unknown':
      if (placement.state === 'intent') becomeUnknown(db, outcome, meaning.why);
      break;
    default:
      return unreachable(meaning);
  }
  return recorded(db, key);
}

/** If the id belongs to another call, the outcome is unknown: a call may have been placed, and its id is not known. */
function take(
  db: Connection,
  outcome: Outcome,
  { carrierCallId, status }: PlacementMeaning & { kind: 'accepted' },
): void {
  if (accept(db, { ...outcome, carrierCallId, status })) return;
  if (outcome.placement.state !== 'intent') return;
  const other = callBoundTo(db, carrierCallId);
  const whose =
    other === undefined ? 'an id that is not this call\u2019s' : `the id of call ${other}`;
  becomeUnknown(db, outcome, `its answer (${status}) names ${whose}`);
}

function becomeUnknown(db: Connection, outcome: Outcome, why: string): void {
  const { call, placement, nowMs } = outcome;
  writeResult(db, placement, { state: 'unknown', why, nowMs });
  db.run(`UPDATE calls SET state = 'unknown' WHERE ref = :ref AND state <> 'ended'`, {
    ref: call.ref,
  });
  giveLeaseBack(db, outcome);
  noteOutcome(db, outcome, `outcome unknown: ${why}`);
}

function becomeNotSent(db: Connection, outcome: Outcome, why: string, retryAtMs: number): void {
  const { call, placement, nowMs } = outcome;
  writeResult(db, placement, { state: 'not-sent', why, nowMs });
  giveLeaseBack(db, outcome);
  uncountDial(db, call);
  release(db, call);
  noteOutcome(db, outcome, `not sent: ${why}`);
  if (call.state === 'ended') {
    correctUnknownEnd(db, call, notDialled(why, dueNow(nowMs), nowMs));
  } else {
    setWaiting(db, call.ref, { reason: `not sent: ${why}`, untilMs: retryAtMs, nowMs });
  }
}

function giveLeaseBack(db: Connection, { call, nowMs }: Outcome): void {
  changeHold(db, (hold) => holdAfterSilentProbe(hold, call.ref, nowMs), { nowMs });
}

function noteOutcome(db: Connection, { call, placement, nowMs }: Outcome, what: string): void {
  writeTimeline(db, call.ref, {
    kind: 'placement',
    text: `placement ${placement.placement}: ${what}`,
    placement: placement.placement,
    nowMs,
  });
}

function openOrThrow(db: Connection, key: PlacementKey): PlacementRow {
  const row = findPlacementRow(db, key);
  if (!row) throw new StoreRefusal('not-found', 'there is no such placement', keyOf(key));
  return row;
}

const recorded = (db: Connection, key: PlacementKey): RecordedPlacement =>
  toRecorded(findPlacementRow(db, key)!);
