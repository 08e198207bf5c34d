-- The tables, columns and indexes of ../sqlite/001_initial.sql, which explains them; a test compares the two.
-- Texts compare and sort by their bytes, whatever the database's own collation is. What SQLite declares INTEGER is
-- bigint, flags included.

CREATE TABLE campaigns (
  id                  text COLLATE "C" PRIMARY KEY,
  serial              bigint NOT NULL UNIQUE,
  name                text COLLATE "C" NOT NULL,
  kind                text COLLATE "C" NOT NULL CHECK (kind IN ('list', 'standing')),
  keep_open           bigint NOT NULL CHECK (keep_open IN (0, 1)),
  policy              text COLLATE "C" NOT NULL,
  policy_version      bigint NOT NULL DEFAULT 1,
  state               text COLLATE "C" NOT NULL
    CHECK (state IN ('draft', 'scheduled', 'running', 'paused', 'draining', 'completed', 'cancelled')),
  created_at_ms       bigint NOT NULL,
  state_changed_at_ms bigint NOT NULL,
  state_reason        text COLLATE "C",
  contacts            bigint NOT NULL DEFAULT 0,
  live_calls          bigint NOT NULL DEFAULT 0 CHECK (live_calls >= 0),
  refusals_in_a_row   bigint NOT NULL DEFAULT 0,
  waiting_reason      text COLLATE "C",
  waiting_since_ms    bigint,
  starts_at_ms        bigint,
  deadline_at_ms      bigint,
  next_slot_ms        double precision NOT NULL DEFAULT 0,
  last_post_ms        double precision NOT NULL DEFAULT 0,
  spent               text COLLATE "C" NOT NULL DEFAULT '0',
  reserved            text COLLATE "C" NOT NULL DEFAULT '0',
  negative_costs      bigint NOT NULL DEFAULT 0,
  budget_alerts       text COLLATE "C" NOT NULL DEFAULT '[]',
  pass                double precision NOT NULL DEFAULT 0,
  wants_until_ms      bigint NOT NULL DEFAULT 0
);
CREATE INDEX campaigns_of_kind ON campaigns (kind, serial);
CREATE INDEX campaigns_wanting ON campaigns (wants_until_ms) WHERE wants_until_ms > 0;

CREATE TABLE forecasts (
  campaign_id text COLLATE "C" PRIMARY KEY REFERENCES campaigns (id),
  made_at_ms  bigint NOT NULL,
  forecast    text COLLATE "C" NOT NULL
);

CREATE TABLE policies (
  campaign_id text COLLATE "C" NOT NULL REFERENCES campaigns (id),
  version     bigint NOT NULL,
  policy      text COLLATE "C" NOT NULL,
  made_at_ms  bigint NOT NULL,
  PRIMARY KEY (campaign_id, version)
);

CREATE TABLE campaign_days (
  campaign_id text COLLATE "C" NOT NULL REFERENCES campaigns (id),
  day         text COLLATE "C" NOT NULL,
  spent       text COLLATE "C" NOT NULL DEFAULT '0',
  reserved    text COLLATE "C" NOT NULL DEFAULT '0',
  PRIMARY KEY (campaign_id, day)
);

CREATE TABLE account (
  id               bigint PRIMARY KEY CHECK (id = 1),
  stopped_since_ms bigint,
  stopped_reason   text COLLATE "C",
  hold             text COLLATE "C",
  webhooks         text COLLATE "C",
  calls_per_second double precision,
  max_live_calls   bigint,
  hold_rules       text COLLATE "C" NOT NULL DEFAULT '[]',
  next_slot_ms     double precision NOT NULL DEFAULT 0,
  last_post_ms     double precision NOT NULL DEFAULT 0
);
INSERT INTO account (id) VALUES (1);

CREATE TABLE installation (
  id     text COLLATE "C" NOT NULL,
  checks bigint NOT NULL DEFAULT 0
);
INSERT INTO installation (id) VALUES (replace(CAST(gen_random_uuid() AS text), '-', ''));

