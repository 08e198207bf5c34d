import type { Words } from '../words.ts';

export const events = ({ neverReusedId, int, text, strict, withoutRowid }: Words): string => `
-- What happened, for readers outside: the outbox of GET /v1/events and of webhooks. Triggers write it in the
-- transaction of the cause, whoever changes the row. No names and numbers of people: references and facts only.
-- at_ms is when the row was written, by the database's clock. In data, …_at_ms are instants, other …_ms are
-- durations, and …_units is money.
CREATE TABLE events (
  id          ${neverReusedId}, -- one that is deleted is not given again
  at_ms       ${int} NOT NULL,
  type        ${text} NOT NULL,
  subject     ${text} NOT NULL, -- path of the resource under /v1, such as calls/c1.5.1
  campaign_id ${text},
  data        ${text} NOT NULL -- JSON
)${strict};
CREATE INDEX events_of_type ON events (type, id);
CREATE INDEX events_of_subject ON events (subject, id);
CREATE INDEX events_of_campaign ON events (campaign_id, id) WHERE campaign_id IS NOT NULL;

-- Alerts that stand. A row is an alert that was raised and is not cleared.
CREATE TABLE alerts (
  kind         ${text} NOT NULL,
  subject      ${text} NOT NULL,
  campaign_id  ${text},
  text         ${text} NOT NULL, -- for people
  raised_at_ms ${int} NOT NULL,
  PRIMARY KEY (kind, subject)
)${withoutRowid};

-- Where events are sent. Each endpoint has its own place in the outbox.
CREATE TABLE webhook_endpoints (
  serial           ${neverReusedId}, -- order of creation; one that is deleted is not given again
  id               ${text} NOT NULL UNIQUE,
  url              ${text} NOT NULL, -- may contain a token
  description      ${text} NOT NULL,
  types            ${text}, -- JSON array of types and groups; null: all
  state            ${text} NOT NULL CHECK (state IN ('enabled', 'disabled')),
  disabled_reason  ${text},
  secrets          ${text} NOT NULL, -- JSON array of {secret, untilMs}, the newest first; untilMs null: until it is rotated
  position         ${int} NOT NULL, -- id of an event: nothing up to it is left to be sent
  replay_position  ${int}, -- the same for what is sent again; null: nothing is
  replay_to        ${int},
  tries            ${int} NOT NULL DEFAULT 0, -- failed requests since the last success
  failing_since_ms ${int},
  next_try_at_ms   ${int},
  last_failure     ${text},
  lease            ${int} NOT NULL DEFAULT 0, -- guards that one delivery at a time moves the position
  created_at_ms    ${int} NOT NULL
)${strict};

-- The newest requests to each endpoint.
CREATE TABLE webhook_deliveries (
  id             ${neverReusedId},
  endpoint       ${int} NOT NULL REFERENCES webhook_endpoints (serial),
  kind           ${text} NOT NULL CHECK (kind IN ('event', 'replay', 'test')),
  event_id       ${int}, -- null: a test
  type           ${text} NOT NULL,
  at_ms          ${int} NOT NULL,
  duration_ms    ${int} NOT NULL,
  status         ${int}, -- of the answer; null: there was none
  failure        ${text}, -- null: delivered
  next_try_at_ms ${int}
)${strict};
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint, id);`;
