-- Counts the releases of databases that were older than what had happened (src/domain/restore).
ALTER TABLE installation ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;

-- Each time this database was found older than what had happened. At most one is open: while it is, nobody is dialled.
CREATE TABLE restores (
  id             INTEGER PRIMARY KEY,
  found_at_ms    INTEGER NOT NULL,
  sign           TEXT NOT NULL,
  text           TEXT NOT NULL, -- for people: what showed it
  missing        INTEGER, -- placements that it had reached before and does not have; null: nobody knows
  as_of_ms       INTEGER, -- the last change that it knew of; null: none
  read_at_ms     INTEGER, -- when all runs in Temporal had been read; null: not yet
  released_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX restores_open ON restores ((1)) WHERE released_at_ms IS NULL;

-- Calls that the database had forgotten.
CREATE TABLE restored_calls (
  ref             TEXT NOT NULL,
  restore_id      INTEGER NOT NULL REFERENCES restores (id),
  outcome         TEXT NOT NULL, -- followed, unknown, not-dialled; lost: its contact is not in the database
  carrier_call_id TEXT,
  PRIMARY KEY (restore_id, ref)
) STRICT, WITHOUT ROWID;
