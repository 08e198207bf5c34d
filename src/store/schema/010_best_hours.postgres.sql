-- The area that the calls of a contact are counted in, and its clock: US-CA America/Los_Angeles (src/domain/areas). Null: not known, or
-- it was added before step 10.
ALTER TABLE contacts ADD COLUMN area_key text COLLATE "C";
CREATE INDEX contacts_due_in_area ON contacts (campaign_id, area_key, due_at_ms, position)
  WHERE state = 'due' AND area_key IS NOT NULL;
-- When answers by area and network were looked at last. Null: never.
ALTER TABLE account ADD COLUMN answers_looked_at_ms bigint;
-- The hours to come in which more customers of an area answer than usual. All rows are replaced when answers are looked at.
CREATE TABLE best_hours (
  hour_ms  bigint NOT NULL, -- start of the hour
  rank     bigint NOT NULL, -- 1: the area in which most answer in this hour
  area_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (hour_ms, rank)
);
