-- Times are epoch milliseconds. Money is an integer, scaled by 10^10. Tallies are counters, so that
-- counts need no scan. Comments with `guards` name columns and rows that enforce a rule.

CREATE TABLE campaigns (
  serial              INTEGER PRIMARY KEY, -- order of creation
  id                  TEXT NOT NULL UNIQUE,
  name                TEXT NOT NULL,
  kind                TEXT NOT NULL CHECK (kind IN ('list', 'standing')),
  keep_open           INTEGER NOT NULL CHECK (keep_open IN (0, 1)),
  policy              TEXT NOT NULL, -- JSON of the domain's Policy, the current version
  policy_version      INTEGER NOT NULL DEFAULT 1,
  state               TEXT NOT NULL
    CHECK (state IN ('draft', 'scheduled', 'running', 'paused', 'draining', 'completed', 'cancelled')),
  created_at_ms       INTEGER NOT NULL,
  state_changed_at_ms INTEGER NOT NULL,
  state_reason        TEXT, -- why Dialwright moved it there, or who asked for its pause; null: no reason needed
  contacts_pruned_to  INTEGER NOT NULL DEFAULT 0, -- the last position whose number and name were removed by retention
  contacts            INTEGER NOT NULL DEFAULT 0, -- the last used position
  live_calls          INTEGER NOT NULL DEFAULT 0 CHECK (live_calls >= 0), -- guards the policy's maxLiveCalls
  refusals_in_a_row   INTEGER NOT NULL DEFAULT 0,
  unknowns_in_a_row   INTEGER NOT NULL DEFAULT 0, -- placements without a clear answer since the last acceptance
  waiting_reason      TEXT,
  waiting_since_ms    INTEGER,
  starts_at_ms        INTEGER, -- the scheduled start
  deadline_at_ms      INTEGER,
  next_slot_ms        REAL NOT NULL DEFAULT 0, -- the next free slot; with last_post_ms guards callsPerSecond
  last_post_ms        REAL NOT NULL DEFAULT 0,
  spent_whole         INTEGER NOT NULL DEFAULT 0, -- with what is reserved guards the budget
  spent_rest          INTEGER NOT NULL DEFAULT 0, -- the fraction, so that no sum reaches 64 bits
  reserved_whole      INTEGER NOT NULL DEFAULT 0,
  reserved_rest       INTEGER NOT NULL DEFAULT 0,
  negative_costs      INTEGER NOT NULL DEFAULT 0, -- calls with a cost below 0; it counts as 0 for budgets
  budget_alerts       TEXT NOT NULL DEFAULT '[]', -- JSON of the raised alerts, so that each is raised once
  passes              TEXT NOT NULL DEFAULT '{}', -- fair share, JSON by group of agents: the lowest is next
  wants_agents_until_ms INTEGER NOT NULL DEFAULT 0 -- until then it counts as wanting an agent
) STRICT;
CREATE INDEX campaigns_of_kind ON campaigns (kind, serial);
CREATE INDEX campaigns_in_state ON campaigns (state, serial);
CREATE INDEX campaigns_wanting_agents ON campaigns (wants_agents_until_ms) WHERE wants_agents_until_ms > 0;
CREATE INDEX campaigns_near_budget ON campaigns (serial)
  WHERE budget_alerts <> '[]' AND state NOT IN ('completed', 'cancelled');

-- The result of the last rehearsal before the start of a campaign.
CREATE TABLE forecasts (
  campaign_id TEXT PRIMARY KEY REFERENCES campaigns (id),
  made_at_ms  INTEGER NOT NULL,
  forecast    TEXT NOT NULL -- JSON of KeptForecast
) STRICT, WITHOUT ROWID;

CREATE TABLE policies (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  version     INTEGER NOT NULL,
  policy      TEXT NOT NULL,
  made_at_ms  INTEGER NOT NULL,
  last_placement INTEGER NOT NULL, -- as in campaign_states
  PRIMARY KEY (campaign_id, version)
) STRICT, WITHOUT ROWID;

-- States and deadlines of campaigns. `last_placement`: the id of the last placement before the change, which had the
-- database for itself. So the ids say which placements came after it, without a comparison of clocks.
CREATE TABLE campaign_states (
  id             INTEGER PRIMARY KEY,
  campaign_id    TEXT NOT NULL REFERENCES campaigns (id),
  at_ms          INTEGER NOT NULL,
  last_placement INTEGER NOT NULL,
  state          TEXT NOT NULL,
  deadline_at_ms INTEGER
) STRICT;
CREATE INDEX campaign_states_of_campaign ON campaign_states (campaign_id, id);

-- Spending by day in the campaign's zone; guards the budget of the day.
CREATE TABLE campaign_days (
  campaign_id    TEXT NOT NULL REFERENCES campaigns (id),
  day            TEXT NOT NULL,
  spent_whole    INTEGER NOT NULL DEFAULT 0,
  spent_rest     INTEGER NOT NULL DEFAULT 0,
  reserved_whole INTEGER NOT NULL DEFAULT 0,
  reserved_rest  INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, day)
) STRICT, WITHOUT ROWID;

-- One row with the state of the whole account.
CREATE TABLE account (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  stopped_since_ms INTEGER,
  stopped_reason   TEXT,
  hold             TEXT, -- JSON of the domain's Hold
  retry_after      TEXT, -- JSON of the domain's RetryAfter: the last pause that the carrier asked for
  webhooks         TEXT, -- JSON of the domain's WebhookHealth; null: no webhook has arrived and no call has ended
  calls_per_second REAL,
  max_live_calls   INTEGER,
  hold_rules       TEXT NOT NULL DEFAULT '[]', -- JSON of the domain's HoldRuleFor[]; a status without a rule has the usual one
  pause_after_unknown INTEGER DEFAULT 5, -- guards with unknowns_in_a_row; null: no limit
  unknowns_in_a_row INTEGER NOT NULL DEFAULT 0, -- of all campaigns
  next_slot_ms     REAL NOT NULL DEFAULT 0, -- the next free slot; with last_post_ms guards calls_per_second
  last_post_ms     REAL NOT NULL DEFAULT 0,
  suppression_version INTEGER NOT NULL DEFAULT 0 -- counts the changes of all suppression lists
) STRICT;
INSERT INTO account (id) VALUES (1);

-- What the account allowed after each change of these columns. `last_placement`: as in campaign_states.
CREATE TABLE account_states (
  id               INTEGER PRIMARY KEY,
  at_ms            INTEGER NOT NULL,
  last_placement   INTEGER NOT NULL,
  stopped_since_ms INTEGER,
  hold             TEXT,
  calls_per_second REAL,
  max_live_calls   INTEGER,
  hold_rules       TEXT NOT NULL
) STRICT;

