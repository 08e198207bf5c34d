-- Until when a server may archive calls, so that no other does so at the same time.
ALTER TABLE installation ADD COLUMN archiving_until_ms INTEGER NOT NULL DEFAULT 0;
-- Everything that deleted calls were part of lies before; 0: none was deleted.
ALTER TABLE installation ADD COLUMN deleted_to_ms INTEGER NOT NULL DEFAULT 0;

-- Files beside the recordings with calls that were deleted here, or are about to be.
CREATE TABLE archives (
  serial     INTEGER PRIMARY KEY, -- order of writing
  file       TEXT NOT NULL,
  sha256     TEXT NOT NULL, -- of the whole file; the next one has it in its first line
  bytes      INTEGER NOT NULL,
  calls      INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;

-- What deleted calls add to the figures of their campaign, which stay. Money as in call_tallies.
CREATE TABLE archived_calls (
  campaign_id        TEXT PRIMARY KEY REFERENCES campaigns (id),
  calls              INTEGER NOT NULL,
  cost_whole         INTEGER NOT NULL,
  cost_rest          INTEGER NOT NULL,
  first_placed_at_ms INTEGER -- null: none was placed
) STRICT, WITHOUT ROWID;

-- What seals cover of the placements of deleted calls, so that the seals can still be verified.
CREATE TABLE archived_placements (
  id          INTEGER PRIMARY KEY, -- that of placements
  campaign_id TEXT NOT NULL,
  digest      TEXT NOT NULL -- as it is part of the seal
) STRICT;

CREATE INDEX callbacks_of_call ON callbacks (call_ref) WHERE call_ref IS NOT NULL;
