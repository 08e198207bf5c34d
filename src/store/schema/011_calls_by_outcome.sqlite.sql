-- The calls of an outcome in the order of lists: among a million calls a rare code would else take hundreds of pages.
CREATE INDEX calls_of_outcome ON calls (outcome ->> 'code', id) WHERE outcome IS NOT NULL;
