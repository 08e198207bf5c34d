-- Tallies count ended calls only. Live ones are few, and change with each of their events: they are counted where they stand.
DROP TRIGGER calls_counted ON calls;
DROP TRIGGER calls_recounted ON calls;
DROP FUNCTION calls_counted();
DROP FUNCTION calls_recounted();

-- In the order in which other units lock them. A process that folds would carry changes of live calls over to the tallies.
LOCK TABLE call_tally_deltas IN EXCLUSIVE MODE;
LOCK TABLE call_tallies IN EXCLUSIVE MODE;
DELETE FROM call_tally_deltas WHERE state <> 'ended';
DELETE FROM call_tallies WHERE state <> 'ended';

CREATE OR REPLACE VIEW call_counts AS
  SELECT campaign_id, state, disposition, settlement, recording, placed, CAST(sum(calls) AS BIGINT) AS calls,
         CAST(sum(cost_whole) AS BIGINT) AS cost_whole, CAST(sum(cost_rest) AS BIGINT) AS cost_rest,
         CAST(sum(reserved_whole) AS BIGINT) AS reserved_whole, CAST(sum(reserved_rest) AS BIGINT) AS reserved_rest
  FROM (SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tally_deltas
        UNION ALL
        SELECT campaign_id, state, coalesce(disposition, ''), settlement, recording,
               CAST(placed_at_ms IS NOT NULL AS integer), 1,
               coalesce(cost, 0) / 10000000000, coalesce(cost, 0) % 10000000000,
               reserved / 10000000000, reserved % 10000000000 FROM calls WHERE is_live) AS parts
  GROUP BY campaign_id, state, disposition, settlement, recording, placed;

-- A call that gets its row with its end, its end, and what is learned later. An end may be taken back, because the call lives.
CREATE FUNCTION calls_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_tally_deltas (campaign_id, state, disposition, settlement, recording, placed, calls,
    cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
    CAST(new.placed_at_ms IS NOT NULL AS integer), 1,
    coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
    new.reserved / 10000000000, new.reserved % 10000000000);
  RETURN NULL;
END $$;
CREATE TRIGGER calls_tallied AFTER INSERT ON calls
FOR EACH ROW WHEN (new.state = 'ended') EXECUTE FUNCTION calls_tallied();
CREATE TRIGGER calls_tallied_again
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
FOR EACH ROW WHEN (new.state = 'ended' AND (old.state <> 'ended'
  OR new.disposition IS DISTINCT FROM old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS DISTINCT FROM old.cost OR new.reserved <> old.reserved))
EXECUTE FUNCTION calls_tallied();

CREATE FUNCTION calls_untallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_tally_deltas (campaign_id, state, disposition, settlement, recording, placed, calls,
    cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (old.campaign_id, old.state, coalesce(old.disposition, ''), old.settlement, old.recording,
    CAST(old.placed_at_ms IS NOT NULL AS integer), -1,
    -(coalesce(old.cost, 0) / 10000000000), -(coalesce(old.cost, 0) % 10000000000),
    -(old.reserved / 10000000000), -(old.reserved % 10000000000));
  RETURN NULL;
END $$;
CREATE TRIGGER calls_untallied
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
FOR EACH ROW WHEN (old.state = 'ended' AND (new.state <> 'ended'
  OR new.disposition IS DISTINCT FROM old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS DISTINCT FROM old.cost OR new.reserved <> old.reserved))
EXECUTE FUNCTION calls_untallied();
