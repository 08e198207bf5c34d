import type { Words } from '../words.ts';

export const inbox = ({ id, int, text, strict, byEngine }: Words): string => `
-- No foreign key, because events of unknown calls are kept too.
CREATE TABLE inbox (
  id              ${id},
  ref             ${text} NOT NULL,
  placement       ${int} NOT NULL,
  seq             ${int},
  name            ${text} NOT NULL,
  occurred_at     ${text},
  carrier_call_id ${text},
  received_at_ms  ${int} NOT NULL,
  body            ${text},
  relayed         ${text} CHECK (relayed IN ('signal', 'late'))
)${strict};
-- Contains name and id, so that neither a new name nor a guessed seq blocks the real event.
-- Also finds the events of a call. Entries without a seq do not exclude each other, because NULLs are distinct.
CREATE UNIQUE INDEX inbox_once ON inbox (ref, placement, seq, name, coalesce(carrier_call_id, ''));
CREATE UNIQUE INDEX inbox_one_poke ON inbox (ref, placement) WHERE seq IS NULL AND relayed IS NULL;
CREATE INDEX inbox_received ON inbox (id) WHERE seq IS NOT NULL;
CREATE INDEX inbox_unrelayed ON inbox (ref) WHERE relayed IS NULL;

-- Unreadable webhooks, shortened. New ones replace old ones.
CREATE TABLE unreadable_webhooks (
  id             ${id},
  ref            ${text}, -- null: on the URL of an unknown call
  placement      ${int} NOT NULL,
  received_at_ms ${int} NOT NULL,
  why            ${text} NOT NULL,
  body           ${text} NOT NULL, -- its start
  bytes          ${int} -- size of the whole body; null: larger than what was read
)${strict};
CREATE INDEX unreadable_webhooks_of_call ON unreadable_webhooks (ref);

-- Spans in which an ingress process is known to have run. One process has several if its heartbeats were interrupted.
CREATE TABLE ingress_uptime (
  id             ${id},
  name           ${text} NOT NULL,    -- host name and port
  from_ms        ${int} NOT NULL,
  to_ms          ${int} NOT NULL CHECK (to_ms >= from_ms),
  gap_ms         ${int} NOT NULL, -- longest time between two heartbeats of one span
  received       ${int} NOT NULL, -- webhooks of the process since its start
  received_at_ms ${int},          -- the last one
  missed_at_ms   ${int},          -- when another process, or the next span, found that heartbeats were missing
  over_at_ms     ${int}           -- when it was stopped, or the next span began; null: it runs, or nobody knows its end
)${strict};
CREATE INDEX ingress_uptime_to ON ingress_uptime (to_ms);
${byEngine({
  sqlite: `
CREATE INDEX ingress_uptime_until ON ingress_uptime (to_ms + gap_ms);
`,
  postgres: `
CREATE INDEX ingress_uptime_until ON ingress_uptime ((to_ms + gap_ms));
`,
})}`;
