import { nextTurnAtMs } from '../../../../domain/callbacks/callback.ts';
import type { CallbackMove } from '../../../../domain/callbacks/callback-turn.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type {
  Callback,
  CallbackSettings,
  CallbackStore,
} from '../../../campaigns/callback-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../../requests.ts';
import { mustTakeContacts } from '../../rows/agent-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import {
  callbackRow,
  lastTurn,
  mustAllow,
  recurs,
  settingsOf,
  toCallback,
  turnsBefore,
  type CallbackRow,
} from '../../rows/callback-rows.ts';
import { callbackCalendar } from '../../steps/campaigns/callback-calendar.ts';
import {
  addTurn,
  noteChange,
  makeDueTurns,
  skip,
  withdraw,
} from '../../steps/campaigns/callback-turns.ts';
import { mustNotBeErased } from '../../steps/privacy/erased-numbers.ts';
import { callRow } from '../../rows/call-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { writeOnce } from '../../engine/idempotency.ts';

export function callbackStore(db: Database): CallbackStore {
  return {
    async addCallback(input, key) {
      const { id, nowMs } = input;
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await makeCallback(tx, input, key);
        return shown(tx, id, nowMs);
      });
    },

    async callback(id, nowMs) {
      return db.read((tx) => shown(tx, id, nowMs));
    },

    async callbackTurns(id, { limit, after }, nowMs) {
      return db.read(async (tx) => {
        await callbackRow(tx, id);
        const before = keyBefore(after) || Number.MAX_SAFE_INTEGER;
        const rows = await turnsBefore(tx, id, { before, limit: limit + 1, nowMs });
        return pageOf(rows, limit, { key: ({ turn }) => turn, item: (turn) => turn });
      });
    },

    async callbacks({ state, number }, { limit, after }, nowMs) {
      return db.read(async (tx) => {
        const rows = await tx.all<CallbackRow>(
          `SELECT * FROM callbacks WHERE serial > :after ${number === undefined ? '' : 'AND number = :number'}
           ORDER BY serial LIMIT :most`,
          {
            after: keyBefore(after),
            most: (state === undefined ? limit : MOST_READ) + 1,
            ...(number !== undefined && { number }),
          },
        );
        if (state === undefined) {
          const page = pageOf(rows, limit, { key: serialOf, item: (row) => row });
          return { ...page, items: await shownAll(tx, page.items, nowMs) };
        }
        return inState(tx, rows, { state, limit, nowMs });
      });
    },

    async callbackCalendar(span, limit, nowMs) {
      return db.read((tx) => callbackCalendar(tx, span, limit, nowMs));
    },

    async editCallback({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        precondition?.(await shown(tx, id, nowMs));
        const row = await callbackRow(tx, id);
        const known = settingsOf(row);
        const { removed = [], ...settings } = change(known);
        const changed = JSON.stringify(settings) !== row.settings;
        if (changed) await edit(tx, row, settings, nowMs);
        const before = audited(known);
        const after = { ...audited(settings), ...(removed.length > 0 && { removed }) };
        const target = `callbacks/${id}`;
        await writeAudit(tx, { by: key, what: 'callback.edited', target, before, after, nowMs });
        return { ...(await shown(tx, id, nowMs)), removed };
      });
    },

    async moveCallback({ id, move, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shown(tx, id, nowMs);
        precondition?.(known);
        const before = { state: known.state };
        await moveOn(tx, await callbackRow(tx, id), move, nowMs);
        const callback = await shown(tx, id, nowMs);
        const after = { state: callback.state };
        const target = `callbacks/${id}`;
        await writeAudit(tx, { by: key, what: 'callback.moved', target, before, after, nowMs });
        return callback;
      });
    },

    async makeDueTurns(id, nowMs) {
      return db.write(async (tx) => await makeDueTurns(tx, await callbackRow(tx, id), nowMs));
    },

    async callbackSchedule(id) {
      const row = await db.read((tx) => callbackRow(tx, id));
      const { times, zone } = settingsOf(row);
      const { version, life } = row;
      const over = life === 'cancelled' || row.nextAtMs === null || times.kind === 'once';
      const spec = over ? null : { every: times.every, zone, paused: life === 'paused' };
      return { version, behind: version !== row.scheduleVersion, spec };
    },

    async noteCallbackSchedule(id, version) {
      await db.write(async (tx) =>
        tx.send(
          `UPDATE callbacks SET schedule_version = :version
         WHERE id = :id AND schedule_version < :version`,
          { id, version },
        ),
      );
    },
  };
}