CREATE TABLE agents (
  id            text COLLATE "C" PRIMARY KEY,
  name          text COLLATE "C" NOT NULL,
  kind          text COLLATE "C" NOT NULL CHECK (kind IN ('sip', 'stream')),
  address       text COLLATE "C" NOT NULL UNIQUE,
  state         text COLLATE "C" NOT NULL CHECK (state IN ('ready', 'paused')),
  pool          text COLLATE "C" NOT NULL DEFAULT 'default',
  capacity      bigint NOT NULL DEFAULT 1 CHECK (capacity > 0),
  live          bigint NOT NULL DEFAULT 0 CHECK (live BETWEEN 0 AND capacity),
  idle_since_ms bigint NOT NULL,
  wrap_up_until_ms bigint NOT NULL DEFAULT 0,
  misses        bigint NOT NULL DEFAULT 0,
  paused_why    text COLLATE "C",
  CHECK (kind = 'stream' OR capacity = 1)
);
CREATE INDEX agents_free ON agents (idle_since_ms, id) WHERE state = 'ready' AND live < capacity;

CREATE TABLE contacts (
  campaign_id text COLLATE "C" NOT NULL REFERENCES campaigns (id),
  position    bigint NOT NULL,
  number      text COLLATE "C" NOT NULL,
  row_key     text COLLATE "C",
  name        text COLLATE "C",
  agent_id    text COLLATE "C" REFERENCES agents (id),
  agent_alone_until_ms bigint,
  state       text COLLATE "C" NOT NULL CHECK (state IN ('due', 'claimed', 'final', 'locked')),
  due_at_ms   bigint NOT NULL,
  due_reason  text COLLATE "C",
  zones       text COLLATE "C",
  zone_source text COLLATE "C" NOT NULL DEFAULT 'campaign' CHECK (zone_source IN ('row', 'import', 'number', 'campaign')),
  added_at_ms bigint NOT NULL,
  not_before_ms bigint,
  not_after_ms  bigint,
  disposition text COLLATE "C",
  calls       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, position)
);
CREATE INDEX contacts_due ON contacts (campaign_id, due_at_ms, position) WHERE state = 'due';
CREATE INDEX contacts_alone ON contacts (campaign_id, agent_alone_until_ms)
  WHERE agent_alone_until_ms IS NOT NULL AND state = 'due';
CREATE INDEX contacts_number ON contacts (number, campaign_id);
CREATE UNIQUE INDEX contacts_row_key ON contacts (campaign_id, row_key) WHERE row_key IS NOT NULL;
CREATE INDEX contacts_filtered ON contacts (campaign_id, state, disposition, due_reason, position);

CREATE TABLE contact_tallies (
  campaign_id text COLLATE "C" NOT NULL,
  state       text COLLATE "C" NOT NULL,
  disposition text COLLATE "C" NOT NULL,
  due_reason  text COLLATE "C" NOT NULL,
  contacts    bigint NOT NULL,
  PRIMARY KEY (campaign_id, state, disposition, due_reason)
);

CREATE TABLE contact_tally_deltas (
  id          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id text COLLATE "C" NOT NULL,
  state       text COLLATE "C" NOT NULL,
  disposition text COLLATE "C" NOT NULL,
  due_reason  text COLLATE "C" NOT NULL,
  contacts    bigint NOT NULL
);
CREATE INDEX contact_tally_deltas_of_campaign ON contact_tally_deltas (campaign_id);

CREATE VIEW contact_counts AS
  SELECT campaign_id, state, disposition, due_reason, CAST(sum(contacts) AS BIGINT) AS contacts
  FROM (SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tally_deltas) AS parts
  GROUP BY campaign_id, state, disposition, due_reason;

-- One row for all contacts of a statement with the same values.
CREATE FUNCTION contacts_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_tally_deltas (campaign_id, state, disposition, due_reason, contacts)
  SELECT campaign_id, state, coalesce(disposition, ''), coalesce(due_reason, ''), sum(contacts)
  FROM (SELECT campaign_id, state, disposition, due_reason, -1 AS contacts FROM before
        UNION ALL
        SELECT campaign_id, state, disposition, due_reason, 1 FROM after) AS changes
  GROUP BY 1, 2, 3, 4 HAVING sum(contacts) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_recounted AFTER UPDATE ON contacts
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION contacts_recounted();

