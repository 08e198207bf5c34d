-- Contacts of a campaign that are numbers of one person have the same person, and the place of their number in its row, from 1. Null: the
-- only number. One of them at most is due, claimed or locked.
ALTER TABLE contacts ADD COLUMN person TEXT;
ALTER TABLE contacts ADD COLUMN number_place INTEGER;
-- JSON of the domain's ContactDetails; null: nothing is known.
ALTER TABLE contacts ADD COLUMN details TEXT;
-- What the number is, such as mobile.
ALTER TABLE contacts ADD COLUMN number_label TEXT;
CREATE INDEX contacts_of_person ON contacts (campaign_id, person, position) WHERE person IS NOT NULL;
-- Of rows with several numbers, those that were judged besides the first.
ALTER TABLE imports ADD COLUMN further_numbers INTEGER NOT NULL DEFAULT 0;

-- Of a list that is a copy of a registry: the day of the copy, and how old it may be when people are called. Null: it is no copy.
ALTER TABLE suppression_lists ADD COLUMN as_of_ms INTEGER;
ALTER TABLE suppression_lists ADD COLUMN max_age_ms INTEGER;
-- When the first copy of a registry is too old; null: there is none.
ALTER TABLE account ADD COLUMN copies_due_ms INTEGER;
