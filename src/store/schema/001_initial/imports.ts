import type { Words } from './words.ts';

export const imports = ({ id, int, text, strict, withoutRowid }: Words): string => `
-- Imports of contact lists. rows_read guards that each row has its effect once.
CREATE TABLE imports (
  serial        ${id}, -- order of creation
  id            ${text} NOT NULL UNIQUE,
  campaign_id   ${text} NOT NULL REFERENCES campaigns (id),
  state         ${text} NOT NULL CHECK (state IN ('open', 'done', 'stopped')), -- stopped: its campaign ended first
  dedupe        ${text} NOT NULL, -- JSON of the import's Dedupe
  rows_read     ${int} NOT NULL DEFAULT 0,
  accepted      ${int} NOT NULL DEFAULT 0,
  duplicate     ${int} NOT NULL DEFAULT 0,
  suppressed    ${int} NOT NULL DEFAULT 0,
  rejected      ${int} NOT NULL DEFAULT 0,
  first_contact ${int},
  begun_at_ms   ${int} NOT NULL,
  touched_at_ms ${int} NOT NULL,
  CHECK (rows_read = accepted + duplicate + suppressed + rejected)
)${strict};
CREATE INDEX imports_of_campaign ON imports (campaign_id, serial);
CREATE INDEX imports_open ON imports (campaign_id, touched_at_ms) WHERE state = 'open';

-- Rows of imports that made no contact.
CREATE TABLE import_rows (
  import_id      ${text} NOT NULL REFERENCES imports (id),
  row            ${int} NOT NULL, -- from 1
  line           ${int} NOT NULL,
  outcome        ${text} NOT NULL CHECK (outcome IN ('duplicate', 'suppressed', 'rejected')),
  field          ${text},
  reason         ${text} NOT NULL,
  other_campaign ${text}, -- with other_contact: the existing contact
  other_contact  ${int},
  written        ${text} NOT NULL, -- JSON of the unchanged row, by column
  PRIMARY KEY (import_id, row)
)${withoutRowid};`;
