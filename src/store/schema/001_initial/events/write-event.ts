import type { Words } from '../words.ts';

/** Each is SQL. */
interface EventTrigger {
  name: string;
  /** What fires it, as of `AFTER UPDATE OF state ON campaigns`. */
  after: string;
  /** By default each row fires it. */
  when?: string;
  type: string;
  subject: string;
  campaign: string;
  data: string;
}

/** Of SQLite, in milliseconds. */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** For Postgres's triggers. */
export const WRITE_EVENT = `
CREATE FUNCTION write_event(type text, subject text, campaign_id text, data json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), $1, $2, $3, CAST($4 AS text));
$$;`;

/** A trigger that writes an event for each row that fires it. */
export function eventTrigger({ byEngine }: Words, trigger: EventTrigger): string {
  const { name, after, when, type, subject, campaign, data } = trigger;
  return byEngine({
    sqlite: `
CREATE TRIGGER ${name} AFTER ${after}
${when === undefined ? '' : `WHEN ${when}`}
BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (${NOW}, ${type}, ${subject}, ${campaign}, ${data});
END;`,
    postgres: `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event(${type}, ${subject}, ${campaign}, ${data});
  RETURN NULL;
END $$;
CREATE TRIGGER ${name} AFTER ${after}
FOR EACH ROW ${when === undefined ? '' : `WHEN (${when})`} EXECUTE FUNCTION ${name}();`,
  });
}
