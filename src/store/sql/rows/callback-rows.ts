/** Rows of callbacks and of their turns, with the state of each turn's contact. */
import {
  allowedChanges,
  callbackState,
  isTurnOpen,
  SKIPPED,
  AGENT_WAITS,
  turnStatus,
  type AgentWait,
  type CallbackFacts,
  type Skipped,
  type TurnContact,
  type TurnStatus,
  type Withdrawn,
} from '../../../domain/callbacks/callback-turn.ts';
import type { Disposition } from '../../../domain/calls/disposition.ts';
import type { Span } from '../../../domain/zone.ts';
import type { CallbackId, CallRef, CampaignId } from '../../../domain/ids.ts';
import type { Callback, CallbackSettings, CallbackTurn } from '../../campaigns/callback-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface CallbackRow extends Pick<
  Callback,
  'id' | 'number' | 'callRef' | 'life' | 'nextAtMs' | 'turns' | 'createdAtMs'
> {
  serial: number;
  /** JSON of CallbackSettings. */
  settings: string;
  version: number;
  scheduleVersion: number;
}

export async function callbackRow(tx: Tx, id: CallbackId): Promise<CallbackRow> {
  const row = await tx.get<CallbackRow>('SELECT * FROM callbacks WHERE id = :id', { id });
  if (!row) throw new StoreRefusal('not-found', 'there is no such callback', { callback: id });
  return row;
}

export const settingsOf = ({ settings }: Pick<CallbackRow, 'settings'>): CallbackSettings =>
  JSON.parse(settings) as CallbackSettings;

export const recurs = (settings: CallbackSettings): boolean => settings.times.kind === 'every';

interface TurnRow {
  turn: number;
  atMs: number;
  notAfterMs: number;
  campaignId: CampaignId | null;
  contact: number | null;
  skipped: Skipped | null;
  withdrawn: Withdrawn | null;
  state: TurnContact['state'] | null;
  dueAtMs: number | null;
  dueReason: string | null;
  /** Until when only its own agent may take it; null: any agent may. */
  aloneUntilMs: number | null;
  ownState: 'ready' | 'paused' | null;
  ownIsFull: 0 | 1 | null;
  ownWrapUpUntilMs: number | null;
  ownPausedUntilMs: number | null;
  ref: CallRef | null;
  disposition: Disposition | null;
  text: string | null;
}

// Of a turn whose calls were deleted, the contact knows how the last one ended.
const TURN_COLUMNS = `turn, at_ms, callback_turns.not_after_ms, callback_turns.campaign_id, callback_turns.contact, skipped,
         withdrawn, contacts.state, due_at_ms, due_reason, agent_alone_until_ms AS alone_until_ms,
         own.state AS own_state, own.live >= own.capacity AS own_is_full,
         own.wrap_up_until_ms AS own_wrap_up_until_ms, own.paused_until_ms AS own_paused_until_ms, reached.ref, last.reason AS text,
         coalesce(reached.disposition, CASE WHEN contacts.state = 'final' THEN nullif(contacts.disposition, 'not-dialled') END) AS disposition`;
const TURN_FACTS = `
  LEFT JOIN contacts
    ON contacts.campaign_id = callback_turns.campaign_id AND contacts.position = callback_turns.contact
  LEFT JOIN agents AS own ON own.id = contacts.agent_id
  LEFT JOIN calls AS reached ON reached.id = (
    SELECT id FROM calls
    WHERE calls.campaign_id = callback_turns.campaign_id AND calls.contact = callback_turns.contact
      AND disposition IS DISTINCT FROM 'not-dialled'
    ORDER BY ordinal DESC LIMIT 1)
  LEFT JOIN calls AS last
    ON last.campaign_id = callback_turns.campaign_id AND last.contact = callback_turns.contact
      AND last.ordinal = contacts.calls`;
const TURNS = `SELECT ${TURN_COLUMNS} FROM callback_turns ${TURN_FACTS}`;

function toTurn(row: TurnRow, nowMs: number): CallbackTurn {
  const contact = row.state && {
    state: row.state,
    dueAtMs: row.dueAtMs ?? row.atMs,
    reason: row.dueReason,
    waitsFor: agentWait(row, nowMs),
    disposition: row.disposition,
  };
  const { skipped, withdrawn, notAfterMs } = row;
  const status = turnStatus({ notAfterMs, skipped, withdrawn, contact }, nowMs);
  return {
    ...status,
    turn: row.turn,
    atMs: row.atMs,
    dueAtMs: row.state === 'due' ? row.dueAtMs : null,
    notAfterMs,
    contact: row.contact === null ? null : { campaignId: row.campaignId!, position: row.contact },
    ref: row.ref,
    disposition: row.disposition,
    text: textOf(row, status),
  };
}