-- One row: this database among all that might be used with the same Temporal namespace.
CREATE TABLE installation (
  id     TEXT NOT NULL,
  checks INTEGER NOT NULL DEFAULT 0, -- changed by the health check, to prove that writing works
  swept_at_ms      INTEGER, -- the last sweep: while a worker runs, it is a minute ago at most
  watched_at_ms    INTEGER, -- when a worker last looked whether workflows run that must run
  watched_to       INTEGER NOT NULL DEFAULT 0, -- id of the last call that it looked at; the next turn begins behind it
  workflow_code    TEXT NOT NULL DEFAULT '', -- digest of the workflows' code and the ids of payload keys, of the worker that started last
  events_pruned_to INTEGER NOT NULL DEFAULT 0, -- id of the last event that was deleted
  bodies_pruned_to INTEGER NOT NULL DEFAULT 0, -- id in inbox; webhooks up to it have no body any more
  erasure_key      TEXT NOT NULL -- 32 bytes in hexadecimal; the key of the hashes of erased numbers and of requests
) STRICT;
INSERT INTO installation (id, erasure_key) VALUES (lower(hex(randomblob(16))), lower(hex(randomblob(32))));

CREATE TABLE agents (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('sip', 'stream')),
  address       TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('ready', 'paused')), -- paused: until somebody sets it ready
  pools         TEXT NOT NULL DEFAULT '["default"]', -- JSON, in the order in which they were given
  capacity      INTEGER NOT NULL DEFAULT 1 CHECK (capacity > 0),
  live          INTEGER NOT NULL DEFAULT 0 CHECK (live BETWEEN 0 AND capacity), -- guards one call per SIP agent
  idle_since_ms INTEGER NOT NULL,
  wrap_up_until_ms INTEGER NOT NULL DEFAULT 0,
  misses        INTEGER NOT NULL DEFAULT 0, -- unanswered calls in a row
  paused_until_ms INTEGER NOT NULL DEFAULT 0, -- of a pause that ends by itself: no call before then, although the state is ready
  paused_reason    TEXT,
  deletion      TEXT, -- JSON of a deletion of several units of work that is under way, or was interrupted; nothing new may refer to the agent
  deleted_at_ms INTEGER, -- its calls still refer to it
  times_counted_to_ms INTEGER NOT NULL, -- until when agent_times has its time; a quarter of an hour
  CHECK (deleted_at_ms IS NULL OR (state = 'paused' AND live = 0)),
  CHECK (kind = 'stream' OR capacity = 1)
) STRICT;
CREATE INDEX agents_free ON agents (idle_since_ms, id) WHERE state = 'ready' AND live < capacity;
CREATE UNIQUE INDEX agents_address ON agents (address) WHERE deleted_at_ms IS NULL;
CREATE INDEX agents_counted ON agents (times_counted_to_ms, id);

-- When agents became ready, were paused and were deleted. Calls and wrap-up are in `calls`. `until_ms`: ready again from then on.
CREATE TABLE agent_states (
  id       INTEGER PRIMARY KEY,
  agent_id TEXT NOT NULL REFERENCES agents (id),
  at_ms    INTEGER NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('ready', 'paused', 'deleted')),
  until_ms INTEGER CHECK (until_ms IS NULL OR state = 'paused'),
  reason   TEXT,
  who      TEXT NOT NULL
) STRICT;
CREATE INDEX agent_states_of_agent ON agent_states (agent_id, at_ms, id);

