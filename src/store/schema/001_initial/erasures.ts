import type { Words } from './words.ts';

export const erasures = ({ id, int, text, strict, withoutRowid }: Words): string => `
-- Numbers whose erasure is under way. They are on the suppression list privacy/erasure too, which counts for every
-- campaign.
CREATE TABLE erasure_numbers (
  number     ${text} PRIMARY KEY,
  erasure_id ${text} NOT NULL
)${withoutRowid};

-- Keyed hashes of erased numbers: nobody adds them again.
CREATE TABLE erased_numbers (
  hash         ${text} PRIMARY KEY, -- HMAC-SHA-256 with installation.erasure_key
  erased_at_ms ${int} NOT NULL
)${withoutRowid};

-- Lists that held an erased number, or to which it was added since. They hold it again once calls to it are allowed.
CREATE TABLE erased_suppressions (
  hash        ${text} NOT NULL, -- as in erased_numbers
  list        ${int} NOT NULL REFERENCES suppression_lists (serial),
  until_ms    ${int}, -- null: permanently
  added_at_ms ${int} NOT NULL,
  PRIMARY KEY (hash, list)
)${withoutRowid};
CREATE INDEX erased_suppressions_of_list ON erased_suppressions (list, hash);

-- Erasures of persons, made in a series of short transactions.
CREATE TABLE erasures (
  serial        ${id}, -- order of requests
  id            ${text} NOT NULL UNIQUE,
  subject_hash  ${text} NOT NULL, -- keyed hash of the number or row key that was given
  state         ${text} NOT NULL CHECK (state IN ('open', 'done')),
  step          ${text} NOT NULL, -- the domain's ErasureStep
  reached       ${text}, -- JSON of the key of the last row that was read in the step; null: none
  waiting_for   ${text},
  row_key       ${text}, -- JSON of the row key that was given, and of its campaign; null: by number, or it is done
  erased        ${text} NOT NULL DEFAULT '{}', -- JSON of ErasedCounts
  asked_at_ms   ${int} NOT NULL,
  touched_at_ms ${int} NOT NULL,
  ended_at_ms   ${int}
)${strict};
CREATE INDEX erasures_open ON erasures (touched_at_ms) WHERE state = 'open';`;
