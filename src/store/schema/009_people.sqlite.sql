-- The call of a person that was claimed last, in any campaign. It lives as long as live_numbers has it, so an end writes nothing here.
CREATE TABLE persons (
  person TEXT PRIMARY KEY, -- contacts.person
  ref    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX contacts_of_one_person ON contacts (person) WHERE person IS NOT NULL;

-- The agent's phone is first known to ring: whoever shows agents the person's record does it now.
CREATE TRIGGER calls_offered AFTER UPDATE OF state ON calls
WHEN old.state IN ('claimed', 'waiting', 'placing', 'accepted', 'unknown')
  AND new.state NOT IN ('claimed', 'waiting', 'queued', 'placing', 'accepted', 'unknown', 'ended')
BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'call.offered', 'calls/' || new.ref, new.campaign_id,
          json_object('agent', new.agent_id, 'contact', new.contact));
END;
