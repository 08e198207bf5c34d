import { foldEvents } from '../../../../domain/calls/call-state.ts';
import { withEvent, type CallTimes, type TimedEvent } from '../../../../domain/calls/call-times.ts';
import { holdAfterAcceptance, type Hold } from '../../../../domain/account/hold.ts';
import type { CallRef, CampaignId, PlacementKey } from '../../../../domain/ids.ts';
import { accountRow, type AccountRow } from '../../rows/account-row.ts';
import { changeHold } from '../hold.ts';
import {
  callBoundTo,
  type CallChange,
  type CallRow,
  changeCall,
  withFacts,
} from '../../rows/call-rows.ts';
import { advanced } from './call-moves.ts';
import type { Tx } from '../../engine/tx.ts';
import { eventsOf, ownEvents, type PlacementEvent } from './foreign-events.ts';
import { reclaimContact } from '../campaigns/contact-moves.ts';
import { addToTimeline, writeTimeline } from '../../rows/timeline.ts';
import { keyOf, writeResult, type PlacementRow } from '../../rows/placement-rows.ts';

export interface Acceptance {
  call: CallRow;
  placement: PlacementRow;
  carrierCallId: string;
  /** Status of the answer to the POST; undefined: a webhook or a call record is the evidence. */
  status: number | undefined;
  /** The evidence is a call record, maybe hours old, so it ends no row of refusals or unknown placements. */
  byRecord?: boolean;
  nowMs: number;
  /** What was read of it, behind the lock of the call. */
  read?: AcceptanceReads | undefined;
}

export interface AcceptanceReads {
  boundTo: CallRef | undefined;
  events: readonly PlacementEvent[];
  account: AccountRow;
}

/** Can be asked for together with the call. */
export async function readForAcceptance(
  tx: Tx,
  key: PlacementKey,
  carrierCallId: string,
): Promise<AcceptanceReads> {
  const [boundTo, events, account] = await Promise.all([
    callBoundTo(tx, carrierCallId),
    eventsOf(tx, key),
    accountRow(tx),
  ]);
  return { boundTo, events, account };
}

/**
 * Binds the carrier's id to a placement whose outcome was open. False: the id or the call is bound to another. Then
 * only a line is added to the timeline.
 */
export async function accept(tx: Tx, acceptance: Acceptance): Promise<boolean> {
  const { call, placement, carrierCallId, status, nowMs } = acceptance;
  const read = acceptance.read ?? (await readForAcceptance(tx, keyOf(placement), carrierCallId));
  const { account } = read;
  if (isBoundOtherwise(call, carrierCallId, read)) {
    await noteMismatch(tx, acceptance);
    return false;
  }
  await writeResult(tx, placement, { state: 'accepted', carrierCallId, status, nowMs });
  const events = ownEvents(tx, keyOf(placement), { events: read.events, carrierCallId });
  const text = `placement ${placement.placement}: accepted`;
  await addToTimeline(tx, call.ref, {
    kind: 'placement',
    text,
    placement: placement.placement,
    nowMs,
  });
  const wasUnknown = call.state === 'unknown' || call.disposition === 'unknown';
  const change: CallChange = {
    carrierCallId,
    waitingReason: null,
    waitingUntilMs: null,
    ...(call.settlement === 'none' && { settlement: 'open' }),
    ...(call.disposition === 'unknown' && LIVE_AGAIN),
    ...liveColumns(wasUnknown ? { ...call, state: 'accepted' } : call, events),
    times: timesOfOwn(events.own, placement.intentAtMs),
    touchedAtMs: nowMs,
  };
  await changeCall(tx, call.ref, withFacts(call, change));
  if (call.disposition === 'unknown') await reopen(tx, call);
  if (!acceptance.byRecord) await endRowsOfCampaign(tx, call.campaignId);
  const afterIt = (hold: Hold | undefined) =>
    holdAfterAcceptance(hold, placement.intentAtMs, nowMs);
  const { unknownsInARow } = await changeHold(tx, afterIt, { nowMs, account });
  if (!acceptance.byRecord && unknownsInARow > 0)
    tx.send('UPDATE account SET unknowns_in_a_row = 0');
  return true;
}

/** Evidence that arrived before the id was known moves the call on, unless it was about another call. */
function liveColumns(
  call: CallRow,
  { own, areForeign }: ReturnType<typeof ownEvents>,
): Pick<CallChange, 'state' | 'deepest'> {
  if (call.state === 'ended') return {};
  const known = areForeign ? { ...call, state: 'accepted' as const, deepest: null } : call;
  return {
    ...(areForeign && { state: 'accepted', deepest: null }),
    ...advanced(known, foldEvents(own).deepest),
  };
}

/** From the call's own events only: others may have arrived before the id was known. */
const timesOfOwn = (own: readonly TimedEvent[], intentAtMs: number): string =>
  JSON.stringify(own.reduce<CallTimes>((times, event) => withEvent(times, event, intentAtMs), {}));

/** Without a write, unless there is a row: all calls of the campaign share it. */
async function endRowsOfCampaign(tx: Tx, id: CampaignId): Promise<void> {
  tx.send(
    `UPDATE campaigns SET refusals_in_a_row = 0, unknowns_in_a_row = 0
     WHERE id = :id AND (refusals_in_a_row <> 0 OR unknowns_in_a_row <> 0)`,
    { id },
  );
}

export async function noteMismatch(
  tx: Tx,
  { call, placement, nowMs }: Pick<Acceptance, 'call' | 'placement' | 'nowMs'>,
): Promise<void> {
  await writeTimeline(tx, call.ref, {
    kind: 'note',
    text: 'id-mismatch: the bound id is another one, or the id from the carrier is bound to another call',
    placement: placement.placement,
    nowMs,
  });
}

const isBoundOtherwise = (
  call: CallRow,
  carrierCallId: string,
  { boundTo }: AcceptanceReads,
): boolean =>
  call.carrierCallId === null ? boundTo !== undefined : call.carrierCallId !== carrierCallId;

export const LIVE_AGAIN = {
  disposition: null,
  reason: null,
  confirmed: null,
  spentAttempt: 0,
  endedAtMs: null,
  redial: null,
} satisfies CallChange;

// The call kept its number, and its contact was locked. Its agent may be on another call by now.
async function reopen(tx: Tx, call: CallRow): Promise<void> {
  tx.alone();
  tx.send('UPDATE campaigns SET live_calls = live_calls + 1 WHERE id = :id', {
    id: call.campaignId,
  });
  await reclaimContact(tx, call);
}
