import { tallyDeltas } from '../tally-deltas.ts';
import type { EachEngine, Words } from '../words.ts';

export function callTallies(words: Words): string {
  const { withoutRowid, byEngine } = words;
  const columns = columnsOf(words);
  return `
-- Calls of a campaign with the same values, and sums of their money. Whole units and fractions are summed separately,
-- so that no sum reaches 64 bits. '' stands for NULL. Read through the view call_counts.
CREATE TABLE call_tallies (${columns},
  PRIMARY KEY (campaign_id, state, disposition, settlement, recording, placed)
)${withoutRowid};
${tallyDeltas(words, {
  table: 'call_tally_deltas',
  columns,
  index: 'call_tally_deltas_of_campaign',
  by: 'campaign_id',
})}

CREATE VIEW call_counts AS
  SELECT campaign_id, state, disposition, settlement, recording, placed, CAST(sum(calls) AS BIGINT) AS calls,
         CAST(sum(cost_whole) AS BIGINT) AS cost_whole, CAST(sum(cost_rest) AS BIGINT) AS cost_rest,
         CAST(sum(reserved_whole) AS BIGINT) AS reserved_whole, CAST(sum(reserved_rest) AS BIGINT) AS reserved_rest
  FROM (SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tally_deltas) AS parts
  GROUP BY campaign_id, state, disposition, settlement, recording, placed;
${byEngine(CALLS_COUNTED)}
${byEngine(CALLS_RECOUNTED)}`;
}

const columnsOf = ({ int, text }: Words): string => `
  campaign_id    ${text} NOT NULL,
  state          ${text} NOT NULL,
  disposition    ${text} NOT NULL,
  settlement     ${text} NOT NULL,
  recording      ${text} NOT NULL,
  placed         ${int} NOT NULL, -- 1: with an intent
  calls          ${int} NOT NULL,
  cost_whole     ${int} NOT NULL,
  cost_rest      ${int} NOT NULL,
  reserved_whole ${int} NOT NULL,
  reserved_rest  ${int} NOT NULL`;

const CALLS_COUNTED: EachEngine = {
  sqlite: `
CREATE TRIGGER calls_counted AFTER INSERT ON calls BEGIN
  INSERT INTO call_tallies (campaign_id, state, disposition, settlement, recording, placed, calls,
                            cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
          new.placed_at_ms IS NOT NULL, 1,
          coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
          new.reserved / 10000000000, new.reserved % 10000000000)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
    cost_whole = cost_whole + excluded.cost_whole, cost_rest = cost_rest + excluded.cost_rest,
    reserved_whole = reserved_whole + excluded.reserved_whole,
    reserved_rest = reserved_rest + excluded.reserved_rest;
END;`,
  postgres: `
-- One row for all calls of a statement with the same values.
CREATE FUNCTION calls_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_tally_deltas (campaign_id, state, disposition, settlement, recording, placed, calls,
                                 cost_whole, cost_rest, reserved_whole, reserved_rest)
  SELECT campaign_id, state, coalesce(disposition, ''), settlement, recording,
         CAST(placed_at_ms IS NOT NULL AS integer), count(*),
         sum(coalesce(cost, 0) / 10000000000), sum(coalesce(cost, 0) % 10000000000),
         sum(reserved / 10000000000), sum(reserved % 10000000000)
  FROM after GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;
CREATE TRIGGER calls_counted AFTER INSERT ON calls
REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION calls_counted();`,
};

const CALLS_RECOUNTED: EachEngine = {
  sqlite: `
CREATE TRIGGER calls_recounted
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
WHEN new.state <> old.state OR new.disposition IS NOT old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS NOT old.cost OR new.reserved <> old.reserved
BEGIN
  INSERT INTO call_tallies (campaign_id, state, disposition, settlement, recording, placed, calls,
                            cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (old.campaign_id, old.state, coalesce(old.disposition, ''), old.settlement, old.recording,
          old.placed_at_ms IS NOT NULL, -1,
          -(coalesce(old.cost, 0) / 10000000000), -(coalesce(old.cost, 0) % 10000000000),
          -(old.reserved / 10000000000), -(old.reserved % 10000000000)),
         (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
          new.placed_at_ms IS NOT NULL, 1,
          coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
          new.reserved / 10000000000, new.reserved % 10000000000)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
    cost_whole = cost_whole + excluded.cost_whole, cost_rest = cost_rest + excluded.cost_rest,
    reserved_whole = reserved_whole + excluded.reserved_whole,
    reserved_rest = reserved_rest + excluded.reserved_rest;
END;`,
  postgres: `
-- By row, because calls are changed one by one, and because a trigger by statement would run for every column.
CREATE FUNCTION calls_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_tally_deltas (campaign_id, state, disposition, settlement, recording, placed, calls,
                                 cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (old.campaign_id, old.state, coalesce(old.disposition, ''), old.settlement, old.recording,
          CAST(old.placed_at_ms IS NOT NULL AS integer), -1,
          -(coalesce(old.cost, 0) / 10000000000), -(coalesce(old.cost, 0) % 10000000000),
          -(old.reserved / 10000000000), -(old.reserved % 10000000000)),
         (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
          CAST(new.placed_at_ms IS NOT NULL AS integer), 1,
          coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
          new.reserved / 10000000000, new.reserved % 10000000000);
  RETURN NULL;
END $$;
CREATE TRIGGER calls_recounted
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
FOR EACH ROW
WHEN (new.state <> old.state OR new.disposition IS DISTINCT FROM old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS DISTINCT FROM old.cost OR new.reserved <> old.reserved)
EXECUTE FUNCTION calls_recounted();`,
};
