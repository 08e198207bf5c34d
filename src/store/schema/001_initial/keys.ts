import type { Words } from './words.ts';

export const keys = ({ id, int, text, strict, withoutRowid }: Words): string => `
CREATE TABLE idempotency_keys (
  caller         ${text} NOT NULL,
  key            ${text} NOT NULL,
  request_digest ${text} NOT NULL, -- keyed hash (installation.erasure_key) of the digest of the request
  answer         ${text} NOT NULL, -- JSON
  created_at_ms  ${int} NOT NULL,
  PRIMARY KEY (caller, key)
)${withoutRowid};

-- API keys. The keys of the environment are not here.
CREATE TABLE api_keys (
  serial          ${id}, -- order of creation
  id              ${text} NOT NULL UNIQUE, -- public: a part of the key
  name            ${text} NOT NULL,
  digest          ${text} NOT NULL UNIQUE, -- SHA-256 of the key, which is not stored
  role            ${text} NOT NULL CHECK (role IN ('read', 'operate', 'admin')),
  created_at_ms   ${int} NOT NULL,
  created_by      ${text} NOT NULL, -- name of a key
  expires_at_ms   ${int}, -- null: never
  revoked_at_ms   ${int},
  last_used_at_ms ${int} -- written at most once a minute by each process
)${strict};
CREATE UNIQUE INDEX api_keys_in_use ON api_keys (name) WHERE revoked_at_ms IS NULL;

-- Sessions of browsers. Each one stands for an API key of this database or of the environment.
CREATE TABLE sessions (
  serial        ${id}, -- order of creation
  digest        ${text} NOT NULL UNIQUE, -- SHA-256 of the token, which is not stored
  caller        ${text} NOT NULL, -- id of the key, or the caller id of a key of the environment
  created_at_ms ${int} NOT NULL,
  expires_at_ms ${int} NOT NULL
)${strict};

-- Who changed what. Written in the transaction of the change, never updated.
CREATE TABLE audit (
  id     ${id},
  at_ms  ${int} NOT NULL,
  who    ${text} NOT NULL,
  what   ${text} NOT NULL,
  target ${text} NOT NULL, -- path of the resource, such as campaigns/c1
  before ${text} NOT NULL, -- JSON; null: it did not exist, or does not matter
  after  ${text} NOT NULL
)${strict};
CREATE INDEX audit_of_target ON audit (target, id);
CREATE INDEX audit_of_what ON audit (what, id);
CREATE INDEX audit_of_who ON audit (who, id);
CREATE INDEX audit_by_time ON audit (at_ms, id);`;
