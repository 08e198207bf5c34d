/** The areas that are at one of their best hours now, in the order in which a campaign may dial them. */
import { HOUR_MS } from '../../../../domain/statistics/time-buckets.ts';
import { DUE_NOW } from '../campaigns/campaign-facts.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Params } from '../../engine/tx.ts';
import type { ContactCondition } from './free-agents.ts';
import { NOT_ON_CALL } from './live-persons.ts';

/** How far a claim has come. Nobody is left out: when no area is left, the list is read from its beginning. */
export class BestAreas {
  readonly #hourMs: number;
  #area: string | null = null;
  /** The area may have more contacts than its last page. */
  #hasMore = false;
  isOver: boolean;

  /** @param isAsked the campaign dials in this order */
  constructor(isAsked: boolean, nowMs: number) {
    this.isOver = !isAsked;
    this.#hourMs = nowMs - (nowMs % HOUR_MS);
  }

  /** Contacts of the area that is read now, or of the next one that has any for these agents. */
  contacts(sql: Dialect, agents: ContactCondition): { sql: string; params: Params } {
    if (this.#hasMore) return { sql: 'area_key = :area', params: { area: this.#area } };
    return {
      // One value, so that each engine reads the contacts of one area in the order of its index.
      sql: `area_key = (
        SELECT area_key FROM best_hours
        WHERE hour_ms = :hourMs
          AND rank > coalesce((SELECT rank FROM best_hours WHERE hour_ms = :hourMs AND area_key = :area), 0)
          AND EXISTS (
            SELECT 1 FROM contacts ${sql.indexedBy('contacts_due_in_area')}
            WHERE ${DUE_NOW} AND contacts.area_key = best_hours.area_key AND ${NOT_ON_CALL} AND ${agents.sql})
        ORDER BY rank LIMIT 1)`,
      params: { hourMs: this.#hourMs, area: this.#area },
    };
  }

  /** @param areaKey of the page that was read; undefined: it is empty */
  wasRead(areaKey: string | null | undefined, { isFull }: { isFull: boolean }): void {
    this.isOver = areaKey === undefined && !this.#hasMore;
    this.#area = areaKey ?? this.#area;
    this.#hasMore = isFull;
  }
}
