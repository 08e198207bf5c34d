import { rowTrigger } from './row-trigger.ts';
import type { Words } from './words.ts';

export function agentTimes(words: Words): string {
  const { id, int, text, strict, withoutRowid } = words;
  return `
-- How long agents did what, by quarter of an hour. campaign_id: of the call that kept the agent busy; '' for ready and paused.
CREATE TABLE agent_times (
  bucket_ms   ${int} NOT NULL,
  campaign_id ${text} NOT NULL,
  agent_id    ${text} NOT NULL,
  ready_ms    ${int} NOT NULL,
  ringing_ms  ${int} NOT NULL,
  on_call_ms  ${int} NOT NULL,
  wrap_up_ms  ${int} NOT NULL,
  paused_ms   ${int} NOT NULL,
  PRIMARY KEY (bucket_ms, campaign_id, agent_id)
)${withoutRowid};
CREATE INDEX agent_times_of_campaign ON agent_times (campaign_id, bucket_ms);
CREATE INDEX agent_times_of_agent ON agent_times (agent_id, bucket_ms);

-- Times that are to be counted again, because evidence of a call came after its agent's time was counted.
CREATE TABLE agent_time_recounts (
  id       ${id},
  agent_id ${text} NOT NULL,
  from_ms  ${int} NOT NULL,
  to_ms    ${int} NOT NULL
)${strict};
${callsRecountAgents(words)}`;
}

function callsRecountAgents(words: Words): string {
  const { isNot } = words;
  return rowTrigger(words, {
    name: 'calls_recount_agents',
    after: 'UPDATE OF times, deepest, disposition, state, agent_id, placed_at_ms ON calls',
    when: `old.agent_id IS NOT NULL AND old.placed_at_ms IS NOT NULL
  AND (new.times ${isNot} old.times OR new.deepest ${isNot} old.deepest OR new.disposition ${isNot} old.disposition
    OR new.agent_id ${isNot} old.agent_id OR new.placed_at_ms ${isNot} old.placed_at_ms
    OR (new.state IN ('claimed', 'waiting')) <> (old.state IN ('claimed', 'waiting')))`,
    body: `INSERT INTO agent_time_recounts (agent_id, from_ms, to_ms)
  SELECT id, old.placed_at_ms,
         CASE WHEN new.holds_agent = 0 AND new.agent_id = old.agent_id
              THEN coalesce(new.agent_freed_at_ms, new.ended_at_ms, old.placed_at_ms) + new.wrap_up_ms
              ELSE new.touched_at_ms END
  FROM agents WHERE id = old.agent_id AND times_counted_to_ms > old.placed_at_ms;`,
  });
}