CREATE TABLE contacts (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  position    INTEGER NOT NULL,
  number      TEXT NOT NULL,
  row_key     TEXT,
  name        TEXT,
  agent_id    TEXT REFERENCES agents (id), -- the only agent who may take its calls
  agent_alone_until_ms INTEGER, -- from then on any agent of the campaign may take them; null: never
  state       TEXT NOT NULL CHECK (state IN ('due', 'claimed', 'final', 'locked')),
  due_at_ms   INTEGER NOT NULL,
  due_reason  TEXT, -- why not before; null: no rule delays it
  zones       TEXT, -- JSON array of IANA names; null: the campaign's zone
  zone_source TEXT NOT NULL DEFAULT 'campaign' CHECK (zone_source IN ('row', 'import', 'number', 'campaign')),
  added_at_ms INTEGER NOT NULL,
  not_before_ms INTEGER,
  not_after_ms  INTEGER,
  disposition TEXT, -- of its last ended call
  calls       INTEGER NOT NULL DEFAULT 0, -- ordinal of its last call
  PRIMARY KEY (campaign_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX contacts_due ON contacts (campaign_id, due_at_ms, position) WHERE state = 'due';
CREATE INDEX contacts_alone ON contacts (campaign_id, agent_alone_until_ms)
  WHERE agent_alone_until_ms IS NOT NULL AND state = 'due';
CREATE INDEX contacts_number ON contacts (number, campaign_id);
CREATE INDEX contacts_of_agent ON contacts (agent_id, state, campaign_id, position) WHERE agent_id IS NOT NULL;
CREATE INDEX contacts_by_row_key ON contacts (row_key, campaign_id) WHERE row_key IS NOT NULL;
CREATE UNIQUE INDEX contacts_row_key ON contacts (campaign_id, row_key) WHERE row_key IS NOT NULL;
CREATE INDEX contacts_filtered ON contacts (campaign_id, state, disposition, due_reason, position);

-- Contacts of a campaign with the same values. '' stands for NULL. Read through the view `contact_counts`.
CREATE TABLE contact_tallies (
  campaign_id TEXT NOT NULL,
  state       TEXT NOT NULL,
  disposition TEXT NOT NULL,
  due_reason  TEXT NOT NULL,
  contacts    INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, state, disposition, due_reason)
) STRICT, WITHOUT ROWID;

-- Changes of the tallies that a background pass adds to them (decision 26). Whoever adds contacts writes one row for all
-- of them with the same values. On Postgres the triggers write here too, because units that change one row wait for one
-- another there.
CREATE TABLE contact_tally_deltas (
  id          INTEGER PRIMARY KEY,
  campaign_id TEXT NOT NULL,
  state       TEXT NOT NULL,
  disposition TEXT NOT NULL,
  due_reason  TEXT NOT NULL,
  contacts    INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_tally_deltas_of_campaign ON contact_tally_deltas (campaign_id);

CREATE VIEW contact_counts AS
  SELECT campaign_id, state, disposition, due_reason, CAST(sum(contacts) AS BIGINT) AS contacts
  FROM (SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tally_deltas) AS parts
  GROUP BY campaign_id, state, disposition, due_reason;

CREATE TRIGGER contacts_recounted AFTER UPDATE OF state, disposition, due_reason ON contacts
WHEN new.state <> old.state OR new.disposition IS NOT old.disposition OR new.due_reason IS NOT old.due_reason
BEGIN
  INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
  VALUES (old.campaign_id, old.state, coalesce(old.disposition, ''), coalesce(old.due_reason, ''), -1),
         (new.campaign_id, new.state, coalesce(new.disposition, ''), coalesce(new.due_reason, ''), 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

-- Changes of many contacts, made in a series of short transactions. `done` guards that each contact is changed once.
CREATE TABLE contact_jobs (
  campaign_id   TEXT NOT NULL REFERENCES campaigns (id),
  kind          TEXT NOT NULL CHECK (kind IN ('close', 'copy', 'recheck')),
  work          TEXT NOT NULL, -- JSON of the job's parameters
  done          INTEGER NOT NULL, -- the last processed position
  total         INTEGER NOT NULL CHECK (done BETWEEN 0 AND total), -- the last position to process
  begun_at_ms   INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, kind)
) STRICT, WITHOUT ROWID;

-- Imports of contact lists. `rows_read` guards that each row has its effect once.
CREATE TABLE imports (
  serial        INTEGER PRIMARY KEY, -- order of creation
  id            TEXT NOT NULL UNIQUE,
  campaign_id   TEXT NOT NULL REFERENCES campaigns (id),
  state         TEXT NOT NULL CHECK (state IN ('open', 'done', 'stopped')), -- stopped: its campaign ended first
  dedupe        TEXT NOT NULL, -- JSON of the import's Dedupe
  rows_read     INTEGER NOT NULL DEFAULT 0,
  accepted      INTEGER NOT NULL DEFAULT 0,
  duplicate     INTEGER NOT NULL DEFAULT 0,
  suppressed    INTEGER NOT NULL DEFAULT 0,
  rejected      INTEGER NOT NULL DEFAULT 0,
  first_contact INTEGER,
  begun_at_ms   INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL,
  CHECK (rows_read = accepted + duplicate + suppressed + rejected)
) STRICT;
CREATE INDEX imports_of_campaign ON imports (campaign_id, serial);
CREATE INDEX imports_open ON imports (campaign_id, touched_at_ms) WHERE state = 'open';

-- Rows of imports that made no contact.
CREATE TABLE import_rows (
  import_id      TEXT NOT NULL REFERENCES imports (id),
  row            INTEGER NOT NULL, -- from 1
  line           INTEGER NOT NULL,
  outcome        TEXT NOT NULL CHECK (outcome IN ('duplicate', 'suppressed', 'rejected')),
  field          TEXT,
  reason         TEXT NOT NULL,
  other_campaign TEXT, -- with other_contact: the existing contact
  other_contact  INTEGER,
  written        TEXT NOT NULL, -- JSON of the unchanged row, by column
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls (
  id                  INTEGER PRIMARY KEY,
  ref                 TEXT NOT NULL UNIQUE,
  campaign_id         TEXT NOT NULL,
  contact             INTEGER NOT NULL,
  ordinal             INTEGER NOT NULL,
  number              TEXT NOT NULL,
  agent_id            TEXT REFERENCES agents (id), -- its last agent
  holds_agent         INTEGER NOT NULL DEFAULT 0, -- 1: counted in agents.live
  agent_freed_at_ms   INTEGER, -- when it stopped to hold its agent
  wrap_up_ms          INTEGER NOT NULL DEFAULT 0, -- of the agent, after the call
  state               TEXT NOT NULL,
  deepest             TEXT,
  placement           INTEGER NOT NULL DEFAULT 0, -- number of the last placement with an intent
  waiting_reason      TEXT,
  waiting_until_ms    INTEGER,
  hangup_asked_at_ms  INTEGER,
  hangup_sent_at_ms   INTEGER, -- when the carrier accepted the hang-up
  hangup_text         TEXT, -- result of the last request to the carrier
  hangup_tries        INTEGER NOT NULL DEFAULT 0, -- requests to the carrier
  hangup_due_at_ms    INTEGER, -- from then on a worker requests the hang-up without the workflow
  disposition         TEXT,
  reason              TEXT,
  confirmed           INTEGER,
  polls               TEXT, -- JSON of the domain's PollState
  unreadable_cost     TEXT, -- the cost that GET shows, if it is no amount
  poll_due_at_ms      INTEGER, -- from then on it must be poked, so that it polls
  spent_attempt       INTEGER NOT NULL DEFAULT 0,
  policy_version      INTEGER NOT NULL DEFAULT 1,
  ready_at_ms         INTEGER, -- when its agent (of capacity 1), contact and campaign were ready to dial
  slot_ms             INTEGER, -- the POST must not leave before
  reserved            INTEGER NOT NULL DEFAULT 0,
  spending_day        TEXT, -- the day on which its money counts
  carrier_call_id     TEXT UNIQUE,
  cost                INTEGER,
  costs               TEXT NOT NULL DEFAULT '[]', -- JSON of CostChange[]: each cost with its instant, the newest last
  cost_source         TEXT CHECK (cost_source IN ('get', 'cdr', 'person')),
  record_cost         INTEGER, -- from the carrier's call records
  record_serial       INTEGER, -- serial of the reconciliation that stored record_cost
  settlement          TEXT NOT NULL DEFAULT 'none'
    CHECK (settlement IN ('none', 'open', 'settled', 'unsettled')),
  recording           TEXT NOT NULL DEFAULT 'none'
    CHECK (recording IN ('none', 'expected', 'delivered', 'wanted', 'stored', 'missing')),
  recording_due_at_ms INTEGER,
  recording_reason    TEXT, -- why it waits or is missing
  recording_tries     INTEGER NOT NULL DEFAULT 0, -- lookups made
  recording_searches  INTEGER NOT NULL DEFAULT 0, -- lookups answered
  recording_writes    INTEGER NOT NULL DEFAULT 0 CHECK (recording_writes >= 0), -- begun and not known to be over
  recording_write_until_ms INTEGER, -- when the last of them is over in any case
  recording_file      TEXT,
  recording_sha256    TEXT,
  recording_bytes     INTEGER,
  recording_type      TEXT,
  created_at_ms       INTEGER NOT NULL,
  started_at_ms       INTEGER, -- when its workflow was known to be started
  placed_at_ms        INTEGER,
  ended_at_ms         INTEGER, -- when the end was written
  times               TEXT, -- JSON of the domain's CallTimes: when the carrier's states were reached, and the source
  answered            INTEGER NOT NULL DEFAULT 0, -- by the agent; this and the next five follow from the evidence
  customer_rang       INTEGER NOT NULL DEFAULT 0,
  bridged             INTEGER NOT NULL DEFAULT 0,
  agent_ring_ms       INTEGER,
  customer_ring_ms    INTEGER,
  talk_ms             INTEGER,
  redial              TEXT, -- JSON of the domain's RedialDecision: what came after the call
  erased_at_ms        INTEGER, -- from then on it keeps nothing of the person
  touched_at_ms       INTEGER NOT NULL,
  -- 1: a workflow has work left for it.
  unfinished          INTEGER NOT NULL GENERATED ALWAYS AS (
    state <> 'ended' OR settlement = 'open' OR recording IN ('expected', 'delivered')
  ) VIRTUAL,
  -- Postgres's indexes have these in place of columns that change with each event: there an update writes all indexes of
  -- a row as soon as one of them, or its condition, names a column that changes.
  is_live             INTEGER NOT NULL GENERATED ALWAYS AS (state <> 'ended') VIRTUAL,
  is_polled           INTEGER NOT NULL GENERATED ALWAYS AS (state <> 'ended' AND polls IS NOT NULL) VIRTUAL,
  touched_period      INTEGER NOT NULL GENERATED ALWAYS AS (touched_at_ms / 600000) VIRTUAL, -- ten minutes
  UNIQUE (campaign_id, contact, ordinal),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
) STRICT;
CREATE INDEX calls_holding_agents ON calls (agent_id) WHERE holds_agent = 1;
CREATE INDEX calls_of_campaign ON calls (campaign_id, id);
CREATE INDEX calls_filtered ON calls (campaign_id, state, disposition, settlement, recording, id);
CREATE INDEX calls_by_creation ON calls (created_at_ms);
CREATE INDEX calls_of_number ON calls (number, id);
CREATE INDEX calls_of_agent ON calls (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX calls_by_placing ON calls (placed_at_ms) WHERE placed_at_ms IS NOT NULL;
-- With the columns of the condition that finds calls which last beyond a time.
CREATE INDEX calls_of_agent_by_placing ON calls (agent_id, placed_at_ms, agent_freed_at_ms, wrap_up_ms)
  WHERE agent_id IS NOT NULL AND placed_at_ms IS NOT NULL;
CREATE INDEX calls_live ON calls (state) WHERE state <> 'ended';
CREATE INDEX calls_polled ON calls (state, polls IS NOT NULL) WHERE state <> 'ended' AND polls IS NOT NULL;
CREATE INDEX calls_unsettled ON calls (settlement) WHERE state = 'ended' AND settlement = 'open';
CREATE INDEX calls_unstarted ON calls (created_at_ms) WHERE started_at_ms IS NULL AND state <> 'ended';
CREATE INDEX calls_unfinished ON calls (touched_at_ms) WHERE unfinished;
CREATE INDEX calls_hangup_due ON calls (hangup_due_at_ms)
  WHERE hangup_due_at_ms IS NOT NULL AND carrier_call_id IS NOT NULL AND state <> 'ended';
CREATE INDEX calls_recorded ON calls (ended_at_ms) WHERE recording = 'stored';
CREATE INDEX calls_recording_wanted ON calls (recording_due_at_ms) WHERE recording = 'wanted';

-- Calls of a campaign with the same values, and sums of their money. Whole units and fractions are summed separately,
-- so that no sum reaches 64 bits. '' stands for NULL. Read through the view `call_counts`.
CREATE TABLE call_tallies (
  campaign_id    TEXT NOT NULL,
  state          TEXT NOT NULL,
  disposition    TEXT NOT NULL,
  settlement     TEXT NOT NULL,
  recording      TEXT NOT NULL,
  placed         INTEGER NOT NULL, -- 1: with an intent
  calls          INTEGER NOT NULL,
  cost_whole     INTEGER NOT NULL,
  cost_rest      INTEGER NOT NULL,
  reserved_whole INTEGER NOT NULL,
  reserved_rest  INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, state, disposition, settlement, recording, placed)
) STRICT, WITHOUT ROWID;

-- As of contacts. On SQLite, which has one unit of work at a time, nothing is written here.
CREATE TABLE call_tally_deltas (
  id             INTEGER PRIMARY KEY,
  campaign_id    TEXT NOT NULL,
  state          TEXT NOT NULL,
  disposition    TEXT NOT NULL,
  settlement     TEXT NOT NULL,
  recording      TEXT NOT NULL,
  placed         INTEGER NOT NULL,
  calls          INTEGER NOT NULL,
  cost_whole     INTEGER NOT NULL,
  cost_rest      INTEGER NOT NULL,
  reserved_whole INTEGER NOT NULL,
  reserved_rest  INTEGER NOT NULL
) STRICT;
CREATE INDEX call_tally_deltas_of_campaign ON call_tally_deltas (campaign_id);

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
END;

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
END;

-- Ended calls by quarter of an hour, campaign, agent and disposition, for statistics and costs (decision 31). Live calls are few:
-- they are read from `calls`. Money as in `call_tallies`. Rows are never deleted with their calls.
CREATE TABLE call_buckets (
  bucket_ms          INTEGER NOT NULL, -- start of the quarter of an hour of the last placement
  campaign_id        TEXT NOT NULL,
  agent_id           TEXT NOT NULL, -- of the last placement; '': none
  disposition        TEXT NOT NULL,
  calls              INTEGER NOT NULL, -- with a placement
  answered           INTEGER NOT NULL,
  customer_rang      INTEGER NOT NULL,
  bridged            INTEGER NOT NULL,
  agent_ring_ms      INTEGER NOT NULL,
  customer_ring_ms   INTEGER NOT NULL,
  talk_ms            INTEGER NOT NULL,
  cost_whole         INTEGER NOT NULL,
  cost_rest          INTEGER NOT NULL,
  PRIMARY KEY (bucket_ms, campaign_id, agent_id, disposition)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_buckets_of_campaign ON call_buckets (campaign_id, bucket_ms);
CREATE INDEX call_buckets_of_agent ON call_buckets (agent_id, bucket_ms);

-- As of calls: on SQLite nothing is written here.
CREATE TABLE call_bucket_deltas (
  id                 INTEGER PRIMARY KEY,
  bucket_ms          INTEGER NOT NULL,
  campaign_id        TEXT NOT NULL,
  agent_id           TEXT NOT NULL,
  disposition        TEXT NOT NULL,
  calls              INTEGER NOT NULL,
  answered           INTEGER NOT NULL,
  customer_rang      INTEGER NOT NULL,
  bridged            INTEGER NOT NULL,
  agent_ring_ms      INTEGER NOT NULL,
  customer_ring_ms   INTEGER NOT NULL,
  talk_ms            INTEGER NOT NULL,
  cost_whole         INTEGER NOT NULL,
  cost_rest          INTEGER NOT NULL
) STRICT;
CREATE INDEX call_bucket_deltas_by_time ON call_bucket_deltas (bucket_ms);

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
END;

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
END;

-- How long agents did what, by quarter of an hour. `campaign_id`: of the call that kept the agent busy; '' for ready and paused.
CREATE TABLE agent_times (
  bucket_ms   INTEGER NOT NULL,
  campaign_id TEXT NOT NULL,
  agent_id    TEXT NOT NULL,
  ready_ms    INTEGER NOT NULL,
  ringing_ms  INTEGER NOT NULL,
  on_call_ms  INTEGER NOT NULL,
  wrap_up_ms  INTEGER NOT NULL,
  paused_ms   INTEGER NOT NULL,
  PRIMARY KEY (bucket_ms, campaign_id, agent_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_times_of_campaign ON agent_times (campaign_id, bucket_ms);
CREATE INDEX agent_times_of_agent ON agent_times (agent_id, bucket_ms);

-- Times that are to be counted again, because evidence of a call came after its agent's time was counted.
CREATE TABLE agent_time_recounts (
  id       INTEGER PRIMARY KEY,
  agent_id TEXT NOT NULL,
  from_ms  INTEGER NOT NULL,
  to_ms    INTEGER NOT NULL
) STRICT;

CREATE TRIGGER calls_recount_agents AFTER UPDATE OF times, deepest, disposition, state, agent_id, placed_at_ms ON calls
WHEN old.agent_id IS NOT NULL AND old.placed_at_ms IS NOT NULL
  AND (new.times IS NOT old.times OR new.deepest IS NOT old.deepest OR new.disposition IS NOT old.disposition
    OR new.agent_id IS NOT old.agent_id OR new.placed_at_ms IS NOT old.placed_at_ms
    OR (new.state IN ('claimed', 'waiting')) <> (old.state IN ('claimed', 'waiting')))
BEGIN
  INSERT INTO agent_time_recounts (agent_id, from_ms, to_ms)
  SELECT id, old.placed_at_ms,
         CASE WHEN new.holds_agent = 0 AND new.agent_id = old.agent_id
              THEN coalesce(new.agent_freed_at_ms, new.ended_at_ms, old.placed_at_ms) + new.wrap_up_ms
              ELSE new.touched_at_ms END
  FROM agents WHERE id = old.agent_id AND times_counted_to_ms > old.placed_at_ms;
END;

-- Guards that a number has one live call over all campaigns. A call that ended as `unknown` keeps its row.
CREATE TABLE live_numbers (
  number TEXT PRIMARY KEY,
  ref    TEXT NOT NULL UNIQUE REFERENCES calls (ref) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- Calls that count against the caps of a number: the customer's phone rang, or may have rung or still ring.
CREATE TABLE dials (
  ref    TEXT PRIMARY KEY REFERENCES calls (ref),
  number TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  counted_at_ms INTEGER NOT NULL -- since when it counts: later than at_ms if later evidence showed that the phone rang
) STRICT, WITHOUT ROWID;
CREATE INDEX dials_of_number ON dials (number, at_ms);

-- The standing campaigns for callbacks, one for each pool of agents.
CREATE TABLE callback_campaigns (
  pool        TEXT PRIMARY KEY, -- '': any pool
  campaign_id TEXT NOT NULL REFERENCES campaigns (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE callbacks (
  serial         INTEGER PRIMARY KEY, -- order of creation
  id             TEXT NOT NULL UNIQUE,
  number         TEXT NOT NULL,
  call_ref       TEXT REFERENCES calls (ref), -- the call in which it was requested
  settings       TEXT NOT NULL, -- JSON of CallbackSettings
  life           TEXT NOT NULL CHECK (life IN ('active', 'paused', 'cancelled')),
  next_at_ms     INTEGER, -- the next turn of a recurring callback; guards that each turn is made once
  turns          INTEGER NOT NULL DEFAULT 0,
  version        INTEGER NOT NULL DEFAULT 1, -- counts changes that its schedule in Temporal must contain
  schedule_version INTEGER NOT NULL DEFAULT 0, -- the version that the schedule contains
  created_at_ms  INTEGER NOT NULL
) STRICT;
CREATE INDEX callbacks_of_number ON callbacks (number, serial);
CREATE INDEX callbacks_next ON callbacks (next_at_ms, serial) WHERE next_at_ms IS NOT NULL AND life = 'active';
CREATE INDEX callbacks_unscheduled ON callbacks (serial) WHERE version <> schedule_version;
CREATE INDEX callbacks_to_come ON callbacks (serial) WHERE life = 'paused' OR (life = 'active' AND next_at_ms IS NOT NULL);

-- The occurrences of callbacks, made or skipped.
CREATE TABLE callback_turns (
  callback_id  TEXT NOT NULL REFERENCES callbacks (id),
  turn         INTEGER NOT NULL, -- from 1
  at_ms        INTEGER NOT NULL,
  not_after_ms INTEGER NOT NULL,
  campaign_id  TEXT,
  contact      INTEGER,
  skipped      TEXT CHECK (skipped IN ('overlap', 'outage', 'paused')),
  withdrawn    TEXT CHECK (withdrawn IN ('paused', 'edited', 'cancelled')),
  PRIMARY KEY (callback_id, turn),
  CHECK ((contact IS NULL) = (skipped IS NOT NULL)),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX callback_turns_by_time ON callback_turns (at_ms, callback_id, turn);
CREATE INDEX callback_turns_of_contact ON callback_turns (campaign_id, contact) WHERE contact IS NOT NULL;

CREATE TABLE suppression_lists (
  serial        INTEGER PRIMARY KEY AUTOINCREMENT, -- one that is deleted is not given again
  id            TEXT NOT NULL,
  name          TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed       INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), -- 1: its entries are being deleted in batches, then the list
  numbers       INTEGER NOT NULL DEFAULT 0 CHECK (numbers >= 0), -- tally of its entries
  version       INTEGER NOT NULL DEFAULT 0 -- account.suppression_version of its last change
) STRICT;
CREATE UNIQUE INDEX suppression_lists_in_use ON suppression_lists (id) WHERE removed = 0;

-- Read through the view below, which leaves out removed lists.
CREATE TABLE suppression_entries (
  number      TEXT NOT NULL,
  list        INTEGER NOT NULL REFERENCES suppression_lists (serial),
  until_ms    INTEGER, -- null: permanently
  added_at_ms INTEGER NOT NULL,
  version     INTEGER NOT NULL DEFAULT 0, -- of the list when the entry was written
  PRIMARY KEY (number, list)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_entries_of_list ON suppression_entries (list, number);

-- Unfinished requests that add many numbers. A repeat of the key continues from there.
CREATE TABLE suppression_additions (
  caller         TEXT NOT NULL,
  key            TEXT NOT NULL,
  request_digest TEXT NOT NULL, -- keyed hash (installation.erasure_key) of the digest of the request
  list           INTEGER NOT NULL, -- serial of the list, which may be deleted
  done           INTEGER NOT NULL, -- processed numbers, from the first
  added          INTEGER NOT NULL,
  erased         INTEGER NOT NULL, -- those of erased persons
  PRIMARY KEY (caller, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER suppression_entries_counted AFTER INSERT ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers + 1 WHERE serial = new.list;
END;
CREATE TRIGGER suppression_entries_uncounted AFTER DELETE ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers - 1 WHERE serial = old.list;
END;

-- Numbers whose erasure is under way. They are on the suppression list `privacy/erasure` too, which counts for every
-- campaign.
CREATE TABLE erasure_numbers (
  number     TEXT PRIMARY KEY,
  erasure_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keyed hashes of erased numbers: nobody adds them again.
CREATE TABLE erased_numbers (
  hash         TEXT PRIMARY KEY, -- HMAC-SHA-256 with installation.erasure_key
  erased_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Lists that held an erased number, or to which it was added since. They hold it again once calls to it are allowed.
CREATE TABLE erased_suppressions (
  hash        TEXT NOT NULL, -- as in erased_numbers
  list        INTEGER NOT NULL REFERENCES suppression_lists (serial),
  until_ms    INTEGER, -- null: permanently
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (hash, list)
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_suppressions_of_list ON erased_suppressions (list, hash);

-- Erasures of persons, made in a series of short transactions.
CREATE TABLE erasures (
  serial        INTEGER PRIMARY KEY, -- order of requests
  id            TEXT NOT NULL UNIQUE,
  subject_hash  TEXT NOT NULL, -- keyed hash of the number or row key that was given
  state         TEXT NOT NULL CHECK (state IN ('open', 'done')),
  step          TEXT NOT NULL, -- the domain's ErasureStep
  reached       TEXT, -- JSON of the key of the last row that was read in the step; null: none
  waiting_for   TEXT,
  row_key       TEXT, -- JSON of the row key that was given, and of its campaign; null: by number, or it is done
  erased        TEXT NOT NULL DEFAULT '{}', -- JSON of ErasedCounts
  asked_at_ms   INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL,
  ended_at_ms   INTEGER
) STRICT;
CREATE INDEX erasures_open ON erasures (touched_at_ms) WHERE state = 'open';

-- Contacts whose number retention could not remove, because they were locked or had a live call when their batch passed.
CREATE TABLE contacts_passed_over (
  campaign_id TEXT NOT NULL,
  position    INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, position),
  FOREIGN KEY (campaign_id, position) REFERENCES contacts (campaign_id, position)
) STRICT, WITHOUT ROWID;

-- Files that must be removed from where recordings are kept. A file may be here twice, because it may be written after it
-- was removed.
CREATE TABLE recording_removals (
  serial     INTEGER PRIMARY KEY,
  file       TEXT NOT NULL,
  due_at_ms  INTEGER NOT NULL, -- not before
  unfinished INTEGER NOT NULL DEFAULT 0 -- 1: unfinished writes of the file are removed too
) STRICT;
CREATE INDEX recording_removals_of_file ON recording_removals (file);
CREATE INDEX recording_removals_due ON recording_removals (due_at_ms, serial);

CREATE VIEW suppressions AS
  SELECT number, lists.id AS list, until_ms, suppression_entries.added_at_ms
  FROM suppression_entries JOIN suppression_lists AS lists ON lists.serial = suppression_entries.list
  WHERE removed = 0;

CREATE TABLE placements (
  id              INTEGER PRIMARY KEY, -- order of sealing
  ref             TEXT NOT NULL REFERENCES calls (ref),
  placement       INTEGER NOT NULL,
  state           TEXT NOT NULL
    CHECK (state IN ('intent', 'accepted', 'refused', 'not-sent', 'unknown', 'void')),
  intent_at_ms    INTEGER NOT NULL,
  outcome_at_ms   INTEGER,
  carrier_call_id TEXT,
  status          INTEGER,
  code            TEXT,
  details         TEXT, -- may quote numbers
  why             TEXT,
  verdict         TEXT, -- JSON of the domain's RefusalVerdict
  zone_rules      TEXT, -- release of the IANA time zone data that the intent was decided with
  decision        TEXT, -- JSON of the domain's DecisionRecord, never updated; null: no intent was written
  UNIQUE (ref, placement)
) STRICT;

-- Each seal covers the placements of one campaign that were written since its seal before.
CREATE TABLE decision_seals (
  campaign_id  TEXT NOT NULL REFERENCES campaigns (id),
  seal         INTEGER NOT NULL, -- from 1
  from_id      INTEGER NOT NULL, -- of placements
  to_id        INTEGER NOT NULL CHECK (to_id >= from_id),
  placements   INTEGER NOT NULL CHECK (placements > 0),
  previous     TEXT NOT NULL, -- hash of the seal before
  hash         TEXT NOT NULL,
  sealed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, seal)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX decision_seals_to ON decision_seals (to_id);

-- One row: all placements up to this id are sealed.
CREATE TABLE decision_sealing (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  sealed_to INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO decision_sealing (id) VALUES (1);

-- No foreign key, because events of unknown calls are kept too.
CREATE TABLE inbox (
  id              INTEGER PRIMARY KEY,
  ref             TEXT NOT NULL,
  placement       INTEGER NOT NULL,
  seq             INTEGER,
  name            TEXT NOT NULL,
  occurred_at     TEXT,
  carrier_call_id TEXT,
  received_at_ms  INTEGER NOT NULL,
  body            TEXT,
  relayed         TEXT CHECK (relayed IN ('signal', 'late'))
) STRICT;
-- Contains name and id, so that neither a new name nor a guessed seq blocks the real event.
-- Also finds the events of a call. Entries without a seq do not exclude each other, because NULLs are distinct.
CREATE UNIQUE INDEX inbox_once ON inbox (ref, placement, seq, name, coalesce(carrier_call_id, ''));
CREATE UNIQUE INDEX inbox_one_poke ON inbox (ref, placement) WHERE seq IS NULL AND relayed IS NULL;
CREATE INDEX inbox_received ON inbox (id) WHERE seq IS NOT NULL;
CREATE INDEX inbox_unrelayed ON inbox (ref) WHERE relayed IS NULL;

-- Unreadable webhooks, shortened. New ones replace old ones.
CREATE TABLE unreadable_webhooks (
  id             INTEGER PRIMARY KEY,
  ref            TEXT, -- null: on the URL of an unknown call
  placement      INTEGER NOT NULL,
  received_at_ms INTEGER NOT NULL,
  why            TEXT NOT NULL,
  body           TEXT NOT NULL, -- its start
  bytes          INTEGER -- size of the whole body; null: larger than what was read
) STRICT;
CREATE INDEX unreadable_webhooks_of_call ON unreadable_webhooks (ref);

-- Spans in which an ingress process is known to have run. One process has several if its heartbeats were interrupted.
CREATE TABLE ingress_uptime (
  id             INTEGER PRIMARY KEY,
  name           TEXT NOT NULL,    -- host name and port
  from_ms        INTEGER NOT NULL,
  to_ms          INTEGER NOT NULL CHECK (to_ms >= from_ms),
  gap_ms         INTEGER NOT NULL, -- longest time between two heartbeats of one span
  received       INTEGER NOT NULL, -- webhooks of the process since its start
  received_at_ms INTEGER,          -- the last one
  missed_at_ms   INTEGER,          -- when another process, or the next span, found that heartbeats were missing
  over_at_ms     INTEGER           -- when it was stopped, or the next span began; null: it runs, or nobody knows its end
) STRICT;
CREATE INDEX ingress_uptime_to ON ingress_uptime (to_ms);
CREATE INDEX ingress_uptime_until ON ingress_uptime (to_ms + gap_ms);

CREATE TABLE recording_deliveries (
  id              INTEGER PRIMARY KEY,
  ref             TEXT, -- null: no known call when the webhook arrived
  carrier_call_id TEXT,
  url             TEXT,
  received_at_ms  INTEGER NOT NULL,
  body            TEXT -- its start; null once it is old
) STRICT;
CREATE INDEX recording_deliveries_call ON recording_deliveries (carrier_call_id)
  WHERE carrier_call_id IS NOT NULL;
CREATE INDEX recording_deliveries_ref ON recording_deliveries (ref) WHERE ref IS NOT NULL;
CREATE INDEX recording_deliveries_stray ON recording_deliveries (received_at_ms) WHERE ref IS NULL;
CREATE INDEX recording_deliveries_bodies ON recording_deliveries (received_at_ms)
  WHERE body IS NOT NULL;

-- One row. It guards the spacing of recording lookups over all processes.
CREATE TABLE desk (
  id                      INTEGER PRIMARY KEY CHECK (id = 1),
  last_lookup_at_ms       INTEGER, -- written before its request
  last_lookup_ended_at_ms INTEGER, -- null: not over, or its process died
  closed_until_ms         INTEGER NOT NULL DEFAULT 0,
  closed_why              TEXT,
  stored_bytes            INTEGER NOT NULL DEFAULT 0 -- of all recordings
) STRICT;
INSERT INTO desk (id) VALUES (1);

-- Comparisons with the carrier's call records. Their effects are stored until they are applied.
CREATE TABLE reconciliations (
  serial        INTEGER PRIMARY KEY AUTOINCREMENT, -- order of requests; one that is deleted is not given again
  id            TEXT NOT NULL UNIQUE,
  from_ms       INTEGER NOT NULL,
  to_ms         INTEGER NOT NULL CHECK (to_ms > from_ms),
  state         TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  why           TEXT, -- why it failed
  report        TEXT, -- JSON of the domain's ReconciliationReport
  effects       TEXT, -- JSON of the domain's RecordEffects
  asked_at_ms   INTEGER NOT NULL,
  ended_at_ms   INTEGER
) STRICT;
CREATE INDEX reconciliations_open ON reconciliations (asked_at_ms) WHERE state = 'open';

-- Reports that are written to the archive in the background. `attempts` and `taken_until_ms` guard that one process
-- writes one.
CREATE TABLE report_jobs (
  serial         INTEGER PRIMARY KEY AUTOINCREMENT, -- order of creation; one that is deleted is not given again
  id             TEXT NOT NULL UNIQUE,
  request        TEXT NOT NULL, -- JSON of the API's report request
  state          TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  rows           INTEGER NOT NULL DEFAULT 0, -- written by the current attempt
  bytes          INTEGER,
  attempts       INTEGER NOT NULL DEFAULT 0,
  why            TEXT, -- why the last attempt failed
  taken_until_ms INTEGER NOT NULL DEFAULT 0,
  created_by     TEXT NOT NULL,
  created_at_ms  INTEGER NOT NULL,
  ended_at_ms    INTEGER,
  expires_at_ms  INTEGER NOT NULL -- from then on it is deleted, with its files
) STRICT;
CREATE INDEX report_jobs_open ON report_jobs (serial) WHERE state = 'open';
CREATE INDEX report_jobs_expiring ON report_jobs (expires_at_ms);

-- Timelines of calls, for people, without the events, which are in the inbox.
CREATE TABLE timeline (
  id        INTEGER PRIMARY KEY,
  ref       TEXT NOT NULL REFERENCES calls (ref),
  at_ms     INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  text      TEXT NOT NULL,
  placement INTEGER
) STRICT;
CREATE INDEX timeline_of_call ON timeline (ref);

-- Who changed what. Written in the transaction of the change, never updated.
CREATE TABLE audit (
  id     INTEGER PRIMARY KEY,
  at_ms  INTEGER NOT NULL,
  who    TEXT NOT NULL,
  what   TEXT NOT NULL,
  target TEXT NOT NULL, -- path of the resource, such as campaigns/c1
  before TEXT NOT NULL, -- JSON; null: it did not exist, or does not matter
  after  TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_target ON audit (target, id);
CREATE INDEX audit_of_what ON audit (what, id);
CREATE INDEX audit_of_who ON audit (who, id);
CREATE INDEX audit_by_time ON audit (at_ms, id);

-- What happened, for readers outside: the outbox of GET /v1/events and of webhooks. The triggers below write it in the
-- transaction of the cause, whoever changes the row. No names and numbers of people: references and facts only.
-- `at_ms` is when the row was written, by the database's clock. In `data`, `…_at_ms` are instants, other `…_ms` are
-- durations, and `…_units` is money.
CREATE TABLE events (
  id          INTEGER PRIMARY KEY AUTOINCREMENT, -- one that is deleted is not given again
  at_ms       INTEGER NOT NULL,
  type        TEXT NOT NULL,
  subject     TEXT NOT NULL, -- path of the resource under /v1, such as calls/c1.5.1
  campaign_id TEXT,
  data        TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX events_of_type ON events (type, id);
CREATE INDEX events_of_subject ON events (subject, id);
CREATE INDEX events_of_campaign ON events (campaign_id, id) WHERE campaign_id IS NOT NULL;

-- Alerts that stand. A row is an alert that was raised and is not cleared.
CREATE TABLE alerts (
  kind         TEXT NOT NULL,
  subject      TEXT NOT NULL,
  campaign_id  TEXT,
  text         TEXT NOT NULL, -- for people
  raised_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- Workflows of which a run failed, or whose task fails again and again. Bounds how often they are started again.
CREATE TABLE broken_workflows (
  workflow_id      TEXT PRIMARY KEY,
  run_id           TEXT NOT NULL, -- the last run that was found broken
  fault            TEXT NOT NULL,
  reason           TEXT NOT NULL, -- what the SDK or Temporal says
  code             TEXT NOT NULL, -- installation.workflow_code when it was found
  restarts         INTEGER NOT NULL, -- with this code
  next_start_at_ms INTEGER, -- null: it is not started again with this code
  found_at_ms      INTEGER NOT NULL,
  is_broken        INTEGER NOT NULL -- 0: it works again
) STRICT, WITHOUT ROWID;

-- Servers and workers, and what they see of Temporal.
CREATE TABLE processes (
  name    TEXT NOT NULL, -- host name and process id
  role    TEXT NOT NULL CHECK (role IN ('server', 'worker')),
  work    TEXT NOT NULL, -- JSON array: the kinds of work of a worker
  at_ms   INTEGER NOT NULL, -- the last sign of life
  stopped INTEGER NOT NULL, -- 1: in order
  trouble TEXT, -- JSON of the domain's TemporalTrouble; null: none
  PRIMARY KEY (role, name)
) STRICT, WITHOUT ROWID;

-- Where events are sent. Each endpoint has its own place in the outbox.
CREATE TABLE webhook_endpoints (
  serial           INTEGER PRIMARY KEY AUTOINCREMENT, -- order of creation; one that is deleted is not given again
  id               TEXT NOT NULL UNIQUE,
  url              TEXT NOT NULL, -- may contain a token
  description      TEXT NOT NULL,
  types            TEXT, -- JSON array of types and groups; null: all
  state            TEXT NOT NULL CHECK (state IN ('enabled', 'disabled')),
  disabled_reason  TEXT,
  secrets          TEXT NOT NULL, -- JSON array of {secret, untilMs}, the newest first; untilMs null: until it is rotated
  position         INTEGER NOT NULL, -- id of an event: nothing up to it is left to be sent
  replay_position  INTEGER, -- the same for what is sent again; null: nothing is
  replay_to        INTEGER,
  tries            INTEGER NOT NULL DEFAULT 0, -- failed requests since the last success
  failing_since_ms INTEGER,
  next_try_at_ms   INTEGER,
  last_failure     TEXT,
  lease            INTEGER NOT NULL DEFAULT 0, -- guards that one delivery at a time moves the position
  created_at_ms    INTEGER NOT NULL
) STRICT;

-- The newest requests to each endpoint.
CREATE TABLE webhook_deliveries (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint       INTEGER NOT NULL REFERENCES webhook_endpoints (serial),
  kind           TEXT NOT NULL CHECK (kind IN ('event', 'replay', 'test')),
  event_id       INTEGER, -- null: a test
  type           TEXT NOT NULL,
  at_ms          INTEGER NOT NULL,
  duration_ms    INTEGER NOT NULL,
  status         INTEGER, -- of the answer; null: there was none
  failure        TEXT, -- null: delivered
  next_try_at_ms INTEGER
) STRICT;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint, id);

CREATE TRIGGER calls_events
AFTER UPDATE OF state, bridged, disposition, settlement, recording, cost, carrier_call_id ON calls
WHEN (new.state <> old.state AND new.state IN ('unknown', 'ended')) OR new.bridged <> old.bridged
  OR new.disposition IS NOT old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording OR new.cost IS NOT old.cost
  OR (new.carrier_call_id IS NULL) <> (old.carrier_call_id IS NULL)
BEGIN
  -- One statement, because each opens the table and its indexes, also for no row.
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER), type, 'calls/' || new.ref, new.campaign_id, data
  FROM (
    SELECT 'call.placed' AS type,
           json_object('agent', new.agent_id, 'placement', new.placement, 'carrier_call_id', new.carrier_call_id,
                       'placed_at_ms', new.placed_at_ms) AS data
    WHERE new.carrier_call_id IS NOT NULL AND old.carrier_call_id IS NULL
    UNION ALL
    SELECT 'call.unknown',
           json_object('agent', new.agent_id, 'placement', new.placement, 'placed_at_ms', new.placed_at_ms)
    WHERE new.state = 'unknown' AND old.state <> 'unknown'
    UNION ALL
    SELECT 'call.bridged', json_object('agent', new.agent_id)
    WHERE new.bridged = 1 AND old.bridged = 0
    UNION ALL
    SELECT 'call.ended',
           json_object('agent', new.agent_id, 'disposition', new.disposition,
                       'previous_disposition', old.disposition, 'reason', new.reason, 'talk_ms', new.talk_ms,
                       'placed_at_ms', new.placed_at_ms, 'ended_at_ms', new.ended_at_ms)
    WHERE new.state = 'ended' AND new.disposition IS NOT NULL
      AND (old.state <> 'ended' OR new.disposition IS NOT old.disposition)
    UNION ALL
    SELECT 'call.settled',
           json_object('cost_units', CAST(new.cost AS TEXT), 'previous_cost_units', CAST(old.cost AS TEXT),
                       'source', new.cost_source)
    WHERE new.settlement = 'settled' AND (old.settlement <> 'settled' OR new.cost IS NOT old.cost)
    UNION ALL
    SELECT 'call.unsettled', '{}'
    WHERE new.settlement = 'unsettled' AND old.settlement <> 'unsettled'
    UNION ALL
    SELECT 'recording.' || new.recording,
           CASE new.recording
             WHEN 'stored' THEN json_object('bytes', new.recording_bytes, 'sha256', new.recording_sha256)
             ELSE json_object('reason', new.recording_reason) END
    WHERE new.recording IN ('stored', 'missing') AND new.recording <> old.recording
  );
END;

-- Contacts that become final because their campaign is over have no event of their own: they may be a million, and the
-- campaign's event announces them.
CREATE TRIGGER contacts_events AFTER UPDATE OF state ON contacts
WHEN new.state = 'final' AND old.state <> 'final' AND (old.state <> 'due'
  OR (SELECT state FROM campaigns WHERE id = new.campaign_id) NOT IN ('completed', 'cancelled'))
BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'contact.final',
          'campaigns/' || new.campaign_id || '/contacts/' || new.position, new.campaign_id,
          json_object('disposition', new.disposition, 'reason', new.due_reason, 'calls', new.calls));
END;

CREATE TRIGGER campaigns_events AFTER UPDATE OF state ON campaigns WHEN new.state <> old.state BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER),
          'campaign.' || CASE new.state WHEN 'draft' THEN 'unscheduled'
            WHEN 'running' THEN CASE old.state WHEN 'paused' THEN 'resumed' ELSE 'started' END
            ELSE new.state END,
          'campaigns/' || new.id, new.id,
          json_object('state', new.state, 'previous_state', old.state, 'reason', new.state_reason,
                      'starts_at_ms', new.starts_at_ms));
END;

CREATE TRIGGER imports_events AFTER UPDATE OF state ON imports WHEN new.state <> old.state BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'import.' || new.state,
          'campaigns/' || new.campaign_id || '/imports/' || new.id, new.campaign_id,
          json_object('rows', new.rows_read, 'accepted', new.accepted, 'duplicate', new.duplicate,
                      'suppressed', new.suppressed, 'rejected', new.rejected));
END;

CREATE TRIGGER agents_events AFTER UPDATE OF state, paused_until_ms, deleted_at_ms ON agents
WHEN new.state <> old.state OR new.paused_until_ms <> old.paused_until_ms OR new.deleted_at_ms IS NOT old.deleted_at_ms
BEGIN
  INSERT INTO events (at_ms, type, subject, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER),
          CASE WHEN new.deleted_at_ms IS NOT NULL THEN 'agent.deleted'
               WHEN new.state = 'paused' OR new.paused_until_ms > 0 THEN 'agent.paused'
               ELSE 'agent.ready' END, 'agents/' || new.id,
          json_object('reason', new.paused_reason, 'until_at_ms', nullif(new.paused_until_ms, 0)));
END;

CREATE TRIGGER account_events AFTER UPDATE OF stopped_since_ms ON account
WHEN (new.stopped_since_ms IS NULL) <> (old.stopped_since_ms IS NULL)
BEGIN
  INSERT INTO events (at_ms, type, subject, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER),
          CASE WHEN new.stopped_since_ms IS NULL THEN 'account.going' ELSE 'account.stopped' END, 'account',
          json_object('reason', new.stopped_reason));
END;

-- Opened again: with another reason.
CREATE TRIGGER hold_events AFTER UPDATE OF hold ON account
WHEN coalesce(new.hold ->> '$.open', 0) <> coalesce(old.hold ->> '$.open', 0)
  OR (new.hold ->> '$.open' AND new.hold ->> '$.reason' <> old.hold ->> '$.reason')
BEGIN
  INSERT INTO events (at_ms, type, subject, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER),
          CASE WHEN new.hold ->> '$.open' THEN 'hold.opened' ELSE 'hold.lifted' END, 'account',
          json_object('reason', new.hold ->> '$.reason', 'status', new.hold ->> '$.status'));
END;

CREATE TRIGGER alerts_raised AFTER INSERT ON alerts BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'alert.' || new.kind, new.subject, new.campaign_id,
          json_object('status', 'raised', 'text', new.text, 'raised_at_ms', new.raised_at_ms));
END;
CREATE TRIGGER alerts_cleared AFTER DELETE ON alerts BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'alert.' || old.kind, old.subject, old.campaign_id,
          json_object('status', 'cleared', 'text', old.text, 'raised_at_ms', old.raised_at_ms));
END;

CREATE TABLE idempotency_keys (
  caller         TEXT NOT NULL,
  key            TEXT NOT NULL,
  request_digest TEXT NOT NULL, -- keyed hash (installation.erasure_key) of the digest of the request
  answer         TEXT NOT NULL, -- JSON
  created_at_ms  INTEGER NOT NULL,
  PRIMARY KEY (caller, key)
) STRICT, WITHOUT ROWID;

-- API keys. The keys of the environment are not here.
CREATE TABLE api_keys (
  serial          INTEGER PRIMARY KEY, -- order of creation
  id              TEXT NOT NULL UNIQUE, -- public: a part of the key
  name            TEXT NOT NULL,
  digest          TEXT NOT NULL UNIQUE, -- SHA-256 of the key, which is not stored
  role            TEXT NOT NULL CHECK (role IN ('read', 'operate', 'admin')),
  created_at_ms   INTEGER NOT NULL,
  created_by      TEXT NOT NULL, -- name of a key
  expires_at_ms   INTEGER, -- null: never
  revoked_at_ms   INTEGER,
  last_used_at_ms INTEGER -- written at most once a minute by each process
) STRICT;
CREATE UNIQUE INDEX api_keys_in_use ON api_keys (name) WHERE revoked_at_ms IS NULL;

-- Sessions of browsers. Each one stands for an API key of this database or of the environment.
CREATE TABLE sessions (
  serial        INTEGER PRIMARY KEY, -- order of creation
  digest        TEXT NOT NULL UNIQUE, -- SHA-256 of the token, which is not stored
  caller        TEXT NOT NULL, -- id of the key, or the caller id of a key of the environment
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;