CREATE TABLE contact_jobs (
  campaign_id   text COLLATE "C" NOT NULL REFERENCES campaigns (id),
  kind          text COLLATE "C" NOT NULL CHECK (kind IN ('close', 'copy', 'recheck')),
  work          text COLLATE "C" NOT NULL,
  done          bigint NOT NULL,
  total         bigint NOT NULL CHECK (done BETWEEN 0 AND total),
  begun_at_ms   bigint NOT NULL,
  touched_at_ms bigint NOT NULL,
  PRIMARY KEY (campaign_id, kind)
);

CREATE TABLE imports (
  id            text COLLATE "C" PRIMARY KEY,
  serial        bigint NOT NULL UNIQUE,
  campaign_id   text COLLATE "C" NOT NULL REFERENCES campaigns (id),
  state         text COLLATE "C" NOT NULL CHECK (state IN ('open', 'done', 'stopped')),
  dedupe        text COLLATE "C" NOT NULL,
  rows_read     bigint NOT NULL DEFAULT 0,
  accepted      bigint NOT NULL DEFAULT 0,
  duplicate     bigint NOT NULL DEFAULT 0,
  suppressed    bigint NOT NULL DEFAULT 0,
  rejected      bigint NOT NULL DEFAULT 0,
  first_contact bigint,
  begun_at_ms   bigint NOT NULL,
  touched_at_ms bigint NOT NULL,
  CHECK (rows_read = accepted + duplicate + suppressed + rejected)
);
CREATE INDEX imports_of_campaign ON imports (campaign_id, serial);
CREATE INDEX imports_open ON imports (campaign_id, touched_at_ms) WHERE state = 'open';

CREATE TABLE import_rows (
  import_id      text COLLATE "C" NOT NULL REFERENCES imports (id),
  row            bigint NOT NULL,
  line           bigint NOT NULL,
  outcome        text COLLATE "C" NOT NULL CHECK (outcome IN ('duplicate', 'suppressed', 'rejected')),
  field          text COLLATE "C",
  reason         text COLLATE "C" NOT NULL,
  other_campaign text COLLATE "C",
  other_contact  bigint,
  written        text COLLATE "C" NOT NULL,
  PRIMARY KEY (import_id, row)
);

CREATE TABLE calls (
  id                  bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  ref                 text COLLATE "C" NOT NULL UNIQUE,
  campaign_id         text COLLATE "C" NOT NULL,
  contact             bigint NOT NULL,
  ordinal             bigint NOT NULL,
  number              text COLLATE "C" NOT NULL,
  agent_id            text COLLATE "C" REFERENCES agents (id),
  holds_agent         bigint NOT NULL DEFAULT 0,
  state               text COLLATE "C" NOT NULL,
  deepest             text COLLATE "C",
  placement           bigint NOT NULL DEFAULT 0,
  waiting_reason      text COLLATE "C",
  waiting_until_ms    bigint,
  hangup_asked_at_ms  bigint,
  hangup_sent_at_ms   bigint,
  hangup_text         text COLLATE "C",
  hangup_tries        bigint NOT NULL DEFAULT 0,
  hangup_due_at_ms    bigint,
  disposition         text COLLATE "C",
  reason              text COLLATE "C",
  confirmed           bigint,
  polls               text COLLATE "C",
  unreadable_cost     text COLLATE "C",
  poll_due_at_ms      bigint,
  spent_attempt       bigint NOT NULL DEFAULT 0,
  policy_version      bigint NOT NULL DEFAULT 1,
  ready_at_ms         bigint,
  slot_ms             bigint,
  reserved            bigint NOT NULL DEFAULT 0,
  spending_day        text COLLATE "C",
  carrier_call_id     text COLLATE "C" UNIQUE,
  cost                bigint,
  cost_source         text COLLATE "C" CHECK (cost_source IN ('get', 'cdr', 'person')),
  record_cost         bigint,
  record_serial       bigint,
  settlement          text COLLATE "C" NOT NULL DEFAULT 'none'
    CHECK (settlement IN ('none', 'open', 'settled', 'unsettled')),
  recording           text COLLATE "C" NOT NULL DEFAULT 'none'
    CHECK (recording IN ('none', 'expected', 'delivered', 'wanted', 'stored', 'missing')),
  recording_due_at_ms bigint,
  recording_reason    text COLLATE "C",
  recording_tries     bigint NOT NULL DEFAULT 0,
  recording_searches  bigint NOT NULL DEFAULT 0,
  recording_file      text COLLATE "C",
  recording_sha256    text COLLATE "C",
  recording_bytes     bigint,
  recording_type      text COLLATE "C",
  created_at_ms       bigint NOT NULL,
  started_at_ms       bigint,
  placed_at_ms        bigint,
  ended_at_ms         bigint,
  touched_at_ms       bigint NOT NULL,

  unfinished          boolean NOT NULL GENERATED ALWAYS AS (
    state <> 'ended' OR settlement = 'open' OR recording IN ('expected', 'delivered')
  ) STORED,
  UNIQUE (campaign_id, contact, ordinal),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
);
CREATE INDEX calls_holding_agents ON calls (agent_id) WHERE holds_agent = 1;
CREATE INDEX calls_of_campaign ON calls (campaign_id, id);
CREATE INDEX calls_filtered ON calls (campaign_id, state, disposition, settlement, recording, id);
CREATE INDEX calls_by_placing ON calls (placed_at_ms) WHERE placed_at_ms IS NOT NULL;
CREATE INDEX calls_live ON calls (state) WHERE state <> 'ended';
CREATE INDEX calls_polled ON calls (state, (polls IS NOT NULL)) WHERE state <> 'ended' AND polls IS NOT NULL;
CREATE INDEX calls_unsettled ON calls (settlement) WHERE state = 'ended' AND settlement = 'open';
CREATE INDEX calls_unstarted ON calls (created_at_ms) WHERE started_at_ms IS NULL AND state <> 'ended';
CREATE INDEX calls_unfinished ON calls (touched_at_ms) WHERE unfinished;
CREATE INDEX calls_hangup_due ON calls (hangup_due_at_ms)
  WHERE hangup_due_at_ms IS NOT NULL AND carrier_call_id IS NOT NULL AND state <> 'ended';
