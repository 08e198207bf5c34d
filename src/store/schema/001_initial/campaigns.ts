import type { Words } from './words.ts';

export const campaigns = ({ id, int, real, text, strict, withoutRowid }: Words): string => `
CREATE TABLE campaigns (
  serial              ${id}, -- order of creation
  id                  ${text} NOT NULL UNIQUE,
  name                ${text} NOT NULL,
  kind                ${text} NOT NULL CHECK (kind IN ('list', 'standing')),
  keep_open           ${int} NOT NULL CHECK (keep_open IN (0, 1)),
  policy              ${text} NOT NULL, -- JSON of the domain's Policy, the current version
  policy_version      ${int} NOT NULL DEFAULT 1,
  state               ${text} NOT NULL
    CHECK (state IN ('draft', 'scheduled', 'running', 'paused', 'draining', 'completed', 'cancelled')),
  created_at_ms       ${int} NOT NULL,
  state_changed_at_ms ${int} NOT NULL,
  state_reason        ${text}, -- why Dialwright moved it there, or who asked for its pause; null: no reason needed
  contacts_pruned_to  ${int} NOT NULL DEFAULT 0, -- the last position whose number and name were removed by retention
  contacts            ${int} NOT NULL DEFAULT 0, -- the last used position
  live_calls          ${int} NOT NULL DEFAULT 0 CHECK (live_calls >= 0), -- guards the policy's maxLiveCalls
  refusals_in_a_row   ${int} NOT NULL DEFAULT 0,
  unknowns_in_a_row   ${int} NOT NULL DEFAULT 0, -- placements without a clear answer since the last acceptance
  waiting_reason      ${text},
  waiting_since_ms    ${int},
  starts_at_ms        ${int}, -- the scheduled start
  deadline_at_ms      ${int},
  next_slot_ms        ${real} NOT NULL DEFAULT 0, -- the next free slot; with last_post_ms guards callsPerSecond
  last_post_ms        ${real} NOT NULL DEFAULT 0,
  spent_whole         ${int} NOT NULL DEFAULT 0, -- with what is reserved guards the budget
  spent_rest          ${int} NOT NULL DEFAULT 0, -- the fraction, so that no sum reaches 64 bits
  reserved_whole      ${int} NOT NULL DEFAULT 0,
  reserved_rest       ${int} NOT NULL DEFAULT 0,
  negative_costs      ${int} NOT NULL DEFAULT 0, -- calls with a cost below 0; it counts as 0 for budgets
  budget_alerts       ${text} NOT NULL DEFAULT '[]', -- JSON of the raised alerts, so that each is raised once
  passes              ${text} NOT NULL DEFAULT '{}', -- fair share, JSON by group of agents: the lowest is next
  wants_agents_until_ms ${int} NOT NULL DEFAULT 0 -- until then it counts as wanting an agent
)${strict};
CREATE INDEX campaigns_of_kind ON campaigns (kind, serial);
CREATE INDEX campaigns_in_state ON campaigns (state, serial);
CREATE INDEX campaigns_wanting_agents ON campaigns (wants_agents_until_ms) WHERE wants_agents_until_ms > 0;
CREATE INDEX campaigns_near_budget ON campaigns (serial)
  WHERE budget_alerts <> '[]' AND state NOT IN ('completed', 'cancelled');

-- The result of the last rehearsal before the start of a campaign.
CREATE TABLE forecasts (
  campaign_id ${text} PRIMARY KEY REFERENCES campaigns (id),
  made_at_ms  ${int} NOT NULL,
  forecast    ${text} NOT NULL -- JSON of KeptForecast
)${withoutRowid};

CREATE TABLE policies (
  campaign_id ${text} NOT NULL REFERENCES campaigns (id),
  version     ${int} NOT NULL,
  policy      ${text} NOT NULL,
  made_at_ms  ${int} NOT NULL,
  last_placement ${int} NOT NULL, -- as in campaign_states
  PRIMARY KEY (campaign_id, version)
)${withoutRowid};

-- States and deadlines of campaigns. last_placement: the id of the last placement before the change, which had the
-- database for itself. So the ids say which placements came after it, without a comparison of clocks.
CREATE TABLE campaign_states (
  id             ${id},
  campaign_id    ${text} NOT NULL REFERENCES campaigns (id),
  at_ms          ${int} NOT NULL,
  last_placement ${int} NOT NULL,
  state          ${text} NOT NULL,
  deadline_at_ms ${int}
)${strict};
CREATE INDEX campaign_states_of_campaign ON campaign_states (campaign_id, id);

-- Spending by day in the campaign's zone; guards the budget of the day.
CREATE TABLE campaign_days (
  campaign_id    ${text} NOT NULL REFERENCES campaigns (id),
  day            ${text} NOT NULL,
  spent_whole    ${int} NOT NULL DEFAULT 0,
  spent_rest     ${int} NOT NULL DEFAULT 0,
  reserved_whole ${int} NOT NULL DEFAULT 0,
  reserved_rest  ${int} NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, day)
)${withoutRowid};`;
