-- What is known of the will of persons, by number: events that are only added. Of an erased number, its keyed hash is in place of the
-- number, and where it is from is not kept.
CREATE TABLE consents (
  number         text COLLATE "C" NOT NULL,
  version        bigint NOT NULL, -- account.suppression_version of its addition
  place          bigint NOT NULL, -- in its addition, from 1
  kind           text COLLATE "C" NOT NULL CHECK (kind IN ('granted', 'inquiry', 'contract', 'revoked', 'objected')),
  purpose        text COLLATE "C", -- null: all calls
  at_ms          bigint NOT NULL,
  expires_at_ms  bigint, -- null: it does not expire
  source         text COLLATE "C", -- where it was said, such as a form
  text_version   text COLLATE "C", -- of the text that the person agreed to
  proof          text COLLATE "C", -- an address or a hash
  recorded_at_ms bigint NOT NULL,
  PRIMARY KEY (number, version, place)
);