CREATE INDEX calls_recording_wanted ON calls (recording_due_at_ms) WHERE recording = 'wanted';

CREATE TABLE call_tallies (
  campaign_id    text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  disposition    text COLLATE "C" NOT NULL,
  settlement     text COLLATE "C" NOT NULL,
  recording      text COLLATE "C" NOT NULL,
  placed         bigint NOT NULL,
  calls          bigint NOT NULL,
  cost_whole     bigint NOT NULL,
  cost_rest      bigint NOT NULL,
  reserved_whole bigint NOT NULL,
  reserved_rest  bigint NOT NULL,
  PRIMARY KEY (campaign_id, state, disposition, settlement, recording, placed)
);

CREATE TABLE call_tally_deltas (
  id             bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id    text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  disposition    text COLLATE "C" NOT NULL,
  settlement     text COLLATE "C" NOT NULL,
  recording      text COLLATE "C" NOT NULL,
  placed         bigint NOT NULL,
  calls          bigint NOT NULL,
  cost_whole     bigint NOT NULL,
  cost_rest      bigint NOT NULL,
  reserved_whole bigint NOT NULL,
  reserved_rest  bigint NOT NULL
);
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
FOR EACH STATEMENT EXECUTE FUNCTION calls_counted();

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
EXECUTE FUNCTION calls_recounted();

CREATE TABLE live_numbers (
  number text COLLATE "C" PRIMARY KEY,
  ref    text COLLATE "C" NOT NULL UNIQUE REFERENCES calls (ref)
);

CREATE TABLE dials (
  ref    text COLLATE "C" PRIMARY KEY REFERENCES calls (ref),
  number text COLLATE "C" NOT NULL,
  at_ms  bigint NOT NULL
);
CREATE INDEX dials_of_number ON dials (number, at_ms);

CREATE TABLE callback_campaigns (
  pool        text COLLATE "C" PRIMARY KEY,
  campaign_id text COLLATE "C" NOT NULL REFERENCES campaigns (id)
);

CREATE TABLE callbacks (
  id             text COLLATE "C" PRIMARY KEY,
  serial         bigint NOT NULL UNIQUE,
  number         text COLLATE "C" NOT NULL,
  call_ref       text COLLATE "C" REFERENCES calls (ref),
  settings       text COLLATE "C" NOT NULL,
  life           text COLLATE "C" NOT NULL CHECK (life IN ('active', 'paused', 'cancelled')),
  next_at_ms     bigint,
  turns          bigint NOT NULL DEFAULT 0,
  version        bigint NOT NULL DEFAULT 1,
  schedule_version bigint NOT NULL DEFAULT 0,
  created_at_ms  bigint NOT NULL
);
CREATE INDEX callbacks_next ON callbacks (next_at_ms) WHERE next_at_ms IS NOT NULL AND life = 'active';
CREATE INDEX callbacks_unscheduled ON callbacks (serial) WHERE version <> schedule_version;

