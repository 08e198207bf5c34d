import { tallyDeltas } from './tally-deltas.ts';
import type { EachEngine, Words } from './words.ts';

export function contacts(words: Words): string {
  const { int, text, withoutRowid, byEngine } = words;
  const columns = columnsOf(words);
  return `
CREATE TABLE contacts (
  campaign_id ${text} NOT NULL REFERENCES campaigns (id),
  position    ${int} NOT NULL,
  number      ${text} NOT NULL,
  row_key     ${text},
  name        ${text},
  agent_id    ${text} REFERENCES agents (id), -- the only agent who may take its calls
  agent_alone_until_ms ${int}, -- from then on any agent of the campaign may take them; null: never
  state       ${text} NOT NULL CHECK (state IN ('due', 'claimed', 'final', 'locked')),
  due_at_ms   ${int} NOT NULL,
  due_reason  ${text}, -- why not before; null: no rule delays it
  zones       ${text}, -- JSON array of IANA names; null: the campaign's zone
  zone_source ${text} NOT NULL DEFAULT 'campaign' CHECK (zone_source IN ('row', 'import', 'number', 'campaign')),
  added_at_ms ${int} NOT NULL,
  not_before_ms ${int},
  not_after_ms  ${int},
  disposition ${text}, -- of its last ended call
  calls       ${int} NOT NULL DEFAULT 0, -- ordinal of its last call
  PRIMARY KEY (campaign_id, position)
)${withoutRowid};
CREATE INDEX contacts_due ON contacts (campaign_id, due_at_ms, position) WHERE state = 'due';
CREATE INDEX contacts_alone ON contacts (campaign_id, agent_alone_until_ms)
  WHERE agent_alone_until_ms IS NOT NULL AND state = 'due';
CREATE INDEX contacts_number ON contacts (number, campaign_id);
CREATE INDEX contacts_of_agent ON contacts (agent_id, state, campaign_id, position) WHERE agent_id IS NOT NULL;
CREATE INDEX contacts_by_row_key ON contacts (row_key, campaign_id) WHERE row_key IS NOT NULL;
CREATE UNIQUE INDEX contacts_row_key ON contacts (campaign_id, row_key) WHERE row_key IS NOT NULL;
CREATE INDEX contacts_filtered ON contacts (campaign_id, state, disposition, due_reason, position);

-- Contacts of a campaign with the same values. '' stands for NULL. Read through the view contact_counts.
CREATE TABLE contact_tallies (${columns},
  PRIMARY KEY (campaign_id, state, disposition, due_reason)
)${withoutRowid};
-- Whoever adds contacts writes one row here for all of them with the same values, on SQLite too.
${tallyDeltas(words, {
  table: 'contact_tally_deltas',
  columns,
  index: 'contact_tally_deltas_of_campaign',
  by: 'campaign_id',
})}

CREATE VIEW contact_counts AS
  SELECT campaign_id, state, disposition, due_reason, CAST(sum(contacts) AS BIGINT) AS contacts
  FROM (SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tallies
        UNION ALL
        SELECT campaign_id, state, disposition, due_reason, contacts FROM contact_tally_deltas) AS parts
  GROUP BY campaign_id, state, disposition, due_reason;
${byEngine(CONTACTS_RECOUNTED)}

-- Changes of many contacts, made in a series of short transactions. "done" guards that each contact is changed once.
CREATE TABLE contact_jobs (
  campaign_id   ${text} NOT NULL REFERENCES campaigns (id),
  kind          ${text} NOT NULL CHECK (kind IN ('close', 'copy', 'recheck')),
  work          ${text} NOT NULL, -- JSON of the job's parameters
  done          ${int} NOT NULL, -- the last processed position
  total         ${int} NOT NULL CHECK (done BETWEEN 0 AND total), -- the last position to process
  begun_at_ms   ${int} NOT NULL,
  touched_at_ms ${int} NOT NULL,
  PRIMARY KEY (campaign_id, kind)
)${withoutRowid};

-- Contacts whose number retention could not remove, because they were locked or had a live call when their batch passed.
CREATE TABLE contacts_passed_over (
  campaign_id ${text} NOT NULL,
  position    ${int} NOT NULL,
  PRIMARY KEY (campaign_id, position),
  FOREIGN KEY (campaign_id, position) REFERENCES contacts (campaign_id, position)
)${withoutRowid};`;
}

const columnsOf = ({ int, text }: Words): string => `
  campaign_id ${text} NOT NULL,
  state       ${text} NOT NULL,
  disposition ${text} NOT NULL,
  due_reason  ${text} NOT NULL,
  contacts    ${int} NOT NULL`;

const CONTACTS_RECOUNTED: EachEngine = {
  sqlite: `
CREATE TRIGGER contacts_recounted AFTER UPDATE OF state, disposition, due_reason ON contacts
WHEN new.state <> old.state OR new.disposition IS NOT old.disposition OR new.due_reason IS NOT old.due_reason
BEGIN
  INSERT INTO contact_tallies (campaign_id, state, disposition, due_reason, contacts)
  VALUES (old.campaign_id, old.state, coalesce(old.disposition, ''), coalesce(old.due_reason, ''), -1),
         (new.campaign_id, new.state, coalesce(new.disposition, ''), coalesce(new.due_reason, ''), 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;`,
  postgres: `
-- One row for all contacts of a statement with the same values.
CREATE FUNCTION contacts_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_tally_deltas (campaign_id, state, disposition, due_reason, contacts)
  SELECT campaign_id, state, coalesce(disposition, ''), coalesce(due_reason, ''), sum(contacts)
  FROM (SELECT campaign_id, state, disposition, due_reason, -1 AS contacts FROM before
        UNION ALL
        SELECT campaign_id, state, disposition, due_reason, 1 FROM after) AS changes
  GROUP BY 1, 2, 3, 4 HAVING sum(contacts) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_recounted AFTER UPDATE ON contacts
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION contacts_recounted();`,
};
