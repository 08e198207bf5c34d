import type { Words } from './words.ts';

export const reports = ({ neverReusedId, int, text, strict }: Words): string => `
-- Comparisons with the carrier's call records. Their effects are stored until they are applied.
CREATE TABLE reconciliations (
  serial        ${neverReusedId}, -- order of requests; one that is deleted is not given again
  id            ${text} NOT NULL UNIQUE,
  from_ms       ${int} NOT NULL,
  to_ms         ${int} NOT NULL CHECK (to_ms > from_ms),
  state         ${text} NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  why           ${text}, -- why it failed
  report        ${text}, -- JSON of the domain's ReconciliationReport
  effects       ${text}, -- JSON of the domain's RecordEffects
  asked_at_ms   ${int} NOT NULL,
  ended_at_ms   ${int}
)${strict};
CREATE INDEX reconciliations_open ON reconciliations (asked_at_ms) WHERE state = 'open';

-- Reports that are written to the archive in the background. "attempts" and "taken_until_ms" guard that one process
-- writes one.
CREATE TABLE report_jobs (
  serial         ${neverReusedId}, -- order of creation; one that is deleted is not given again
  id             ${text} NOT NULL UNIQUE,
  request        ${text} NOT NULL, -- JSON of the API's report request
  state          ${text} NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  rows           ${int} NOT NULL DEFAULT 0, -- written by the current attempt
  bytes          ${int},
  attempts       ${int} NOT NULL DEFAULT 0,
  why            ${text}, -- why the last attempt failed
  taken_until_ms ${int} NOT NULL DEFAULT 0,
  created_by     ${text} NOT NULL,
  created_at_ms  ${int} NOT NULL,
  ended_at_ms    ${int},
  expires_at_ms  ${int} NOT NULL -- from then on it is deleted, with its files
)${strict};
CREATE INDEX report_jobs_open ON report_jobs (serial) WHERE state = 'open';
CREATE INDEX report_jobs_expiring ON report_jobs (expires_at_ms);`;
