import { rowTrigger } from '../row-trigger.ts';
import { tallyDeltas } from '../tally-deltas.ts';
import type { Words } from '../words.ts';

export function callTallies(words: Words): string {
  const { withoutRowid } = words;
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
${callsCounted(words)}
${callsRecounted(words)}`;
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

const COLUMNS = `campaign_id, state, disposition, settlement, recording, placed, calls,
    cost_whole, cost_rest, reserved_whole, reserved_rest`;

/** What a call adds to its tally, or takes from it. */
const valuesOf = ({ byEngine }: Words, call: 'new' | 'old', sign: 1 | -1): string => {
  const placed = `${call}.placed_at_ms IS NOT NULL`;
  const signed = (value: string) => (sign === 1 ? value : `-(${value})`);
  return `(${call}.campaign_id, ${call}.state, coalesce(${call}.disposition, ''), ${call}.settlement, ${call}.recording,
    ${byEngine({ sqlite: placed, postgres: `CAST(${placed} AS integer)` })}, ${sign},
    ${signed(`coalesce(${call}.cost, 0) / 10000000000`)}, ${signed(`coalesce(${call}.cost, 0) % 10000000000`)},
    ${signed(`${call}.reserved / 10000000000`)}, ${signed(`${call}.reserved % 10000000000`)})`;
};

/** Adds values to the tallies themselves. */
const addToTallies = (values: string): string => `INSERT INTO call_tallies (${COLUMNS})
  VALUES ${values}
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
    cost_whole = cost_whole + excluded.cost_whole, cost_rest = cost_rest + excluded.cost_rest,
    reserved_whole = reserved_whole + excluded.reserved_whole,
    reserved_rest = reserved_rest + excluded.reserved_rest;`;

const callsCounted = (words: Words): string =>
  words.byEngine({
    sqlite: `
CREATE TRIGGER calls_counted AFTER INSERT ON calls BEGIN
  ${addToTallies(valuesOf(words, 'new', 1))}
END;`,
    postgres: `
-- One row for all calls of a statement with the same values.
CREATE FUNCTION calls_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_tally_deltas (${COLUMNS})
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
  });

/** By row on Postgres too, because calls are changed one by one, and a trigger by statement would run for every column. */
function callsRecounted(words: Words): string {
  const { isNot, byEngine } = words;
  const values = `${valuesOf(words, 'old', -1)},
    ${valuesOf(words, 'new', 1)}`;
  return rowTrigger(words, {
    name: 'calls_recounted',
    after:
      'UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls',
    when: `new.state <> old.state OR new.disposition ${isNot} old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost ${isNot} old.cost OR new.reserved <> old.reserved`,
    body: byEngine({
      sqlite: addToTallies(values),
      postgres: `INSERT INTO call_tally_deltas (${COLUMNS})
  VALUES ${values};`,
    }),
  });
}
