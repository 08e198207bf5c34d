import type { EachEngine, Words } from '../words.ts';

export function calls({ id, int, text, strict, withoutRowid, byEngine }: Words): string {
  const flag = byEngine({ sqlite: 'INTEGER', postgres: 'boolean' });
  const kept = byEngine({ sqlite: 'VIRTUAL', postgres: 'STORED' });
  // On Postgres an update that names no column of an index writes none, if its page has room.
  const options = byEngine({ sqlite: ' STRICT', postgres: ' WITH (fillfactor = 70)' });
  return `
CREATE TABLE calls (
  id                  ${id},
  ref                 ${text} NOT NULL UNIQUE,
  campaign_id         ${text} NOT NULL,
  contact             ${int} NOT NULL,
  ordinal             ${int} NOT NULL,
  number              ${text} NOT NULL,
  agent_id            ${text} REFERENCES agents (id), -- its last agent
  holds_agent         ${int} NOT NULL DEFAULT 0, -- 1: counted in agents.live
  agent_freed_at_ms   ${int}, -- when it stopped to hold its agent
  wrap_up_ms          ${int} NOT NULL DEFAULT 0, -- of the agent, after the call
  state               ${text} NOT NULL,
  deepest             ${text},
  placement           ${int} NOT NULL DEFAULT 0, -- number of the last placement with an intent
  waiting_reason      ${text},
  waiting_until_ms    ${int},
  hangup_asked_at_ms  ${int},
  hangup_sent_at_ms   ${int}, -- when the carrier accepted the hang-up
  hangup_text         ${text}, -- result of the last request to the carrier
  hangup_tries        ${int} NOT NULL DEFAULT 0, -- requests to the carrier
  hangup_due_at_ms    ${int}, -- from then on a worker requests the hang-up without the workflow
  disposition         ${text},
  reason              ${text},
  confirmed           ${int},
  polls               ${text}, -- JSON of the domain's PollState
  unreadable_cost     ${text}, -- the cost that GET shows, if it is no amount
  poll_due_at_ms      ${int}, -- from then on it must be poked, so that it polls
  spent_attempt       ${int} NOT NULL DEFAULT 0,
  policy_version      ${int} NOT NULL DEFAULT 1,
  ready_at_ms         ${int}, -- when its agent (of capacity 1), contact and campaign were ready to dial
  slot_ms             ${int}, -- the POST must not leave before
  reserved            ${int} NOT NULL DEFAULT 0,
  spending_day        ${text}, -- the day on which its money counts
  carrier_call_id     ${text} UNIQUE,
  cost                ${int},
  costs               ${text} NOT NULL DEFAULT '[]', -- JSON of CostChange[]: each cost with its instant, the newest last
  cost_source         ${text} CHECK (cost_source IN ('get', 'cdr', 'person')),
  record_cost         ${int}, -- from the carrier's call records
  record_serial       ${int}, -- serial of the reconciliation that stored record_cost
  settlement          ${text} NOT NULL DEFAULT 'none'
    CHECK (settlement IN ('none', 'open', 'settled', 'unsettled')),
  recording           ${text} NOT NULL DEFAULT 'none'
    CHECK (recording IN ('none', 'expected', 'delivered', 'wanted', 'stored', 'missing')),
  recording_due_at_ms ${int},
  recording_reason    ${text}, -- why it waits or is missing
  recording_tries     ${int} NOT NULL DEFAULT 0, -- lookups made
  recording_searches  ${int} NOT NULL DEFAULT 0, -- lookups answered
  recording_writes    ${int} NOT NULL DEFAULT 0 CHECK (recording_writes >= 0), -- begun and not known to be over
  recording_write_until_ms ${int}, -- when the last of them is over in any case
  recording_file      ${text},
  recording_sha256    ${text},
  recording_bytes     ${int},
  recording_type      ${text},
  created_at_ms       ${int} NOT NULL,
  started_at_ms       ${int}, -- when its workflow was known to be started
  placed_at_ms        ${int},
  ended_at_ms         ${int}, -- when the end was written
  times               ${text}, -- JSON of the domain's CallTimes: when the carrier's states were reached, and the source
  answered            ${int} NOT NULL DEFAULT 0, -- by the agent; this and the next five follow from the evidence
  customer_rang       ${int} NOT NULL DEFAULT 0,
  bridged             ${int} NOT NULL DEFAULT 0,
  agent_ring_ms       ${int},
  customer_ring_ms    ${int},
  talk_ms             ${int},
  redial              ${text}, -- JSON of the domain's RedialDecision: what came after the call
  erased_at_ms        ${int}, -- from then on it keeps nothing of the person
  touched_at_ms       ${int} NOT NULL,
  -- 1: a workflow has work left for it.
  unfinished          ${flag} NOT NULL GENERATED ALWAYS AS (
    state <> 'ended' OR settlement = 'open' OR recording IN ('expected', 'delivered')
  ) ${kept},
  -- Postgres's indexes have these in place of columns that change with each event: there an update writes all indexes of
  -- a row as soon as one of them, or its condition, names a column that changes.
  is_live             ${flag} NOT NULL GENERATED ALWAYS AS (state <> 'ended') ${kept},
  is_polled           ${flag} NOT NULL GENERATED ALWAYS AS (state <> 'ended' AND polls IS NOT NULL) ${kept},
  touched_period      ${int} NOT NULL GENERATED ALWAYS AS (touched_at_ms / 600000) ${kept}, -- ten minutes
  UNIQUE (campaign_id, contact, ordinal),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
)${options};
CREATE INDEX calls_holding_agents ON calls (agent_id) WHERE holds_agent = 1;
CREATE INDEX calls_of_campaign ON calls (campaign_id, id);
CREATE INDEX calls_filtered ON calls ${byEngine({
    sqlite: '(campaign_id, state, disposition, settlement, recording, id)',
    postgres: '(campaign_id, disposition, settlement, recording, id) WHERE NOT is_live',
  })};
CREATE INDEX calls_by_creation ON calls (created_at_ms);
CREATE INDEX calls_of_number ON calls (number, id);
CREATE INDEX calls_of_agent ON calls (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX calls_by_placing ON calls (placed_at_ms) WHERE placed_at_ms IS NOT NULL;
-- With the columns of the condition that finds calls which last beyond a time.
CREATE INDEX calls_of_agent_by_placing ON calls (agent_id, placed_at_ms, agent_freed_at_ms, wrap_up_ms)
  WHERE agent_id IS NOT NULL AND placed_at_ms IS NOT NULL;
${byEngine(LIVE_INDEXES)}
CREATE INDEX calls_recorded ON calls (ended_at_ms) WHERE recording = 'stored';
CREATE INDEX calls_recording_wanted ON calls (recording_due_at_ms) WHERE recording = 'wanted';

-- Guards that a number has one live call over all campaigns. A call that ended as unknown keeps its row.
CREATE TABLE live_numbers (
  number ${text} PRIMARY KEY,
  ref    ${text} NOT NULL UNIQUE REFERENCES calls (ref) DEFERRABLE INITIALLY DEFERRED
)${withoutRowid};

-- Calls that count against the caps of a number: the customer's phone rang, or may have rung or still ring.
CREATE TABLE dials (
  ref    ${text} PRIMARY KEY REFERENCES calls (ref),
  number ${text} NOT NULL,
  at_ms  ${int} NOT NULL,
  counted_at_ms ${int} NOT NULL -- since when it counts: later than at_ms if later evidence showed that the phone rang
)${withoutRowid};
CREATE INDEX dials_of_number ON dials (number, at_ms);

-- Timelines of calls, for people, without the events, which are in the inbox.
CREATE TABLE timeline (
  id        ${id},
  ref       ${text} NOT NULL REFERENCES calls (ref),
  at_ms     ${int} NOT NULL,
  kind      ${text} NOT NULL,
  text      ${text} NOT NULL,
  placement ${int}
)${strict};
CREATE INDEX timeline_of_call ON timeline (ref);`;
}

