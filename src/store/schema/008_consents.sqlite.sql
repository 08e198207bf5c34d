-- What is known of the will of persons, by number: events that are only added. Of an erased number, its keyed hash is in place of the
-- number, and where it is from is not kept.
CREATE TABLE consents (
  number         TEXT NOT NULL,
  version        INTEGER NOT NULL, -- account.suppression_version of its addition
  place          INTEGER NOT NULL, -- in its addition, from 1
  kind           TEXT NOT NULL CHECK (kind IN ('granted', 'inquiry', 'contract', 'revoked', 'objected')),
  purpose        TEXT, -- null: all calls
  at_ms          INTEGER NOT NULL,
  expires_at_ms  INTEGER, -- null: it does not expire
  source         TEXT, -- where it was said, such as a form
  text_version   TEXT, -- of the text that the person agreed to
  proof          TEXT, -- an address or a hash
  recorded_at_ms INTEGER NOT NULL,
  PRIMARY KEY (number, version, place)
) STRICT, WITHOUT ROWID;
