-- Counts the releases of databases that were older than what had happened (src/domain/restore).
ALTER TABLE installation ADD COLUMN epoch bigint NOT NULL DEFAULT 1;

-- Each time this database was found older than what had happened. At most one is open: while it is, nobody is dialled.
CREATE TABLE restores (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  found_at_ms    bigint NOT NULL,
  sign           text COLLATE "C" NOT NULL,
  text           text COLLATE "C" NOT NULL, -- for people: what showed it
  missing        bigint, -- placements that it had reached before and does not have; null: nobody knows
  as_of_ms       bigint, -- the last change that it knew of; null: none
  read_at_ms     bigint, -- when all runs in Temporal had been read; null: not yet
  released_at_ms bigint
);
CREATE UNIQUE INDEX restores_open ON restores ((1)) WHERE released_at_ms IS NULL;

-- Calls that the database had forgotten.
CREATE TABLE restored_calls (
  ref             text COLLATE "C" NOT NULL,
  restore_id      bigint NOT NULL REFERENCES restores (id),
  outcome         text COLLATE "C" NOT NULL, -- followed, unknown, not-dialled; lost: its contact is not in the database
  carrier_call_id text COLLATE "C",
  PRIMARY KEY (restore_id, ref)
);
