import { tallyDeltas } from '../tally-deltas.ts';
import type { EachEngine, Words } from '../words.ts';

export function callBuckets(words: Words): string {
  const { withoutRowid, byEngine } = words;
  const columns = columnsOf(words);
  return `
-- Ended calls by quarter of an hour, campaign, agent and disposition, for statistics and costs (decision 31). Live calls are few:
-- they are read from calls. Money as in call_tallies. Rows are never deleted with their calls.
CREATE TABLE call_buckets (${columns},
  PRIMARY KEY (bucket_ms, campaign_id, agent_id, disposition)
)${withoutRowid};
CREATE INDEX call_buckets_of_campaign ON call_buckets (campaign_id, bucket_ms);
CREATE INDEX call_buckets_of_agent ON call_buckets (agent_id, bucket_ms);
${tallyDeltas(words, {
  table: 'call_bucket_deltas',
  columns,
  index: 'call_bucket_deltas_by_time',
  by: 'bucket_ms',
})}
${byEngine(CALLS_IN_BUCKETS)}
${byEngine(CALLS_BETWEEN_BUCKETS)}`;
}

const columnsOf = ({ int, text }: Words): string => `
  bucket_ms          ${int} NOT NULL, -- start of the quarter of an hour of the last placement
  campaign_id        ${text} NOT NULL,
  agent_id           ${text} NOT NULL, -- of the last placement; '': none
  disposition        ${text} NOT NULL,
  calls              ${int} NOT NULL, -- with a placement
  answered           ${int} NOT NULL,
  customer_rang      ${int} NOT NULL,
  bridged            ${int} NOT NULL,
  agent_ring_ms      ${int} NOT NULL,
  customer_ring_ms   ${int} NOT NULL,
  talk_ms            ${int} NOT NULL,
  cost_whole         ${int} NOT NULL,
  cost_rest          ${int} NOT NULL`;

const CALLS_IN_BUCKETS: EachEngine = {
  sqlite: `
-- An ended call has its row here until its disposition, or its placement, changes. Its bill and late evidence are one UPDATE with
-- the differences: a sum over the old and the new values takes three times as long.
CREATE TRIGGER calls_in_buckets
AFTER UPDATE OF cost, answered, customer_rang, bridged, agent_ring_ms, customer_ring_ms, talk_ms ON calls
WHEN new.disposition = old.disposition AND new.agent_id IS old.agent_id
  AND new.placed_at_ms - new.placed_at_ms % 900000 = old.placed_at_ms - old.placed_at_ms % 900000
  AND (new.cost IS NOT old.cost OR new.answered <> old.answered
    OR new.customer_rang <> old.customer_rang OR new.bridged <> old.bridged
    OR new.agent_ring_ms IS NOT old.agent_ring_ms OR new.customer_ring_ms IS NOT old.customer_ring_ms
    OR new.talk_ms IS NOT old.talk_ms)
BEGIN
  UPDATE call_buckets SET
    answered = answered + new.answered - old.answered,
    customer_rang = customer_rang + new.customer_rang - old.customer_rang,
    bridged = bridged + new.bridged - old.bridged,
    agent_ring_ms = agent_ring_ms + coalesce(new.agent_ring_ms, 0) - coalesce(old.agent_ring_ms, 0),
    customer_ring_ms = customer_ring_ms + coalesce(new.customer_ring_ms, 0) - coalesce(old.customer_ring_ms, 0),
    talk_ms = talk_ms + coalesce(new.talk_ms, 0) - coalesce(old.talk_ms, 0),
    cost_whole = cost_whole + coalesce(new.cost, 0) / 10000000000 - coalesce(old.cost, 0) / 10000000000,
    cost_rest = cost_rest + coalesce(new.cost, 0) % 10000000000 - coalesce(old.cost, 0) % 10000000000
  WHERE bucket_ms = new.placed_at_ms - new.placed_at_ms % 900000 AND campaign_id = new.campaign_id
    AND agent_id = coalesce(new.agent_id, '') AND disposition = new.disposition;
END;`,
  postgres: `
CREATE FUNCTION calls_in_buckets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_bucket_deltas (
    bucket_ms, campaign_id, agent_id, disposition, calls, answered, customer_rang, bridged, agent_ring_ms,
    customer_ring_ms, talk_ms, cost_whole, cost_rest)
  SELECT
    placed_at_ms - placed_at_ms % 900000, campaign_id, coalesce(agent_id, ''), disposition,
    sum(sign), sum(sign * answered), sum(sign * customer_rang), sum(sign * bridged),
    sum(sign * coalesce(agent_ring_ms, 0)), sum(sign * coalesce(customer_ring_ms, 0)),
    sum(sign * coalesce(talk_ms, 0)), sum(sign * (coalesce(cost, 0) / 10000000000)),
    sum(sign * (coalesce(cost, 0) % 10000000000))
  FROM (
    SELECT -1 AS sign, old.placed_at_ms AS placed_at_ms, old.campaign_id AS campaign_id, old.agent_id AS agent_id,
      old.disposition AS disposition, old.cost AS cost, old.answered AS answered, old.customer_rang AS customer_rang,
      old.bridged AS bridged, old.agent_ring_ms AS agent_ring_ms, old.customer_ring_ms AS customer_ring_ms,
      old.talk_ms AS talk_ms
    UNION ALL
    SELECT 1,
      new.placed_at_ms, new.campaign_id, new.agent_id, new.disposition, new.cost, new.answered, new.customer_rang,
      new.bridged, new.agent_ring_ms, new.customer_ring_ms, new.talk_ms) AS changes
  WHERE placed_at_ms IS NOT NULL AND disposition IS NOT NULL
  GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER calls_in_buckets
AFTER UPDATE OF placed_at_ms, agent_id, disposition, cost, answered, customer_rang,
  bridged, agent_ring_ms, customer_ring_ms, talk_ms ON calls
FOR EACH ROW
WHEN (new.placed_at_ms IS NOT NULL AND coalesce(new.disposition, old.disposition) IS NOT NULL
  AND (new.placed_at_ms IS DISTINCT FROM old.placed_at_ms OR new.agent_id IS DISTINCT FROM old.agent_id
    OR new.disposition IS DISTINCT FROM old.disposition OR new.cost IS DISTINCT FROM old.cost
    OR new.answered <> old.answered OR new.customer_rang <> old.customer_rang OR new.bridged <> old.bridged
    OR new.agent_ring_ms IS DISTINCT FROM old.agent_ring_ms
    OR new.customer_ring_ms IS DISTINCT FROM old.customer_ring_ms OR new.talk_ms IS DISTINCT FROM old.talk_ms))
EXECUTE FUNCTION calls_in_buckets();`,
};