/** @throws StoreRefusal as `addCallback` */
export async function makeCallback(
  tx: Tx,
  input: Parameters<CallbackStore['addCallback']>[0],
  by: IdempotencyKey | undefined,
): Promise<void> {
  const { id, number, callRef, settings, nowMs } = input;
  if (settings.agentId !== null) await mustTakeContacts(tx, settings.agentId);
  if (callRef !== null) await callRow(tx, callRef);
  await mustNotBeErased(tx, number);
  mustBeAhead(settings, { nowMs, made: 0 });
  const row = await insertCallback(tx, input);
  await begin(tx, row, settings, nowMs);
  const target = `callbacks/${id}`;
  await writeAudit(tx, { by, what: 'callback.made', target, after: audited(settings), nowMs });
}

/** False: it is over, or a call of it is under way. */
export async function cancelCallback(
  tx: Tx,
  id: string,
  { by, nowMs }: { by: IdempotencyKey | undefined; nowMs: number },
): Promise<boolean> {
  const before = await shown(tx, id, nowMs);
  if (before.state !== 'scheduled' && before.state !== 'due') return false;
  await moveOn(tx, await callbackRow(tx, id), 'cancel', nowMs);
  const target = `callbacks/${id}`;
  const [was, is] = [{ state: before.state }, { state: 'cancelled' }];
  await writeAudit(tx, { by, what: 'callback.moved', target, before: was, after: is, nowMs });
  return true;
}

const shown = async (tx: Tx, id: string, nowMs: number): Promise<Callback> =>
  toCallback(tx, await callbackRow(tx, id), nowMs);

async function shownAll(tx: Tx, rows: readonly CallbackRow[], nowMs: number): Promise<Callback[]> {
  const callbacks: Callback[] = [];
  for (const row of rows) callbacks.push(await toCallback(tx, row, nowMs));
  return callbacks;
}

const serialOf = ({ serial }: CallbackRow): number => serial;
/** States are computed from contacts and calls, one callback at a time. One page reads at most this many. */
const MOST_READ = 2_000;

async function inState(
  tx: Tx,
  rows: readonly CallbackRow[],
  { state, limit, nowMs }: { state: Callback['state']; limit: number; nowMs: number },
) {
  const items: Callback[] = [];
  let seen = 0;
  for (const row of rows.slice(0, MOST_READ)) {
    if (items.length === limit) break;
    seen += 1;
    const callback = await toCallback(tx, row, nowMs);
    if (callback.state === state) items.push(callback);
  }
  const { next } = pageOf(rows, seen, { key: serialOf, item: () => undefined });
  return { items, next };
}

async function insertCallback(
  tx: Tx,
  { id, number, callRef, settings, nowMs }: Parameters<CallbackStore['addCallback']>[0],
): Promise<CallbackRow> {
  // A one-off callback has no schedule in Temporal.
  const followed = recurs(settings) ? 0 : 1;
  tx.send(
    `INSERT INTO callbacks (id, number, call_ref, settings, life, schedule_version, created_at_ms)
     VALUES (:id, :number, :callRef, :settings, 'active', :followed, :nowMs)`,
    { id, number, callRef, settings: JSON.stringify(settings), followed, nowMs },
  );
  return callbackRow(tx, id);
}

