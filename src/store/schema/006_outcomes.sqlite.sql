-- The codes by which people say what a call led to. A deleted one stays, because calls refer to it.
CREATE TABLE outcome_codes (
  id            TEXT PRIMARY KEY,
  settings      TEXT NOT NULL, -- JSON of the domain's OutcomeCode, without its id
  made_at_ms    INTEGER NOT NULL,
  deleted_at_ms INTEGER
) STRICT, WITHOUT ROWID;

-- What follows the call by its outcome: JSON of the domain's OutcomeOfCall. With the call, because its end reads it.
ALTER TABLE calls ADD COLUMN outcome TEXT;

-- What a person said of a call. The carrier's disposition is a fact of its own, in calls.
CREATE TABLE outcomes (
  ref          TEXT PRIMARY KEY REFERENCES calls (ref) ON DELETE CASCADE,
  campaign_id  TEXT NOT NULL,
  agent_id     TEXT,
  number       TEXT NOT NULL,
  code         TEXT NOT NULL,
  code_group   TEXT NOT NULL, -- of the code when it was set
  note         TEXT,
  data         TEXT, -- JSON
  callback_id  TEXT, -- the callback that it made
  done         TEXT NOT NULL, -- JSON of OutcomeEffect[]: what was done by it, and what was not
  version      INTEGER NOT NULL, -- counts its changes
  placed_at_ms INTEGER NOT NULL, -- of the call
  ended_at_ms  INTEGER, -- of the call; null: it lives
  first_at_ms  INTEGER NOT NULL, -- when it was set first
  at_ms        INTEGER NOT NULL,
  who          TEXT NOT NULL -- name of the key
) STRICT, WITHOUT ROWID;
CREATE INDEX outcomes_of_number ON outcomes (number, placed_at_ms);
CREATE INDEX outcomes_of_code ON outcomes (code, placed_at_ms);
CREATE INDEX outcomes_of_campaign ON outcomes (campaign_id, placed_at_ms);
CREATE INDEX outcomes_of_agent ON outcomes (agent_id, placed_at_ms);

-- Outcomes by quarter of an hour of the call's last placement. Rows are never deleted with their calls.
CREATE TABLE outcome_buckets (
  bucket_ms   INTEGER NOT NULL,
  campaign_id TEXT NOT NULL,
  agent_id    TEXT NOT NULL, -- '': none
  code        TEXT NOT NULL,
  code_group  TEXT NOT NULL,
  calls       INTEGER NOT NULL,
  PRIMARY KEY (bucket_ms, campaign_id, agent_id, code, code_group)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_buckets_of_campaign ON outcome_buckets (campaign_id, bucket_ms);
CREATE INDEX outcome_buckets_of_agent ON outcome_buckets (agent_id, bucket_ms);

CREATE TRIGGER outcomes_set AFTER INSERT ON outcomes BEGIN
  INSERT INTO outcome_buckets (bucket_ms, campaign_id, agent_id, code, code_group, calls)
  VALUES (new.placed_at_ms - new.placed_at_ms % 900000, new.campaign_id, coalesce(new.agent_id, ''), new.code, new.code_group, 1)
  ON CONFLICT DO UPDATE SET calls = calls + 1;
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'call.outcome', 'calls/' || new.ref, new.campaign_id,
          json_object('agent', new.agent_id, 'code', new.code, 'group', new.code_group, 'previous_code', NULL,
                      'version', new.version));
END;

CREATE TRIGGER outcomes_changed AFTER UPDATE OF version ON outcomes BEGIN
  INSERT INTO outcome_buckets (bucket_ms, campaign_id, agent_id, code, code_group, calls)
  VALUES (old.placed_at_ms - old.placed_at_ms % 900000, old.campaign_id, coalesce(old.agent_id, ''), old.code, old.code_group, -1),
         (new.placed_at_ms - new.placed_at_ms % 900000, new.campaign_id, coalesce(new.agent_id, ''), new.code, new.code_group, 1)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls;
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'call.outcome', 'calls/' || new.ref, new.campaign_id,
          json_object('agent', new.agent_id, 'code', new.code, 'group', new.code_group, 'previous_code', old.code,
                      'version', new.version));
END;

-- Whoever ends or erases the call, also a process of the release before.
CREATE TRIGGER calls_outcomes AFTER UPDATE OF ended_at_ms, erased_at_ms ON calls
WHEN new.outcome IS NOT NULL
BEGIN
  UPDATE outcomes SET ended_at_ms = new.ended_at_ms WHERE ref = new.ref AND ended_at_ms IS NOT new.ended_at_ms;
  UPDATE outcomes SET number = new.number, note = NULL, data = NULL
  WHERE ref = new.ref AND new.erased_at_ms IS NOT NULL;
END;

-- Keys of the role `agent`: of this agent only. Their role is stored as `read`, because the first step knows no other. A process
-- of the release before must not take them for that, so it cannot find them: their digest, and the caller of their
-- sessions, begin with `agent:`.
ALTER TABLE api_keys ADD COLUMN agent_id TEXT REFERENCES agents (id);

-- What agents see of a campaign besides its calls.
CREATE TABLE campaign_pages (
  campaign_id   TEXT PRIMARY KEY REFERENCES campaigns (id),
  script        TEXT NOT NULL, -- Markdown
  screen_pop    TEXT, -- template of a URL; null: none
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