const CALLS_BETWEEN_BUCKETS: EachEngine = {
  sqlite: `
-- The end of a call, a corrected end, and the end that is taken back because the call lives.
CREATE TRIGGER calls_between_buckets AFTER UPDATE OF disposition, placed_at_ms, agent_id ON calls
WHEN new.placed_at_ms IS NOT NULL AND coalesce(new.disposition, old.disposition) IS NOT NULL
  AND (new.disposition IS NOT old.disposition OR new.agent_id IS NOT old.agent_id
    OR new.placed_at_ms - new.placed_at_ms % 900000 IS NOT old.placed_at_ms - old.placed_at_ms % 900000)
BEGIN
  INSERT INTO call_buckets (
    bucket_ms, campaign_id, agent_id, disposition, calls, answered, customer_rang, bridged, agent_ring_ms,
    customer_ring_ms, talk_ms, cost_whole, cost_rest)
  SELECT
    new.placed_at_ms - new.placed_at_ms % 900000, new.campaign_id, coalesce(new.agent_id, ''), new.disposition, 1,
    new.answered, new.customer_rang, new.bridged, coalesce(new.agent_ring_ms, 0), coalesce(new.customer_ring_ms, 0),
    coalesce(new.talk_ms, 0), coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000
  WHERE new.disposition IS NOT NULL
  ON CONFLICT DO UPDATE SET
    calls = calls + excluded.calls, answered = answered + excluded.answered,
    customer_rang = customer_rang + excluded.customer_rang, bridged = bridged + excluded.bridged,
    agent_ring_ms = agent_ring_ms + excluded.agent_ring_ms,
    customer_ring_ms = customer_ring_ms + excluded.customer_ring_ms, talk_ms = talk_ms + excluded.talk_ms,
    cost_whole = cost_whole + excluded.cost_whole, cost_rest = cost_rest + excluded.cost_rest;
  UPDATE call_buckets SET
    calls = calls - 1, answered = answered - old.answered, customer_rang = customer_rang - old.customer_rang,
    bridged = bridged - old.bridged, agent_ring_ms = agent_ring_ms - coalesce(old.agent_ring_ms, 0),
    customer_ring_ms = customer_ring_ms - coalesce(old.customer_ring_ms, 0),
    talk_ms = talk_ms - coalesce(old.talk_ms, 0), cost_whole = cost_whole - coalesce(old.cost, 0) / 10000000000,
    cost_rest = cost_rest - coalesce(old.cost, 0) % 10000000000
  WHERE bucket_ms = old.placed_at_ms - old.placed_at_ms % 900000 AND campaign_id = old.campaign_id
    AND agent_id = coalesce(old.agent_id, '') AND disposition = old.disposition;
END;`,
  postgres: '',
};
