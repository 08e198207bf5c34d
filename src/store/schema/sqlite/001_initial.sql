-- Times are epoch milliseconds. Money is an integer, scaled by 10^10. Rows that guard a promise say so.

CREATE TABLE campaigns (
  id                  TEXT PRIMARY KEY,
  serial              INTEGER NOT NULL UNIQUE, -- order of creation
  name                TEXT NOT NULL,
  kind                TEXT NOT NULL CHECK (kind IN ('list', 'standing')),
  keep_open           INTEGER NOT NULL CHECK (keep_open IN (0, 1)),
  policy              TEXT NOT NULL, -- JSON of the domain's Policy, the version in force
  policy_version      INTEGER NOT NULL DEFAULT 1,
  state               TEXT NOT NULL
    CHECK (state IN ('draft', 'scheduled', 'running', 'paused', 'draining', 'completed', 'cancelled')),
  created_at_ms       INTEGER NOT NULL,
  state_changed_at_ms INTEGER NOT NULL,
  state_reason        TEXT, -- why Dialwright moved it there by itself, or who asked for its pause; null: it needs no reason
  contacts            INTEGER NOT NULL DEFAULT 0, -- the last position given out
  live_calls          INTEGER NOT NULL DEFAULT 0 CHECK (live_calls >= 0), -- guards the policy's maxLiveCalls
  refusals_in_a_row   INTEGER NOT NULL DEFAULT 0,
  waiting_reason      TEXT,
  waiting_since_ms    INTEGER,
  starts_at_ms        INTEGER, -- a start that is planned
  deadline_at_ms      INTEGER,
  next_slot_ms        REAL NOT NULL DEFAULT 0, -- slots given out; with last_post_ms guards callsPerSecond
  last_post_ms        REAL NOT NULL DEFAULT 0,
  spent               TEXT NOT NULL DEFAULT '0', -- guards the budget, with what is reserved; sums may pass 64 bits
  reserved            TEXT NOT NULL DEFAULT '0',
  negative_costs      INTEGER NOT NULL DEFAULT 0, -- calls whose cost is below 0; no budget counts that
  budget_alerts       TEXT NOT NULL DEFAULT '[]', -- JSON of those raised, so that each is raised once
  pass                REAL NOT NULL DEFAULT 0, -- shares agents out among campaigns
  wants_until_ms      INTEGER NOT NULL DEFAULT 0 -- until then it counts as waiting for an agent
) STRICT;
CREATE INDEX campaigns_of_kind ON campaigns (kind, serial);
CREATE INDEX campaigns_wanting ON campaigns (wants_until_ms) WHERE wants_until_ms > 0;

-- What the last rehearsal before the start of a campaign foresaw.
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
  PRIMARY KEY (campaign_id, version)
) STRICT, WITHOUT ROWID;

-- Spending by day of the campaign's zone; guards the budget of the day.
CREATE TABLE campaign_days (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  day         TEXT NOT NULL,
  spent       TEXT NOT NULL DEFAULT '0',
  reserved    TEXT NOT NULL DEFAULT '0',
  PRIMARY KEY (campaign_id, day)
) STRICT, WITHOUT ROWID;

-- One row, so that every transaction that reads or changes the account meets on it.
CREATE TABLE account (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  stopped_since_ms INTEGER,
  stopped_reason   TEXT,
  hold             TEXT, -- JSON of the domain's Hold
  webhooks         TEXT, -- JSON of the domain's WebhookHealth; null: none has come and no call has ended
  calls_per_second REAL,
  max_live_calls   INTEGER,
  hold_rules       TEXT NOT NULL DEFAULT '[]', -- JSON of the domain's HoldRuleFor[]; a status without one has the usual rule
  next_slot_ms     REAL NOT NULL DEFAULT 0, -- slots given out; with last_post_ms guards calls_per_second
  last_post_ms     REAL NOT NULL DEFAULT 0,
  checks           INTEGER NOT NULL DEFAULT 0 -- written to prove that writing works
) STRICT;
INSERT INTO account (id) VALUES (1);