const LIVE_INDEXES: EachEngine = {
  sqlite: `
CREATE INDEX calls_live ON calls (state) WHERE state <> 'ended';
CREATE INDEX calls_polled ON calls (state, polls IS NOT NULL) WHERE state <> 'ended' AND polls IS NOT NULL;
CREATE INDEX calls_unsettled ON calls (settlement) WHERE state = 'ended' AND settlement = 'open';
CREATE INDEX calls_unstarted ON calls (created_at_ms) WHERE started_at_ms IS NULL AND state <> 'ended';
CREATE INDEX calls_unfinished ON calls (touched_at_ms) WHERE unfinished;
CREATE INDEX calls_hangup_due ON calls (hangup_due_at_ms)
  WHERE hangup_due_at_ms IS NOT NULL AND carrier_call_id IS NOT NULL AND state <> 'ended';`,
  postgres: `
CREATE INDEX calls_live ON calls (campaign_id) WHERE is_live;
CREATE INDEX calls_polled ON calls (id) WHERE is_polled;
CREATE INDEX calls_unsettled ON calls (id) WHERE NOT is_live AND settlement = 'open';
CREATE INDEX calls_unstarted ON calls (created_at_ms) WHERE started_at_ms IS NULL AND is_live;
CREATE INDEX calls_unfinished ON calls (touched_period) WHERE unfinished;
CREATE INDEX calls_hangup_due ON calls (hangup_due_at_ms)
  WHERE hangup_due_at_ms IS NOT NULL AND carrier_call_id IS NOT NULL AND is_live;`,
};
