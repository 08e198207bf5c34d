-- The codes by which people say what a call led to. A deleted one stays, because calls refer to it.
CREATE TABLE outcome_codes (
  id            text COLLATE "C" PRIMARY KEY,
  settings      text COLLATE "C" NOT NULL, -- JSON of the domain's OutcomeCode, without its id
  made_at_ms    bigint NOT NULL,
  deleted_at_ms bigint
);

-- What follows the call by its outcome: JSON of the domain's OutcomeOfCall. With the call, because its end reads it.
ALTER TABLE calls ADD COLUMN outcome text COLLATE "C";

-- What a person said of a call. The carrier's disposition is a fact of its own, in calls.
CREATE TABLE outcomes (
  ref          text COLLATE "C" PRIMARY KEY REFERENCES calls (ref) ON DELETE CASCADE,
  campaign_id  text COLLATE "C" NOT NULL,
  agent_id     text COLLATE "C",
  number       text COLLATE "C" NOT NULL,
  code         text COLLATE "C" NOT NULL,
  code_group   text COLLATE "C" NOT NULL, -- of the code when it was set
  note         text COLLATE "C",
  data         text COLLATE "C", -- JSON
  callback_id  text COLLATE "C", -- the callback that it made
  done         text COLLATE "C" NOT NULL, -- JSON of OutcomeEffect[]: what was done by it, and what was not
  version      bigint NOT NULL, -- counts its changes
  placed_at_ms bigint NOT NULL, -- of the call
  ended_at_ms  bigint, -- of the call; null: it lives
  first_at_ms  bigint NOT NULL, -- when it was set first
  at_ms        bigint NOT NULL,
  who          text COLLATE "C" NOT NULL -- name of the key
);
CREATE INDEX outcomes_of_number ON outcomes (number, placed_at_ms);
CREATE INDEX outcomes_of_code ON outcomes (code, placed_at_ms);
CREATE INDEX outcomes_of_campaign ON outcomes (campaign_id, placed_at_ms);
CREATE INDEX outcomes_of_agent ON outcomes (agent_id, placed_at_ms);

-- Outcomes by quarter of an hour of the call's last placement. Rows are never deleted with their calls.
CREATE TABLE outcome_buckets (
  bucket_ms   bigint NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  agent_id    text COLLATE "C" NOT NULL, -- '': none
  code        text COLLATE "C" NOT NULL,
  code_group  text COLLATE "C" NOT NULL,
  calls       bigint NOT NULL,
  PRIMARY KEY (bucket_ms, campaign_id, agent_id, code, code_group)
);
CREATE INDEX outcome_buckets_of_campaign ON outcome_buckets (campaign_id, bucket_ms);
CREATE INDEX outcome_buckets_of_agent ON outcome_buckets (agent_id, bucket_ms);

CREATE FUNCTION outcomes_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outcome_buckets (bucket_ms, campaign_id, agent_id, code, code_group, calls)
  VALUES (new.placed_at_ms - new.placed_at_ms % 900000, new.campaign_id, coalesce(new.agent_id, ''), new.code, new.code_group, 1)
  ON CONFLICT (bucket_ms, campaign_id, agent_id, code, code_group) DO UPDATE SET calls = outcome_buckets.calls + 1;
  PERFORM write_event('call.outcome', 'calls/' || new.ref, new.campaign_id,
    json_build_object('agent', new.agent_id, 'code', new.code, 'group', new.code_group, 'previous_code', NULL,
                      'version', new.version));
  RETURN NULL;
END $$;
CREATE TRIGGER outcomes_set AFTER INSERT ON outcomes FOR EACH ROW EXECUTE FUNCTION outcomes_set();

CREATE FUNCTION outcomes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outcome_buckets (bucket_ms, campaign_id, agent_id, code, code_group, calls)
  VALUES (old.placed_at_ms - old.placed_at_ms % 900000, old.campaign_id, coalesce(old.agent_id, ''), old.code, old.code_group, -1)
  ON CONFLICT (bucket_ms, campaign_id, agent_id, code, code_group)
  DO UPDATE SET calls = outcome_buckets.calls + excluded.calls;
  INSERT INTO outcome_buckets (bucket_ms, campaign_id, agent_id, code, code_group, calls)
  VALUES (new.placed_at_ms - new.placed_at_ms % 900000, new.campaign_id, coalesce(new.agent_id, ''), new.code, new.code_group, 1)
  ON CONFLICT (bucket_ms, campaign_id, agent_id, code, code_group)
  DO UPDATE SET calls = outcome_buckets.calls + excluded.calls;
  PERFORM write_event('call.outcome', 'calls/' || new.ref, new.campaign_id,
    json_build_object('agent', new.agent_id, 'code', new.code, 'group', new.code_group, 'previous_code', old.code,
                      'version', new.version));
  RETURN NULL;
END $$;
CREATE TRIGGER outcomes_changed AFTER UPDATE OF version ON outcomes FOR EACH ROW EXECUTE FUNCTION outcomes_changed();

-- Whoever ends or erases the call, also a process of the release before.
CREATE FUNCTION calls_outcomes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE outcomes SET ended_at_ms = new.ended_at_ms WHERE ref = new.ref AND ended_at_ms IS DISTINCT FROM new.ended_at_ms;
  UPDATE outcomes SET number = new.number, note = NULL, data = NULL
  WHERE ref = new.ref AND new.erased_at_ms IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER calls_outcomes AFTER UPDATE OF ended_at_ms, erased_at_ms ON calls
FOR EACH ROW WHEN (new.outcome IS NOT NULL) EXECUTE FUNCTION calls_outcomes();

-- Keys of the role `agent`: of this agent only. Their role is stored as `read`, because the first step knows no other. A process
-- of the release before must not take them for that, so it cannot find them: their digest, and the caller of their
-- sessions, begin with `agent:`.
ALTER TABLE api_keys ADD COLUMN agent_id text COLLATE "C" REFERENCES agents (id);

-- What agents see of a campaign besides its calls.
CREATE TABLE campaign_pages (
  campaign_id   text COLLATE "C" PRIMARY KEY REFERENCES campaigns (id),
  script        text COLLATE "C" NOT NULL, -- Markdown
  screen_pop    text COLLATE "C", -- template of a URL; null: none
  changed_at_ms bigint NOT NULL
);
