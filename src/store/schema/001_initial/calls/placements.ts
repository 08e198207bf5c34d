import type { Words } from '../words.ts';

export const placements = ({ id, int, text, strict, withoutRowid }: Words): string => `
CREATE TABLE placements (
  id              ${id}, -- order of sealing
  ref             ${text} NOT NULL REFERENCES calls (ref),
  placement       ${int} NOT NULL,
  state           ${text} NOT NULL
    CHECK (state IN ('intent', 'accepted', 'refused', 'not-sent', 'unknown', 'void')),
  intent_at_ms    ${int} NOT NULL,
  outcome_at_ms   ${int},
  carrier_call_id ${text},
  status          ${int},
  code            ${text},
  details         ${text}, -- may quote numbers
  why             ${text},
  verdict         ${text}, -- JSON of the domain's RefusalVerdict
  zone_rules      ${text}, -- release of the IANA time zone data that the intent was decided with
  decision        ${text}, -- JSON of the domain's DecisionRecord, never updated; null: no intent was written
  UNIQUE (ref, placement)
)${strict};

-- Each seal covers the placements of one campaign that were written since its seal before.
CREATE TABLE decision_seals (
  campaign_id  ${text} NOT NULL REFERENCES campaigns (id),
  seal         ${int} NOT NULL, -- from 1
  from_id      ${int} NOT NULL, -- of placements
  to_id        ${int} NOT NULL CHECK (to_id >= from_id),
  placements   ${int} NOT NULL CHECK (placements > 0),
  previous     ${text} NOT NULL, -- hash of the seal before
  hash         ${text} NOT NULL,
  sealed_at_ms ${int} NOT NULL,
  PRIMARY KEY (campaign_id, seal)
)${withoutRowid};
CREATE UNIQUE INDEX decision_seals_to ON decision_seals (to_id);

-- One row: all placements up to this id are sealed.
CREATE TABLE decision_sealing (
  id        ${int} PRIMARY KEY CHECK (id = 1),
  sealed_to ${int} NOT NULL DEFAULT 0
)${strict};
INSERT INTO decision_sealing (id) VALUES (1);`;
