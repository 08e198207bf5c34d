-- People who sign in to the dashboard. Programs have API keys. One that was removed keeps its name, for the audit.
CREATE TABLE users (
  serial          INTEGER PRIMARY KEY, -- order of creation
  id              TEXT NOT NULL UNIQUE,
  name            TEXT NOT NULL,
  role            TEXT NOT NULL CHECK (role IN ('agent', 'read', 'operate', 'admin')),
  agent_id        TEXT REFERENCES agents (id), -- of the role agent: whose calls
  password_hash   TEXT, -- argon2id in PHC form; null: none was set
  totp_secret     TEXT, -- in base 32; null: no second factor
  totp_step       INTEGER NOT NULL DEFAULT 0, -- of the last code that was taken: none is taken twice
  oidc_issuer     TEXT, -- with the subject: who the identity provider says this is
  oidc_subject    TEXT,
  created_at_ms   INTEGER NOT NULL,
  created_by      TEXT NOT NULL,
  removed_at_ms   INTEGER,
  signed_in_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX users_in_use ON users (name) WHERE removed_at_ms IS NULL;
CREATE UNIQUE INDEX users_of_provider ON users (oidc_issuer, oidc_subject) WHERE removed_at_ms IS NULL;

-- Links by which a user sets a password, once. A user has one at most.
CREATE TABLE user_links (
  digest        TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token, which is not stored
  user_id       TEXT NOT NULL UNIQUE REFERENCES users (id),
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers in which a user has signed in: wrong passwords from elsewhere do not hold them up.
CREATE TABLE user_browsers (
  digest     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the cookie's token
  user_id    TEXT NOT NULL REFERENCES users (id),
  used_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX user_browsers_of_user ON user_browsers (user_id, used_at_ms);
