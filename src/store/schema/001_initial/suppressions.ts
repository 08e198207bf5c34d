import type { EachEngine, Words } from './words.ts';

export const suppressions = ({
  neverReusedId,
  int,
  text,
  strict,
  withoutRowid,
  byEngine,
}: Words): string => `
CREATE TABLE suppression_lists (
  serial        ${neverReusedId}, -- one that is deleted is not given again
  id            ${text} NOT NULL,
  name          ${text} NOT NULL,
  created_at_ms ${int} NOT NULL,
  removed       ${int} NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), -- 1: its entries are being deleted in batches, then the list
  numbers       ${int} NOT NULL DEFAULT 0 CHECK (numbers >= 0), -- tally of its entries
  version       ${int} NOT NULL DEFAULT 0 -- account.suppression_version of its last change
)${strict};
CREATE UNIQUE INDEX suppression_lists_in_use ON suppression_lists (id) WHERE removed = 0;

-- Read through the view below, which leaves out removed lists.
CREATE TABLE suppression_entries (
  number      ${text} NOT NULL,
  list        ${int} NOT NULL REFERENCES suppression_lists (serial),
  until_ms    ${int}, -- null: permanently
  added_at_ms ${int} NOT NULL,
  version     ${int} NOT NULL DEFAULT 0, -- of the list when the entry was written
  PRIMARY KEY (number, list)
)${withoutRowid};
CREATE INDEX suppression_entries_of_list ON suppression_entries (list, number);

-- Unfinished requests that add many numbers. A repeat of the key continues from there.
CREATE TABLE suppression_additions (
  caller         ${text} NOT NULL,
  key            ${text} NOT NULL,
  request_digest ${text} NOT NULL, -- keyed hash (installation.erasure_key) of the digest of the request
  list           ${int} NOT NULL, -- serial of the list, which may be deleted
  done           ${int} NOT NULL, -- processed numbers, from the first
  added          ${int} NOT NULL,
  erased         ${int} NOT NULL, -- those of erased persons
  PRIMARY KEY (caller, key)
)${withoutRowid};

CREATE VIEW suppressions AS
  SELECT number, lists.id AS list, until_ms, suppression_entries.added_at_ms
  FROM suppression_entries JOIN suppression_lists AS lists ON lists.serial = suppression_entries.list
  WHERE removed = 0;
${byEngine(SUPPRESSION_ENTRIES_COUNTED)}
${byEngine(SUPPRESSION_ENTRIES_UNCOUNTED)}`;

const SUPPRESSION_ENTRIES_COUNTED: EachEngine = {
  sqlite: `
CREATE TRIGGER suppression_entries_counted AFTER INSERT ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers + 1 WHERE serial = new.list;
END;`,
  postgres: `
-- Once for all entries of a statement.
CREATE FUNCTION suppression_entries_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_lists SET numbers = numbers + added.entries
  FROM (SELECT list, count(*) AS entries FROM after GROUP BY list) AS added WHERE serial = added.list;
  RETURN NULL;
END $$;
CREATE TRIGGER suppression_entries_counted AFTER INSERT ON suppression_entries
REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION suppression_entries_counted();`,
};

const SUPPRESSION_ENTRIES_UNCOUNTED: EachEngine = {
  sqlite: `
CREATE TRIGGER suppression_entries_uncounted AFTER DELETE ON suppression_entries BEGIN
  UPDATE suppression_lists SET numbers = numbers - 1 WHERE serial = old.list;
END;`,
  postgres: `
CREATE FUNCTION suppression_entries_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_lists SET numbers = numbers - removed.entries
  FROM (SELECT list, count(*) AS entries FROM before GROUP BY list) AS removed WHERE serial = removed.list;
  RETURN NULL;
END $$;
CREATE TRIGGER suppression_entries_uncounted AFTER DELETE ON suppression_entries
REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION suppression_entries_uncounted();`,
};
