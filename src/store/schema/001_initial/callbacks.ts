import type { Words } from './words.ts';

export const callbacks = ({ id, int, text, strict, withoutRowid }: Words): string => `
-- The standing campaigns for callbacks, one for each pool of agents.
CREATE TABLE callback_campaigns (
  pool        ${text} PRIMARY KEY, -- '': any pool
  campaign_id ${text} NOT NULL REFERENCES campaigns (id)
)${withoutRowid};

CREATE TABLE callbacks (
  serial         ${id}, -- order of creation
  id             ${text} NOT NULL UNIQUE,
  number         ${text} NOT NULL,
  call_ref       ${text} REFERENCES calls (ref), -- the call in which it was requested
  settings       ${text} NOT NULL, -- JSON of CallbackSettings
  life           ${text} NOT NULL CHECK (life IN ('active', 'paused', 'cancelled')),
  next_at_ms     ${int}, -- the next turn of a recurring callback; guards that each turn is made once
  turns          ${int} NOT NULL DEFAULT 0,
  version        ${int} NOT NULL DEFAULT 1, -- counts changes that its schedule in Temporal must contain
  schedule_version ${int} NOT NULL DEFAULT 0, -- the version that the schedule contains
  created_at_ms  ${int} NOT NULL
)${strict};
CREATE INDEX callbacks_of_number ON callbacks (number, serial);
CREATE INDEX callbacks_next ON callbacks (next_at_ms, serial) WHERE next_at_ms IS NOT NULL AND life = 'active';
CREATE INDEX callbacks_unscheduled ON callbacks (serial) WHERE version <> schedule_version;
CREATE INDEX callbacks_to_come ON callbacks (serial) WHERE life = 'paused' OR (life = 'active' AND next_at_ms IS NOT NULL);

-- The occurrences of callbacks, made or skipped.
CREATE TABLE callback_turns (
  callback_id  ${text} NOT NULL REFERENCES callbacks (id),
  turn         ${int} NOT NULL, -- from 1
  at_ms        ${int} NOT NULL,
  not_after_ms ${int} NOT NULL,
  campaign_id  ${text},
  contact      ${int},
  skipped      ${text} CHECK (skipped IN ('overlap', 'outage', 'paused')),
  withdrawn    ${text} CHECK (withdrawn IN ('paused', 'edited', 'cancelled')),
  PRIMARY KEY (callback_id, turn),
  CHECK ((contact IS NULL) = (skipped IS NOT NULL)),
  FOREIGN KEY (campaign_id, contact) REFERENCES contacts (campaign_id, position)
)${withoutRowid};
CREATE INDEX callback_turns_by_time ON callback_turns (at_ms, callback_id, turn);
CREATE INDEX callback_turns_of_contact ON callback_turns (campaign_id, contact) WHERE contact IS NOT NULL;`;