CREATE TABLE agents (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('sip', 'stream')),
  address       TEXT NOT NULL UNIQUE,
  state         TEXT NOT NULL CHECK (state IN ('ready', 'paused')),
  pool          TEXT NOT NULL DEFAULT 'default',
  capacity      INTEGER NOT NULL DEFAULT 1 CHECK (capacity > 0),
  live          INTEGER NOT NULL DEFAULT 0 CHECK (live BETWEEN 0 AND capacity), -- guards one call per SIP agent
  idle_since_ms INTEGER NOT NULL,
  wrap_up_until_ms INTEGER NOT NULL DEFAULT 0,
  misses        INTEGER NOT NULL DEFAULT 0, -- unanswered calls in a row
  paused_why    TEXT,
  CHECK (kind = 'stream' OR capacity = 1)
) STRICT;
CREATE INDEX agents_free ON agents (idle_since_ms, id) WHERE state = 'ready' AND live < capacity;

CREATE TABLE contacts (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  position    INTEGER NOT NULL,
  number      TEXT NOT NULL,
  row_key     TEXT,
  name        TEXT,
  agent_id    TEXT REFERENCES agents (id), -- the only agent who may take its calls
  agent_alone_until_ms INTEGER, -- from then on any agent of the campaign may; null: never
  state       TEXT NOT NULL CHECK (state IN ('due', 'claimed', 'final', 'locked')),
  due_at_ms   INTEGER NOT NULL,
  due_reason  TEXT, -- why not before; null: nothing but its turn
  zones       TEXT, -- JSON array of IANA names; null: the campaign's
  zone_source TEXT NOT NULL DEFAULT 'campaign' CHECK (zone_source IN ('row', 'import', 'number', 'campaign')),
  added_at_ms INTEGER NOT NULL,
  not_before_ms INTEGER,
  not_after_ms  INTEGER,
  disposition TEXT, -- of its last call that has ended
  calls       INTEGER NOT NULL DEFAULT 0, -- ordinal of its last call
  PRIMARY KEY (campaign_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX contacts_due ON contacts (campaign_id, due_at_ms, position) WHERE state = 'due';
CREATE INDEX contacts_alone ON contacts (campaign_id, agent_alone_until_ms)
  WHERE agent_alone_until_ms IS NOT NULL AND state = 'due';
CREATE INDEX contacts_number ON contacts (number, campaign_id);
CREATE UNIQUE INDEX contacts_row_key ON contacts (campaign_id, row_key) WHERE row_key IS NOT NULL;
CREATE INDEX contacts_filtered ON contacts (campaign_id, state, disposition, due_reason);

-- How many contacts of a campaign are alike, so that nobody counts them. '' where the contact has none.
CREATE TABLE contact_tallies (
  campaign_id TEXT NOT NULL,
  state       TEXT NOT NULL,
  disposition TEXT NOT NULL,
  due_reason  TEXT NOT NULL,
  contacts    INTEGER NOT NULL CHECK (contacts >= 0),
  PRIMARY KEY (campaign_id, state, disposition, due_reason)
) STRICT, WITHOUT ROWID;

-- One row: 0 while a transaction adds or changes many contacts, and counts them by itself.
CREATE TABLE tallying (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  by_row INTEGER NOT NULL
) STRICT;
INSERT INTO tallying (id, by_row) VALUES (1, 1);

CREATE TRIGGER contacts_counted AFTER INSERT ON contacts
WHEN (SELECT by_row FROM tallying WHERE id = 1)
BEGIN
  INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), coalesce(new.due_reason, ''), 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + 1;
END;

CREATE TRIGGER contacts_recounted AFTER UPDATE OF state, disposition, due_reason ON contacts
WHEN (new.state <> old.state OR new.disposition IS NOT old.disposition
  OR new.due_reason IS NOT old.due_reason) AND (SELECT by_row FROM tallying WHERE id = 1)
BEGIN
  UPDATE contact_tallies SET contacts = contacts - 1
  WHERE campaign_id = old.campaign_id AND state = old.state
    AND disposition = coalesce(old.disposition, '') AND due_reason = coalesce(old.due_reason, '');
  INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), coalesce(new.due_reason, ''), 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + 1;
END;

-- Changes of many contacts that are made in short transactions, one after another. `done` guards that each is made once.
CREATE TABLE contact_jobs (
  campaign_id   TEXT NOT NULL REFERENCES campaigns (id),
  kind          TEXT NOT NULL CHECK (kind IN ('close', 'copy', 'recheck')),
  work          TEXT NOT NULL, -- JSON: what is to be done, of the same kind
  done          INTEGER NOT NULL, -- the last position that was looked at
  total         INTEGER NOT NULL CHECK (done BETWEEN 0 AND total), -- the last that is to be
  begun_at_ms   INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, kind)
) STRICT, WITHOUT ROWID;