CREATE TABLE callback_turns (
  callback_id  text COLLATE "C" NOT NULL REFERENCES callbacks (id),
  turn         bigint NOT NULL,
  at_ms        bigint NOT NULL,
  not_after_ms bigint NOT NULL,
  campaign_id  text COLLATE "C",
  contact      bigint,
  skipped      text COLLATE "C" CHECK (skipped IN ('overlap', 'outage', 'paused')),
  withdrawn    text COLLATE "C" CHECK (withdrawn IN ('paused', 'edited', 'cancelled')),
  PRIMARY KEY (callback_id, turn),
  CHECK ((contact IS NULL) = (skipped IS NOT NULL)),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
);

CREATE TABLE suppression_lists (
  serial        bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id            text COLLATE "C" NOT NULL,
  name          text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  removed       bigint NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  numbers       bigint NOT NULL DEFAULT 0 CHECK (numbers >= 0)
);
CREATE UNIQUE INDEX suppression_lists_in_use ON suppression_lists (id) WHERE removed = 0;

CREATE TABLE suppression_entries (
  number      text COLLATE "C" NOT NULL,
  list        bigint NOT NULL REFERENCES suppression_lists (serial),
  until_ms    bigint,
  added_at_ms bigint NOT NULL,
  PRIMARY KEY (number, list)
);
CREATE INDEX suppression_entries_of_list ON suppression_entries (list, number);

CREATE TABLE suppression_additions (
  caller         text COLLATE "C" NOT NULL,
  key            text COLLATE "C" NOT NULL,
  request_digest text COLLATE "C" NOT NULL,
  list           bigint NOT NULL,
  done           bigint NOT NULL,
  added          bigint NOT NULL,
  PRIMARY KEY (caller, key)
);

CREATE FUNCTION suppression_entries_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_lists SET numbers = numbers + 1 WHERE serial = new.list;
  RETURN NULL;
END $$;
CREATE TRIGGER suppression_entries_counted AFTER INSERT ON suppression_entries
FOR EACH ROW EXECUTE FUNCTION suppression_entries_counted();

CREATE FUNCTION suppression_entries_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_lists SET numbers = numbers - 1 WHERE serial = old.list;
  RETURN NULL;
END $$;
CREATE TRIGGER suppression_entries_uncounted AFTER DELETE ON suppression_entries
FOR EACH ROW EXECUTE FUNCTION suppression_entries_uncounted();

CREATE VIEW suppressions AS
  SELECT number, lists.id AS list, until_ms, suppression_entries.added_at_ms
  FROM suppression_entries JOIN suppression_lists AS lists ON lists.serial = suppression_entries.list
  WHERE removed = 0;

CREATE TABLE placements (
  ref             text COLLATE "C" NOT NULL REFERENCES calls (ref),
  placement       bigint NOT NULL,
  state           text COLLATE "C" NOT NULL
    CHECK (state IN ('intent', 'accepted', 'refused', 'not-sent', 'unknown', 'void')),
  intent_at_ms    bigint NOT NULL,
  outcome_at_ms   bigint,
  carrier_call_id text COLLATE "C",
  status          bigint,
  code            text COLLATE "C",
  details         text COLLATE "C",
  why             text COLLATE "C",
  verdict         text COLLATE "C",
  zone_rules      text COLLATE "C",
  PRIMARY KEY (ref, placement)
);

CREATE TABLE inbox (
  id              bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  ref             text COLLATE "C" NOT NULL,
  placement       bigint NOT NULL,
  seq             bigint,
  name            text COLLATE "C" NOT NULL,
  occurred_at     text COLLATE "C",
  carrier_call_id text COLLATE "C",
  received_at_ms  bigint NOT NULL,
  body            text COLLATE "C",
  relayed         text COLLATE "C" CHECK (relayed IN ('signal', 'late'))
);

