import { rowTrigger } from '../row-trigger.ts';
import type { Words } from '../words.ts';

/** Each is SQL. */
interface EventTrigger {
  name: string;
  /** As of `rowTrigger`. */
  after: string;
  when?: string;
  type: string;
  subject: string;
  campaign: string;
  data: string;
}

/** For Postgres's triggers. */
export const WRITE_EVENT = `
CREATE FUNCTION write_event(type text, subject text, campaign_id text, data json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), $1, $2, $3, CAST($4 AS text));
$$;`;

/** SQLite's clock, in milliseconds. */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A trigger that writes an event for each row that fires it. */
export function eventTrigger(words: Words, trigger: EventTrigger): string {
  const { type, subject, campaign, data, ...fired } = trigger;
  const body = words.byEngine({
    sqlite: `INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (${NOW}, ${type}, ${subject}, ${campaign}, ${data});`,
    postgres: `PERFORM write_event(${type}, ${subject}, ${campaign}, ${data});`,
  });
  return rowTrigger(words, { ...fired, body });
}