function textOf({ skipped, text }: TurnRow, { state, reason }: TurnStatus): string | null {
  if (skipped !== null) return SKIPPED[skipped];
  if (state !== 'due' || reason === null) return text;
  return reason in AGENT_WAITS ? AGENT_WAITS[reason as AgentWait] : text;
}

function agentWait(row: TurnRow, nowMs: number): AgentWait | null {
  if (row.ownState === null || (row.aloneUntilMs ?? Infinity) <= nowMs) return null;
  if (row.ownState === 'paused' || (row.ownPausedUntilMs ?? 0) > nowMs) return 'agent-paused';
  if (row.ownIsFull === 1) return 'agent-on-call';
  return (row.ownWrapUpUntilMs ?? 0) > nowMs ? 'agent-wrap-up' : null;
}

/** The open turn, after which others may have been skipped; else the last turn. */
export async function lastTurn(
  tx: Tx,
  id: CallbackId,
  nowMs: number,
): Promise<CallbackTurn | null> {
  const last = async (which: string) => {
    const sql = `${TURNS} WHERE callback_id = :id ${which} ORDER BY turn DESC LIMIT 1`;
    const row = await tx.get<TurnRow>(sql, { id });
    return row ? toTurn(row, nowMs) : null;
  };
  const dialled = await last('AND skipped IS NULL');
  return dialled && isTurnOpen(dialled) ? dialled : await last('');
}

/** Turns before turn `before`, newest first. */
export async function turnsBefore(
  tx: Tx,
  id: CallbackId,
  { before, limit, nowMs }: { before: number; limit: number; nowMs: number },
): Promise<CallbackTurn[]> {
  return (
    await tx.all<TurnRow>(
      `${TURNS} WHERE callback_id = :id AND turn < :before ORDER BY turn DESC LIMIT :limit`,
      { id, before, limit },
    )
  ).map((row) => toTurn(row, nowMs));
}

/** Turns in a span, by time, with what names their callbacks. */
export async function turnsInSpan(
  tx: Tx,
  { fromMs, toMs }: Span,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<{ turn: CallbackTurn; of: NamedRow }[]> {
  const rows = await tx.all<TurnRow & NamedRow>(
    `SELECT callbacks.id, callbacks.number, callbacks.settings, ${TURN_COLUMNS}
     FROM callback_turns JOIN callbacks ON callbacks.id = callback_id ${TURN_FACTS}
     WHERE at_ms >= :fromMs AND at_ms < :toMs ORDER BY at_ms, callback_id, turn LIMIT :limit`,
    { fromMs, toMs, limit },
  );
  return rows.map((row) => ({ turn: toTurn(row, nowMs), of: row }));
}
export type NamedRow = Pick<CallbackRow, 'id' | 'number' | 'settings'>;

export function factsOf(
  row: CallbackRow,
  last: CallbackTurn | null,
): CallbackFacts & { last: CallbackTurn | null } {
  return { life: row.life, nextAtMs: row.nextAtMs, last };
}

export async function toCallback(tx: Tx, row: CallbackRow, nowMs: number): Promise<Callback> {
  const settings = settingsOf(row);
  const last = await lastTurn(tx, row.id, nowMs);
  return {
    ...settings,
    id: row.id,
    number: row.number,
    callRef: row.callRef,
    state: callbackState(factsOf(row, last)),
    life: row.life,
    nextAtMs: row.life === 'active' ? row.nextAtMs : null,
    turns: row.turns,
    last,
    scheduleBehind: recurs(settings) && row.version !== row.scheduleVersion,
    createdAtMs: row.createdAtMs,
  };
}

/** @throws StoreRefusal illegal-move, with the allowed changes */
export function mustAllow(
  row: CallbackRow,
  last: CallbackTurn | null,
  change: ReturnType<typeof allowedChanges>[number],
): void {
  const facts = factsOf(row, last);
  const allowed = allowedChanges(facts);
  if (allowed.includes(change)) return;
  const state = callbackState(facts);
  const facing = { state, allowed: allowed.filter((each) => each !== 'edit') };
  throw new StoreRefusal('illegal-move', `a callback that is ${state} cannot ${change}`, facing);
}
