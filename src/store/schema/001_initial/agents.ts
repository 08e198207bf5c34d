import type { Words } from './words.ts';

export const agents = ({ id, int, text, strict }: Words): string => `
CREATE TABLE agents (
  id            ${text} PRIMARY KEY,
  name          ${text} NOT NULL,
  kind          ${text} NOT NULL CHECK (kind IN ('sip', 'stream')),
  address       ${text} NOT NULL,
  state         ${text} NOT NULL CHECK (state IN ('ready', 'paused')), -- paused: until somebody sets it ready
  pools         ${text} NOT NULL DEFAULT '["default"]', -- JSON, in the order in which they were given
  capacity      ${int} NOT NULL DEFAULT 1 CHECK (capacity > 0),
  live          ${int} NOT NULL DEFAULT 0 CHECK (live BETWEEN 0 AND capacity), -- guards one call per SIP agent
  idle_since_ms ${int} NOT NULL,
  wrap_up_until_ms ${int} NOT NULL DEFAULT 0,
  misses        ${int} NOT NULL DEFAULT 0, -- unanswered calls in a row
  paused_until_ms ${int} NOT NULL DEFAULT 0, -- of a pause that ends by itself: no call before then, although the state is ready
  paused_reason    ${text},
  deletion      ${text}, -- JSON of a deletion of several units of work that is under way, or was interrupted; nothing new may refer to the agent
  deleted_at_ms ${int}, -- its calls still refer to it
  times_counted_to_ms ${int} NOT NULL, -- until when agent_times has its time; a quarter of an hour
  CHECK (deleted_at_ms IS NULL OR (state = 'paused' AND live = 0)),
  CHECK (kind = 'stream' OR capacity = 1)
)${strict};
CREATE INDEX agents_free ON agents (idle_since_ms, id) WHERE state = 'ready' AND live < capacity;
CREATE UNIQUE INDEX agents_address ON agents (address) WHERE deleted_at_ms IS NULL;
CREATE INDEX agents_counted ON agents (times_counted_to_ms, id);

-- When agents became ready, were paused and were deleted. Calls and wrap-up are in calls. until_ms: ready again from then on.
CREATE TABLE agent_states (
  id       ${id},
  agent_id ${text} NOT NULL REFERENCES agents (id),
  at_ms    ${int} NOT NULL,
  state    ${text} NOT NULL CHECK (state IN ('ready', 'paused', 'deleted')),
  until_ms ${int} CHECK (until_ms IS NULL OR state = 'paused'),
  reason   ${text},
  who      ${text} NOT NULL
)${strict};
CREATE INDEX agent_states_of_agent ON agent_states (agent_id, at_ms, id);`;
