-- The call of a person that was claimed last, in any campaign. It lives as long as live_numbers has it, so an end writes nothing here.
CREATE TABLE persons (
  person text COLLATE "C" PRIMARY KEY, -- contacts.person
  ref    text COLLATE "C" NOT NULL
);
CREATE INDEX contacts_of_one_person ON contacts (person) WHERE person IS NOT NULL;

-- The agent's phone is first known to ring: whoever shows agents the person's record does it now.
CREATE FUNCTION calls_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event('call.offered', 'calls/' || new.ref, new.campaign_id,
    json_build_object('agent', new.agent_id, 'contact', new.contact));
  RETURN NULL;
END $$;
CREATE TRIGGER calls_offered AFTER UPDATE OF state ON calls FOR EACH ROW
WHEN (old.state IN ('claimed', 'waiting', 'placing', 'accepted', 'unknown')
  AND new.state NOT IN ('claimed', 'waiting', 'queued', 'placing', 'accepted', 'unknown', 'ended'))
EXECUTE FUNCTION calls_offered();
