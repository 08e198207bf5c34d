import type { EachEngine, Words } from './words.ts';

export const account = ({ id, int, real, text, strict, withoutRowid, byEngine }: Words): string => `
-- One row with the state of the whole account.
CREATE TABLE account (
  id               ${int} PRIMARY KEY CHECK (id = 1),
  stopped_since_ms ${int},
  stopped_reason   ${text},
  hold             ${text}, -- JSON of the domain's Hold
  retry_after      ${text}, -- JSON of the domain's RetryAfter: the last pause that the carrier asked for
  webhooks         ${text}, -- JSON of the domain's WebhookHealth; null: no webhook has arrived and no call has ended
  calls_per_second ${real},
  max_live_calls   ${int},
  hold_rules       ${text} NOT NULL DEFAULT '[]', -- JSON of the domain's HoldRuleFor[]; a status without a rule has the usual one
  pause_after_unknown ${int} DEFAULT 5, -- guards with unknowns_in_a_row; null: no limit
  unknowns_in_a_row ${int} NOT NULL DEFAULT 0, -- of all campaigns
  next_slot_ms     ${real} NOT NULL DEFAULT 0, -- the next free slot; with last_post_ms guards calls_per_second
  last_post_ms     ${real} NOT NULL DEFAULT 0,
  suppression_version ${int} NOT NULL DEFAULT 0 -- counts the changes of all suppression lists
)${strict};
INSERT INTO account (id) VALUES (1);

-- What the account allowed after each change of these columns. last_placement: as in campaign_states.
CREATE TABLE account_states (
  id               ${id},
  at_ms            ${int} NOT NULL,
  last_placement   ${int} NOT NULL,
  stopped_since_ms ${int},
  hold             ${text},
  calls_per_second ${real},
  max_live_calls   ${int},
  hold_rules       ${text} NOT NULL
)${strict};

-- One row: this database among all that might be used with the same Temporal namespace.
CREATE TABLE installation (
  id     ${text} NOT NULL,
  checks ${int} NOT NULL DEFAULT 0, -- changed by the health check, to prove that writing works
  swept_at_ms      ${int}, -- the last sweep: while a worker runs, it is a minute ago at most
  watched_at_ms    ${int}, -- when a worker last looked whether workflows run that must run
  watched_to       ${int} NOT NULL DEFAULT 0, -- id of the last call that it looked at; the next turn begins behind it
  workflow_code    ${text} NOT NULL DEFAULT '', -- digest of the workflows' code and the ids of payload keys, of the worker that started last
  events_pruned_to ${int} NOT NULL DEFAULT 0, -- id of the last event that was deleted
  bodies_pruned_to ${int} NOT NULL DEFAULT 0, -- id in inbox; webhooks up to it have no body any more
  erasure_key      ${text} NOT NULL -- 32 bytes in hexadecimal; the key of the hashes of erased numbers and of requests
)${strict};
${byEngine(INSTALLATION)}

-- Servers and workers, and what they see of Temporal.
CREATE TABLE processes (
  name    ${text} NOT NULL, -- host name and process id
  role    ${text} NOT NULL CHECK (role IN ('server', 'worker')),
  work    ${text} NOT NULL, -- JSON array: the kinds of work of a worker
  at_ms   ${int} NOT NULL, -- the last sign of life
  stopped ${int} NOT NULL, -- 1: in order
  trouble ${text}, -- JSON of the domain's TemporalTrouble; null: none
  PRIMARY KEY (role, name)
)${withoutRowid};

-- Workflows of which a run failed, or whose task fails again and again. Bounds how often they are started again.
CREATE TABLE broken_workflows (
  workflow_id      ${text} PRIMARY KEY,
  run_id           ${text} NOT NULL, -- the last run that was found broken
  fault            ${text} NOT NULL,
  reason           ${text} NOT NULL, -- what the SDK or Temporal says
  code             ${text} NOT NULL, -- installation.workflow_code when it was found
  restarts         ${int} NOT NULL, -- with this code
  next_start_at_ms ${int}, -- null: it is not started again with this code
  found_at_ms      ${int} NOT NULL,
  is_broken        ${int} NOT NULL -- 0: it works again
)${withoutRowid};`;

const INSTALLATION: EachEngine = {
  sqlite: `
INSERT INTO installation (id, erasure_key) VALUES (lower(hex(randomblob(16))), lower(hex(randomblob(32))));`,
  postgres: `
INSERT INTO installation (id, erasure_key) VALUES (replace(CAST(gen_random_uuid() AS text), '-', ''),
  replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''));`,
};
