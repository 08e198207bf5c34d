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
