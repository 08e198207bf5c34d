import { EVENT_TYPES, type EventFilter } from '../../../../domain/events/event.ts';
import type { OutboxSpan, EventStore } from '../../../events/event-store.ts';
import { keyBefore, pageOf, settledRows } from '../../engine/cursor.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Params } from '../../engine/tx.ts';
import { EVENT_COLUMNS, toEvent, type EventRow } from '../../rows/event-rows.ts';

/** Events that are deleted in one transaction. */
const PRUNED_AT_ONCE = 1_000;

export function eventStore(
  db: Database,
): Pick<EventStore, 'outbox' | 'outboxSpan' | 'pruneOutbox'> {
  return {
    async outbox({ order, after = 0, ...filter }, { limit, after: cursor }) {
      const known = keyBefore(cursor);
      const least = order === 'asc' ? Math.max(known, after) : after;
      const below = order === 'desc' && known > 0 ? known - 1 : Number.MAX_SAFE_INTEGER;
      const read = (settledTo: number) => {
        const upTo = Math.min(settledTo, below);
        const { sql, params } = selection(db.sql, filter, order);
        return db.all<EventRow>(sql, { ...params, least, upTo, most: limit + 1 });
      };
      const key = ({ serial }: EventRow) => serial;
      const rows = await settledRows(db, read, {
        key,
        atMs: ({ atMs }) => atMs,
        goesOn: () => true,
      });
      return pageOf(rows, limit, { key, item: toEvent });
    },

    async outboxSpan() {
      const span = await db.get<OutboxSpan>(
        `SELECT events_pruned_to AS pruned_to,
                coalesce((SELECT max(id) FROM events), events_pruned_to) AS last
         FROM installation`,
      );
      await db.settled();
      return { ...span! };
    },

    async pruneOutbox({ olderThanMs }) {
      const first = await db.get<{ atMs: number }>('SELECT at_ms FROM events ORDER BY id LIMIT 1');
      if (!first || first.atMs >= olderThanMs) return 0;
      return db.write(async (tx) => {
        const oldest = await tx.all<{ id: number; atMs: number }>(
          'SELECT id, at_ms FROM events ORDER BY id LIMIT :most',
          { most: PRUNED_AT_ONCE },
        );
        const { sentTo } = (await tx.get<{ sentTo: number }>(
          `SELECT coalesce(min(CASE WHEN replay_position < position THEN replay_position ELSE position END),
                           ${Number.MAX_SAFE_INTEGER}) AS sent_to FROM webhook_endpoints
           WHERE state = 'enabled'`,
        ))!;
        const kept = oldest.findIndex(({ id, atMs }) => atMs >= olderThanMs || id > sentTo);
        const upTo = (kept === -1 ? oldest : oldest.slice(0, kept)).at(-1)?.id;
        if (upTo === undefined) return 0;
        const pruned = await tx.run('DELETE FROM events WHERE id <= :upTo', { upTo });
        tx.send('UPDATE installation SET events_pruned_to = :upTo', { upTo });
        return pruned;
      });
    },
  };
}

/**
 * Few events have the same subject, so a subject is looked up first. Types alone are looked up one by one, because
 * an index has the events of one type in order, and not those of several.
 */
function selection(
  dialect: Dialect,
  { types, campaignId, subject }: EventFilter,
  order: 'asc' | 'desc',
): { sql: string; params: Params } {
  const page = `id > :least AND id <= :upTo ORDER BY id ${order} LIMIT :most`;
  const all = types === undefined || types.length === EVENT_TYPES.length;
  const names = JSON.stringify(types ?? []);
  const ofTypes = all ? '' : `type IN (SELECT value FROM ${dialect.texts(':names')}) AND `;
  const params = all ? {} : { names };
  if (subject !== undefined) {
    const ofCampaign = campaignId === undefined ? '' : 'campaign_id = :campaignId AND ';
    return {
      sql: `SELECT ${EVENT_COLUMNS} FROM events WHERE subject = :subject AND ${ofCampaign}${ofTypes}${page}`,
      params: { ...params, subject, ...(campaignId !== undefined && { campaignId }) },
    };
  }
  if (campaignId !== undefined) {
    return {
      sql: `SELECT ${EVENT_COLUMNS} FROM events WHERE campaign_id = :campaignId AND ${ofTypes}${page}`,
      params: { ...params, campaignId },
    };
  }
  if (all) return { sql: `SELECT ${EVENT_COLUMNS} FROM events WHERE ${page}`, params };
  const each = types.map(
    (_, index) =>
      `SELECT * FROM (SELECT ${EVENT_COLUMNS} FROM events WHERE type = :type${index} AND ${page}) AS of${index}`,
  );
  return {
    sql: `SELECT * FROM (${each.join(' UNION ALL ')}) AS events ORDER BY serial ${order} LIMIT :most`,
    params: Object.fromEntries(types.map((type, index) => [`type${index}`, type])),
  };
}
