-- Tallies count ended calls only. Live ones are few, and change with each of their events: they are counted where they stand.
DROP TRIGGER calls_counted;
DROP TRIGGER calls_recounted;
DELETE FROM call_tally_deltas WHERE state <> 'ended';
DELETE FROM call_tallies WHERE state <> 'ended';

DROP VIEW call_counts;
CREATE VIEW call_counts AS
  SELECT campaign_id, state, disposition, settlement, recording, placed, CAST(sum(calls) AS BIGINT) AS calls,
         CAST(sum(cost_whole) AS BIGINT) AS cost_whole, CAST(sum(cost_rest) AS BIGINT) AS cost_rest,
         CAST(sum(reserved_whole) AS BIGINT) AS reserved_whole, CAST(sum(reserved_rest) AS BIGINT) AS reserved_rest
  FROM (SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, settlement, recording, placed, calls,
               cost_whole, cost_rest, reserved_whole, reserved_rest FROM call_tally_deltas
        UNION ALL
        SELECT campaign_id, state, coalesce(disposition, ''), settlement, recording, placed_at_ms IS NOT NULL, 1,
               coalesce(cost, 0) / 10000000000, coalesce(cost, 0) % 10000000000,
               reserved / 10000000000, reserved % 10000000000
        FROM calls INDEXED BY calls_live WHERE state <> 'ended') AS parts
  GROUP BY campaign_id, state, disposition, settlement, recording, placed;

-- A call that gets its row with its end, its end, and what is learned later. An end may be taken back, because the call lives.
CREATE TRIGGER calls_tallied AFTER INSERT ON calls WHEN new.state = 'ended' BEGIN
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
END;
CREATE TRIGGER calls_tallied_again
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
WHEN new.state = 'ended' AND (old.state <> 'ended'
  OR new.disposition IS NOT old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS NOT old.cost OR new.reserved <> old.reserved)
BEGIN
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
END;
CREATE TRIGGER calls_untallied
AFTER UPDATE OF state, disposition, settlement, recording, placed_at_ms, cost, reserved ON calls
WHEN old.state = 'ended' AND (new.state <> 'ended'
  OR new.disposition IS NOT old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording
  OR (new.placed_at_ms IS NULL) <> (old.placed_at_ms IS NULL)
  OR new.cost IS NOT old.cost OR new.reserved <> old.reserved)
BEGIN
  UPDATE call_tallies SET calls = calls - 1,
    cost_whole = cost_whole - coalesce(old.cost, 0) / 10000000000,
    cost_rest = cost_rest - coalesce(old.cost, 0) % 10000000000,
    reserved_whole = reserved_whole - old.reserved / 10000000000,
    reserved_rest = reserved_rest - old.reserved % 10000000000
  WHERE campaign_id = old.campaign_id AND state = old.state AND disposition = coalesce(old.disposition, '')
    AND settlement = old.settlement AND recording = old.recording AND placed = (old.placed_at_ms IS NOT NULL);
END;
