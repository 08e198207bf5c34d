-- An import that is taken back; null: nobody asked for it. While it is 'open', its contacts up to undone_to were looked at.
ALTER TABLE imports ADD COLUMN undo_state TEXT CHECK (undo_state IN ('open', 'done'));
ALTER TABLE imports ADD COLUMN undo_asked_at_ms INTEGER;
ALTER TABLE imports ADD COLUMN undone_to INTEGER NOT NULL DEFAULT 0;
-- Contacts that were taken out of the campaign.
ALTER TABLE imports ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX imports_undoing ON imports (undo_asked_at_ms, serial) WHERE undo_state = 'open';

-- Which contacts an import has added: positions from first_contact to last_contact. Imports into one campaign may run at the same time.
CREATE TABLE import_spans (
  import_id     TEXT NOT NULL REFERENCES imports (id),
  first_contact INTEGER NOT NULL,
  last_contact  INTEGER NOT NULL CHECK (last_contact >= first_contact),
  PRIMARY KEY (import_id, first_contact)
) STRICT, WITHOUT ROWID;