-- Lists of contacts that were sent. `rows_read` guards that each row has its effect once.
CREATE TABLE imports (
  id            TEXT PRIMARY KEY,
  serial        INTEGER NOT NULL UNIQUE, -- order of beginning
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
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_of_campaign ON imports (campaign_id, serial);
CREATE INDEX imports_open ON imports (campaign_id, touched_at_ms) WHERE state = 'open';

-- Their rows that made no contact.
CREATE TABLE import_rows (
  import_id      TEXT NOT NULL REFERENCES imports (id),
  row            INTEGER NOT NULL, -- from 1
  line           INTEGER NOT NULL,
  outcome        TEXT NOT NULL CHECK (outcome IN ('duplicate', 'suppressed', 'rejected')),
  field          TEXT,
  reason         TEXT NOT NULL,
  other_campaign TEXT, -- with the contact that was there first
  other_contact  INTEGER,
  written        TEXT NOT NULL, -- JSON of the row as it came, by column
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls (
  id                  INTEGER PRIMARY KEY,
  ref                 TEXT NOT NULL UNIQUE,
  campaign_id         TEXT NOT NULL,
  contact             INTEGER NOT NULL,
  ordinal             INTEGER NOT NULL,
  number              TEXT NOT NULL,
  agent_id            TEXT REFERENCES agents (id), -- the last agent it had
  holds_agent         INTEGER NOT NULL DEFAULT 0, -- counted in agents.live
  state               TEXT NOT NULL,
  deepest             TEXT,
  placement           INTEGER NOT NULL DEFAULT 0, -- the last one with an intent
  waiting_reason      TEXT,
  waiting_until_ms    INTEGER,
  hangup_asked_at_ms  INTEGER,
  hangup_sent_at_ms   INTEGER, -- when the carrier had taken the hang-up
  hangup_text         TEXT, -- what came of asking for it last
  hangup_tries        INTEGER NOT NULL DEFAULT 0, -- so often the carrier was asked
  hangup_due_at_ms    INTEGER, -- from then on a worker asks the carrier by itself
  disposition         TEXT,
  reason              TEXT,
  confirmed           INTEGER,
  polls               TEXT, -- JSON of the domain's PollState
  unreadable_cost     TEXT, -- what GET shows as the cost, where that is no amount
  poll_due_at_ms      INTEGER, -- from then on somebody outside its workflow must poll
  spent_attempt       INTEGER NOT NULL DEFAULT 0,
  policy_version      INTEGER NOT NULL DEFAULT 1,
  ready_at_ms         INTEGER, -- from when its one agent, its contact and its campaign could have dialled
  slot_ms             INTEGER, -- the instant before which its POST may not leave
  reserved            INTEGER NOT NULL DEFAULT 0,
  spending_day        TEXT, -- the day its money counts on
  carrier_call_id     TEXT UNIQUE,
  cost                INTEGER,
  cost_source         TEXT CHECK (cost_source IN ('get', 'cdr', 'person')),
  record_cost         INTEGER, -- as the carrier's call records told it last
  record_serial       INTEGER, -- of the reconciliation that did
  settlement          TEXT NOT NULL DEFAULT 'none'
    CHECK (settlement IN ('none', 'open', 'settled', 'unsettled')),
  recording           TEXT NOT NULL DEFAULT 'none'
    CHECK (recording IN ('none', 'expected', 'delivered', 'wanted', 'stored', 'missing')),
  recording_due_at_ms INTEGER,
  recording_reason    TEXT, -- why it waits, or is missing
  recording_tries     INTEGER NOT NULL DEFAULT 0, -- lookups made
  recording_searches  INTEGER NOT NULL DEFAULT 0, -- lookups answered
  recording_file      TEXT,
  recording_sha256    TEXT,
  recording_bytes     INTEGER,
  recording_type      TEXT,
  created_at_ms       INTEGER NOT NULL,
  started_at_ms       INTEGER, -- when its workflow was known to run
  placed_at_ms        INTEGER,
  ended_at_ms         INTEGER,
  touched_at_ms       INTEGER NOT NULL,
  -- Whether a workflow has something left to do for it.
  unfinished          INTEGER NOT NULL GENERATED ALWAYS AS (
    state <> 'ended' OR settlement = 'open' OR recording IN ('expected', 'delivered')
  ) VIRTUAL,
  UNIQUE (campaign_id, contact, ordinal),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
) STRICT;
CREATE INDEX calls_holding_agents ON calls (agent_id) WHERE holds_agent = 1;
CREATE INDEX calls_of_campaign ON calls (campaign_id);
CREATE INDEX calls_filtered ON calls (campaign_id, state, disposition, settlement, recording);
CREATE INDEX calls_by_placing ON calls (placed_at_ms) WHERE placed_at_ms IS NOT NULL;
CREATE INDEX calls_live ON calls (state) WHERE state <> 'ended';
CREATE INDEX calls_polled ON calls (state, polls IS NOT NULL) WHERE state <> 'ended' AND polls IS NOT NULL;
CREATE INDEX calls_unsettled ON calls (settlement) WHERE state = 'ended' AND settlement = 'open';
CREATE INDEX calls_unstarted ON calls (created_at_ms) WHERE started_at_ms IS NULL AND state <> 'ended';
CREATE INDEX calls_unfinished ON calls (touched_at_ms) WHERE unfinished;
CREATE INDEX calls_hangup_due ON calls (hangup_due_at_ms)
  WHERE hangup_due_at_ms IS NOT NULL AND carrier_call_id IS NOT NULL AND state <> 'ended';
CREATE INDEX calls_recording_wanted ON calls (recording_due_at_ms) WHERE recording = 'wanted';

-- How many calls of a campaign are alike, and their money: whole units of it and fractions of one apart, so that no
-- sum comes near 64 bits. '' where the call has none.
CREATE TABLE call_tallies (
  campaign_id    TEXT NOT NULL,
  state          TEXT NOT NULL,
  disposition    TEXT NOT NULL,
  settlement     TEXT NOT NULL,
  recording      TEXT NOT NULL,
  placed         INTEGER NOT NULL, -- 1: it has had an intent
  calls          INTEGER NOT NULL CHECK (calls >= 0),
  cost_whole     INTEGER NOT NULL,
  cost_rest      INTEGER NOT NULL,
  reserved_whole INTEGER NOT NULL,
  reserved_rest  INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, state, disposition, settlement, recording, placed)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER calls_counted AFTER INSERT ON calls BEGIN
  INSERT INTO call_tallies (campaign_id, state, disposition, settlement, recording, placed, calls,
                            cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
          new.placed_at_ms IS NOT NULL, 1,
          coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
          new.reserved / 10000000000, new.reserved % 10000000000)
  ON CONFLICT DO UPDATE SET calls = calls + 1,
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
  UPDATE call_tallies
  SET calls = calls - 1,
      cost_whole = cost_whole - coalesce(old.cost, 0) / 10000000000,
      cost_rest = cost_rest - coalesce(old.cost, 0) % 10000000000,
      reserved_whole = reserved_whole - old.reserved / 10000000000,
      reserved_rest = reserved_rest - old.reserved % 10000000000
  WHERE campaign_id = old.campaign_id AND state = old.state
    AND disposition = coalesce(old.disposition, '') AND settlement = old.settlement
    AND recording = old.recording AND placed = (old.placed_at_ms IS NOT NULL);
  INSERT INTO call_tallies (campaign_id, state, disposition, settlement, recording, placed, calls,
                            cost_whole, cost_rest, reserved_whole, reserved_rest)
  VALUES (new.campaign_id, new.state, coalesce(new.disposition, ''), new.settlement, new.recording,
          new.placed_at_ms IS NOT NULL, 1,
          coalesce(new.cost, 0) / 10000000000, coalesce(new.cost, 0) % 10000000000,
          new.reserved / 10000000000, new.reserved % 10000000000)
  ON CONFLICT DO UPDATE SET calls = calls + 1,
    cost_whole = cost_whole + excluded.cost_whole, cost_rest = cost_rest + excluded.cost_rest,
    reserved_whole = reserved_whole + excluded.reserved_whole,
    reserved_rest = reserved_rest + excluded.reserved_rest;
END;

-- Guards one live call per number over all campaigns. A call that ended as `unknown` keeps its row.
CREATE TABLE live_numbers (
  number TEXT PRIMARY KEY,
  ref    TEXT NOT NULL UNIQUE REFERENCES calls (ref)
) STRICT, WITHOUT ROWID;

-- What counts against the caps of a number: calls that reached for the customer, or may yet.
CREATE TABLE dials (
  ref    TEXT PRIMARY KEY REFERENCES calls (ref),
  number TEXT NOT NULL,
  at_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX dials_of_number ON dials (number, at_ms);

-- The standing campaigns that dial callbacks, one for each pool of agents.
CREATE TABLE callback_campaigns (
  pool        TEXT PRIMARY KEY, -- '': agents of any
  campaign_id TEXT NOT NULL REFERENCES campaigns (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE callbacks (
  id             TEXT PRIMARY KEY,
  serial         INTEGER NOT NULL UNIQUE, -- order of creation
  number         TEXT NOT NULL,
  call_ref       TEXT REFERENCES calls (ref), -- the call in which it was asked for
  settings       TEXT NOT NULL, -- JSON of CallbackSettings
  life           TEXT NOT NULL CHECK (life IN ('active', 'paused', 'cancelled')),
  next_at_ms     INTEGER, -- of one that recurs: its next turn, which guards that each is made once
  turns          INTEGER NOT NULL DEFAULT 0,
  version        INTEGER NOT NULL DEFAULT 1, -- counts what its schedule in Temporal must follow
  schedule_version INTEGER NOT NULL DEFAULT 0, -- what it follows
  created_at_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX callbacks_next ON callbacks (next_at_ms) WHERE next_at_ms IS NOT NULL AND life = 'active';
CREATE INDEX callbacks_unscheduled ON callbacks (serial) WHERE version <> schedule_version;

-- Each time a callback came, or would have.
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

CREATE TABLE suppression_lists (
  serial        INTEGER PRIMARY KEY,
  id            TEXT NOT NULL,
  name          TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed       INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), -- 1: its entries are deleted in batches, then it
  numbers       INTEGER NOT NULL DEFAULT 0 CHECK (numbers >= 0) -- its entries, so that nobody counts them
) STRICT;
CREATE UNIQUE INDEX suppression_lists_in_use ON suppression_lists (id) WHERE removed = 0;

-- Readers use the view below, which leaves out lists that were removed.
CREATE TABLE suppression_entries (
  number      TEXT NOT NULL,
  list        INTEGER NOT NULL REFERENCES suppression_lists (serial),
  until_ms    INTEGER, -- null: for good
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (number, list)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_entries_of_list ON suppression_entries (list, number);

-- Requests that add many numbers and are not through yet: a repeat of the key goes on from there.
CREATE TABLE suppression_additions (
  caller         TEXT NOT NULL,
  key            TEXT NOT NULL,
  request_digest TEXT NOT NULL,
  list           INTEGER NOT NULL, -- its serial, which may be gone
  done           INTEGER NOT NULL, -- of the numbers, from the first
  added          INTEGER NOT NULL,
  PRIMARY KEY (caller, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER suppression_entries_counted AFTER INSERT ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers + 1 WHERE serial = new.list;
END;
CREATE TRIGGER suppression_entries_uncounted AFTER DELETE ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers - 1 WHERE serial = old.list;
END;

CREATE VIEW suppressions AS
  SELECT number, lists.id AS list, until_ms, suppression_entries.added_at_ms
  FROM suppression_entries JOIN suppression_lists AS lists ON lists.serial = suppression_entries.list
  WHERE removed = 0;

CREATE TABLE placements (
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
  zone_rules      TEXT, -- the release of the IANA time zone data that the intent was decided with
  PRIMARY KEY (ref, placement)
) STRICT, WITHOUT ROWID;

-- No foreign key: an event of a call that is not known is kept too.
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
-- Name and id are part of it: neither a new name nor who guesses a seq must keep the real event out.
CREATE UNIQUE INDEX inbox_once ON inbox (ref, placement, seq, name, coalesce(carrier_call_id, ''))
  WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX inbox_one_poke ON inbox (ref, placement) WHERE seq IS NULL AND relayed IS NULL;
CREATE INDEX inbox_received ON inbox (id) WHERE seq IS NOT NULL;
CREATE INDEX inbox_of_call ON inbox (ref);
CREATE INDEX inbox_unrelayed ON inbox (ref) WHERE relayed IS NULL;

-- Webhooks that could not be read, shortened. Old ones give way to new ones.
CREATE TABLE unreadable_webhooks (
  id             INTEGER PRIMARY KEY,
  ref            TEXT, -- null: on the URL of a call that is not known
  placement      INTEGER NOT NULL,
  received_at_ms INTEGER NOT NULL,
  why            TEXT NOT NULL,
  body           TEXT NOT NULL, -- its beginning
  bytes          INTEGER -- of the whole body; null: more than was read
) STRICT;
CREATE INDEX unreadable_webhooks_of_call ON unreadable_webhooks (ref);

-- Spans in which an ingress is known to have listened.
CREATE TABLE ingress_uptime (
  id      INTEGER PRIMARY KEY,
  from_ms INTEGER NOT NULL,
  to_ms   INTEGER NOT NULL CHECK (to_ms >= from_ms),
  gap_ms  INTEGER NOT NULL -- longest silence between two notes of one span
) STRICT;
CREATE INDEX ingress_uptime_to ON ingress_uptime (to_ms);
CREATE INDEX ingress_uptime_until ON ingress_uptime (to_ms + gap_ms);

CREATE TABLE recording_deliveries (
  id              INTEGER PRIMARY KEY,
  ref             TEXT, -- the call, where it was known when the webhook came
  carrier_call_id TEXT,
  url             TEXT,
  received_at_ms  INTEGER NOT NULL,
  body            TEXT -- its beginning; null once it is old
) STRICT;
CREATE INDEX recording_deliveries_call ON recording_deliveries (carrier_call_id)
  WHERE carrier_call_id IS NOT NULL;
CREATE INDEX recording_deliveries_ref ON recording_deliveries (ref) WHERE ref IS NOT NULL;
CREATE INDEX recording_deliveries_stray ON recording_deliveries (received_at_ms) WHERE ref IS NULL;
CREATE INDEX recording_deliveries_bodies ON recording_deliveries (received_at_ms)
  WHERE body IS NOT NULL;

-- One row, which guards the spacing of recording lookups for every process.
CREATE TABLE desk (
  id                      INTEGER PRIMARY KEY CHECK (id = 1),
  last_lookup_at_ms       INTEGER, -- written before its request
  last_lookup_ended_at_ms INTEGER, -- null: not over, or nobody lived to tell
  closed_until_ms         INTEGER NOT NULL DEFAULT 0,
  closed_why              TEXT,
  stored_bytes            INTEGER NOT NULL DEFAULT 0 -- of all recordings
) STRICT;
INSERT INTO desk (id) VALUES (1);

-- Comparisons with the carrier's call records. What follows from one is kept until it is done.
CREATE TABLE reconciliations (
  id            TEXT PRIMARY KEY,
  serial        INTEGER NOT NULL UNIQUE, -- order of asking
  from_ms       INTEGER NOT NULL,
  to_ms         INTEGER NOT NULL CHECK (to_ms > from_ms),
  state         TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  why           TEXT, -- it failed
  report        TEXT, -- JSON of the domain's ReconciliationReport
  effects       TEXT, -- JSON of the domain's RecordEffects
  asked_at_ms   INTEGER NOT NULL,
  ended_at_ms   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX reconciliations_open ON reconciliations (asked_at_ms) WHERE state = 'open';

-- What happened to a call, for people. Events are told by the inbox.
CREATE TABLE timeline (
  id        INTEGER PRIMARY KEY,
  ref       TEXT NOT NULL REFERENCES calls (ref),
  at_ms     INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  text      TEXT NOT NULL,
  placement INTEGER
) STRICT;
CREATE INDEX timeline_of_call ON timeline (ref);

-- Who changed what. Written with the change, never changed itself.
CREATE TABLE audit (
  id     INTEGER PRIMARY KEY,
  at_ms  INTEGER NOT NULL,
  who    TEXT NOT NULL,
  what   TEXT NOT NULL,
  target TEXT NOT NULL, -- path of the resource, such as campaigns/c1
  before TEXT NOT NULL, -- JSON; null: it was not there, or does not matter
  after  TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_target ON audit (target, id);
CREATE INDEX audit_of_what ON audit (what, id);
CREATE INDEX audit_of_who ON audit (who, id);
CREATE INDEX audit_by_time ON audit (at_ms, id);

CREATE TABLE idempotency_keys (
  caller         TEXT NOT NULL,
  key            TEXT NOT NULL,
  request_digest TEXT NOT NULL,
  answer         TEXT NOT NULL, -- JSON
  created_at_ms  INTEGER NOT NULL,
  PRIMARY KEY (caller, key)
) STRICT, WITHOUT ROWID;