CREATE UNIQUE INDEX inbox_once ON inbox (ref, placement, seq, name, coalesce(carrier_call_id, ''))
  WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX inbox_one_poke ON inbox (ref, placement) WHERE seq IS NULL AND relayed IS NULL;
CREATE INDEX inbox_received ON inbox (id) WHERE seq IS NOT NULL;
CREATE INDEX inbox_of_call ON inbox (ref);
CREATE INDEX inbox_unrelayed ON inbox (ref) WHERE relayed IS NULL;

CREATE TABLE unreadable_webhooks (
  id             bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  ref            text COLLATE "C",
  placement      bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  why            text COLLATE "C" NOT NULL,
  body           text COLLATE "C" NOT NULL,
  bytes          bigint
);
CREATE INDEX unreadable_webhooks_of_call ON unreadable_webhooks (ref);

CREATE TABLE ingress_uptime (
  id             bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name           text COLLATE "C" NOT NULL,
  from_ms        bigint NOT NULL,
  to_ms          bigint NOT NULL CHECK (to_ms >= from_ms),
  gap_ms         bigint NOT NULL,
  received       bigint NOT NULL,
  received_at_ms bigint,
  missed_at_ms   bigint,
  over_at_ms     bigint
);
CREATE INDEX ingress_uptime_to ON ingress_uptime (to_ms);
CREATE INDEX ingress_uptime_until ON ingress_uptime ((to_ms + gap_ms));

CREATE TABLE recording_deliveries (
  id              bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  ref             text COLLATE "C",
  carrier_call_id text COLLATE "C",
  url             text COLLATE "C",
  received_at_ms  bigint NOT NULL,
  body            text COLLATE "C"
);
CREATE INDEX recording_deliveries_call ON recording_deliveries (carrier_call_id)
  WHERE carrier_call_id IS NOT NULL;
CREATE INDEX recording_deliveries_ref ON recording_deliveries (ref) WHERE ref IS NOT NULL;
CREATE INDEX recording_deliveries_stray ON recording_deliveries (received_at_ms) WHERE ref IS NULL;
CREATE INDEX recording_deliveries_bodies ON recording_deliveries (received_at_ms)
  WHERE body IS NOT NULL;

CREATE TABLE desk (
  id                      bigint PRIMARY KEY CHECK (id = 1),
  last_lookup_at_ms       bigint,
  last_lookup_ended_at_ms bigint,
  closed_until_ms         bigint NOT NULL DEFAULT 0,
  closed_why              text COLLATE "C",
  stored_bytes            bigint NOT NULL DEFAULT 0
);
INSERT INTO desk (id) VALUES (1);

CREATE TABLE reconciliations (
  id            text COLLATE "C" PRIMARY KEY,
  serial        bigint NOT NULL UNIQUE,
  from_ms       bigint NOT NULL,
  to_ms         bigint NOT NULL CHECK (to_ms > from_ms),
  state         text COLLATE "C" NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  why           text COLLATE "C",
  report        text COLLATE "C",
  effects       text COLLATE "C",
  asked_at_ms   bigint NOT NULL,
  ended_at_ms   bigint
);
CREATE INDEX reconciliations_open ON reconciliations (asked_at_ms) WHERE state = 'open';

CREATE TABLE timeline (
  id        bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  ref       text COLLATE "C" NOT NULL REFERENCES calls (ref),
  at_ms     bigint NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  text      text COLLATE "C" NOT NULL,
  placement bigint
);
CREATE INDEX timeline_of_call ON timeline (ref);

CREATE TABLE audit (
  id     bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at_ms  bigint NOT NULL,
  who    text COLLATE "C" NOT NULL,
  what   text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  before text COLLATE "C" NOT NULL,
  after  text COLLATE "C" NOT NULL
);
CREATE INDEX audit_of_target ON audit (target, id);
CREATE INDEX audit_of_what ON audit (what, id);
CREATE INDEX audit_of_who ON audit (who, id);
CREATE INDEX audit_by_time ON audit (at_ms, id);

CREATE TABLE idempotency_keys (
  caller         text COLLATE "C" NOT NULL,
  key            text COLLATE "C" NOT NULL,
  request_digest text COLLATE "C" NOT NULL,
  answer         text COLLATE "C" NOT NULL,
  created_at_ms  bigint NOT NULL,
  PRIMARY KEY (caller, key)
);
