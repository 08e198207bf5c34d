import type { Words } from '../words.ts';

export const recordings = ({ id, int, text, strict }: Words): string => `
CREATE TABLE recording_deliveries (
  id              ${id},
  ref             ${text}, -- null: no known call when the webhook arrived
  carrier_call_id ${text},
  url             ${text},
  received_at_ms  ${int} NOT NULL,
  body            ${text} -- its start; null once it is old
)${strict};
CREATE INDEX recording_deliveries_call ON recording_deliveries (carrier_call_id)
  WHERE carrier_call_id IS NOT NULL;
CREATE INDEX recording_deliveries_ref ON recording_deliveries (ref) WHERE ref IS NOT NULL;
CREATE INDEX recording_deliveries_stray ON recording_deliveries (received_at_ms) WHERE ref IS NULL;
CREATE INDEX recording_deliveries_bodies ON recording_deliveries (received_at_ms)
  WHERE body IS NOT NULL;

-- One row. It guards the spacing of recording lookups over all processes.
CREATE TABLE desk (
  id                      ${int} PRIMARY KEY CHECK (id = 1),
  last_lookup_at_ms       ${int}, -- written before its request
  last_lookup_ended_at_ms ${int}, -- null: not over, or its process died
  closed_until_ms         ${int} NOT NULL DEFAULT 0,
  closed_why              ${text},
  stored_bytes            ${int} NOT NULL DEFAULT 0 -- of all recordings
)${strict};
INSERT INTO desk (id) VALUES (1);

-- Files that must be removed from where recordings are kept. A file may be here twice, because it may be written after it
-- was removed.
CREATE TABLE recording_removals (
  serial     ${id},
  file       ${text} NOT NULL,
  due_at_ms  ${int} NOT NULL, -- not before
  unfinished ${int} NOT NULL DEFAULT 0 -- 1: unfinished writes of the file are removed too
)${strict};
CREATE INDEX recording_removals_of_file ON recording_removals (file);
CREATE INDEX recording_removals_due ON recording_removals (due_at_ms, serial);`;