/** Creates the contact of a one-off callback, or sets the next turn of a recurring one. */
async function begin(
  tx: Tx,
  row: CallbackRow,
  settings: CallbackSettings,
  nowMs: number,
): Promise<void> {
  const { times, zone } = settings;
  switch (times.kind) {
    case 'once': {
      const planned = { ...times, dueAtMs: times.atMs };
      if (nowMs > times.notAfterMs) await skip(tx, row, planned, 'paused');
      else await addTurn(tx, row, settings, planned, nowMs);
      return;
    }
    case 'every': {
      const next = nextTurnAtMs(times.every, zone, { afterMs: nowMs, made: row.turns });
      tx.send('UPDATE callbacks SET next_at_ms = :next WHERE id = :id', { id: row.id, next });
      return;
    }
    default:
      unreachable(times);
  }
}

async function edit(
  tx: Tx,
  row: CallbackRow,
  settings: CallbackSettings,
  nowMs: number,
): Promise<void> {
  const last = await lastTurn(tx, row.id, nowMs);
  mustAllow(row, last, 'edit');
  if (settings.agentId !== null) await mustTakeContacts(tx, settings.agentId);
  mustBeAhead(settings, { nowMs, made: row.turns }, settingsOf(row));
  tx.send('UPDATE callbacks SET settings = :settings WHERE id = :id', {
    id: row.id,
    settings: JSON.stringify(settings),
  });
  if (recurs(settings)) {
    await begin(tx, row, settings, nowMs);
    await noteChange(tx, row);
  } else if (row.life === 'active') {
    await withdraw(tx, row, last, { why: 'edited', nowMs });
    await begin(tx, row, settings, nowMs);
  }
}

async function moveOn(tx: Tx, row: CallbackRow, move: CallbackMove, nowMs: number): Promise<void> {
  const last = await lastTurn(tx, row.id, nowMs);
  mustAllow(row, last, move);
  const settings = settingsOf(row);
  const life = { pause: 'paused', resume: 'active', cancel: 'cancelled' } as const;
  tx.send('UPDATE callbacks SET life = :life WHERE id = :id', {
    id: row.id,
    life: life[move],
  });
  switch (move) {
    case 'pause':
      await withdraw(tx, row, last, { why: 'paused', nowMs });
      break;
    case 'cancel':
      await withdraw(tx, row, last, { why: 'cancelled', nowMs });
      break;
    case 'resume':
      await begin(tx, row, settings, nowMs);
      break;
    default:
      unreachable(move);
  }
  if (recurs(settings)) await noteChange(tx, row);
}

/** For times that the edit does not change, only the end must be in the future. A past beginning is due at once. */
function mustBeAhead(
  { times, zone }: CallbackSettings,
  { nowMs, made }: { nowMs: number; made: number },
  known?: CallbackSettings,
): void {
  const refuse = (field: string, message: string) => {
    throw new StoreRefusal('wrong-time', message, { field });
  };
  switch (times.kind) {
    case 'once': {
      const same = known?.times.kind === 'once' && known.times.atMs === times.atMs;
      if (times.atMs <= nowMs && !same) refuse('at', '`at` has passed');
      if (times.notAfterMs <= nowMs) refuse('not_after', '`not_after` has passed');
      if (times.notAfterMs < times.atMs) refuse('not_after', '`not_after` comes before `at`');
      return;
    }
    case 'every': {
      const next = nextTurnAtMs(times.every, zone, { afterMs: nowMs, made });
      if (next === null) refuse('every', '`every` has no turn that is still to come');
      return;
    }
    default:
      unreachable(times);
  }
}

/** The settings in the audit, without personal data. */
const audited = ({ zone, agentId, agentAloneMs, pool, times }: CallbackSettings) => ({
  zone,
  agentId,
  agentAloneMs,
  pool,
  times,
});
