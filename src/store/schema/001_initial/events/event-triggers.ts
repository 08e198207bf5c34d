import type { EachEngine, Words } from '../words.ts';
import { callEvents } from './call-events.ts';
import { eventTrigger, NOW, WRITE_EVENT } from './write-event.ts';

export const eventTriggers = (words: Words): string =>
  [
    words.byEngine({ sqlite: '', postgres: WRITE_EVENT }),
    callEvents(words),
    words.byEngine(CONTACTS_EVENTS),
    campaignsEvents(words),
    importsEvents(words),
    agentsEvents(words),
    accountEvents(words),
    words.byEngine(HOLD_EVENTS),
    alertsRaised(words),
    alertsCleared(words),
  ].join('\n');

// Contacts that become final because their campaign is over have no event of their own: they may be a million, and the
// campaign's event announces them.
const CONTACTS_EVENTS: EachEngine = {
  sqlite: `
CREATE TRIGGER contacts_events AFTER UPDATE OF state ON contacts
WHEN new.state = 'final' AND old.state <> 'final' AND (old.state <> 'due'
  OR (SELECT state FROM campaigns WHERE id = new.campaign_id) NOT IN ('completed', 'cancelled'))
BEGIN
  INSERT INTO events (at_ms, type, subject, campaign_id, data)
  VALUES (${NOW}, 'contact.final',
          'campaigns/' || new.campaign_id || '/contacts/' || new.position, new.campaign_id,
          json_object('disposition', new.disposition, 'reason', new.due_reason, 'calls', new.calls));
END;`,
  postgres: `
CREATE FUNCTION contacts_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.state <> 'due'
     OR (SELECT state FROM campaigns WHERE id = new.campaign_id) NOT IN ('completed', 'cancelled') THEN
    PERFORM write_event('contact.final', 'campaigns/' || new.campaign_id || '/contacts/' || new.position,
      new.campaign_id,
      json_build_object('disposition', new.disposition, 'reason', new.due_reason, 'calls', new.calls));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_events AFTER UPDATE OF state ON contacts
FOR EACH ROW WHEN (new.state = 'final' AND old.state <> 'final') EXECUTE FUNCTION contacts_events();`,
};

const campaignsEvents = (words: Words): string =>
  eventTrigger(words, {
    name: 'campaigns_events',
    after: 'UPDATE OF state ON campaigns',
    when: 'new.state <> old.state',
    type: `'campaign.' || CASE new.state WHEN 'draft' THEN 'unscheduled'
      WHEN 'running' THEN CASE old.state WHEN 'paused' THEN 'resumed' ELSE 'started' END
      ELSE new.state END`,
    subject: `'campaigns/' || new.id`,
    campaign: 'new.id',
    data: `${words.jsonObject}('state', new.state, 'previous_state', old.state, 'reason', new.state_reason,
      'starts_at_ms', new.starts_at_ms)`,
  });

const importsEvents = (words: Words): string =>
  eventTrigger(words, {
    name: 'imports_events',
    after: 'UPDATE OF state ON imports',
    when: 'new.state <> old.state',
    type: `'import.' || new.state`,
    subject: `'campaigns/' || new.campaign_id || '/imports/' || new.id`,
    campaign: 'new.campaign_id',
    data: `${words.jsonObject}('rows', new.rows_read, 'accepted', new.accepted, 'duplicate', new.duplicate,
      'suppressed', new.suppressed, 'rejected', new.rejected)`,
  });

const agentsEvents = (words: Words): string =>
  eventTrigger(words, {
    name: 'agents_events',
    after: 'UPDATE OF state, paused_until_ms, deleted_at_ms ON agents',
    when: `new.state <> old.state OR new.paused_until_ms <> old.paused_until_ms
  OR new.deleted_at_ms ${words.isNot} old.deleted_at_ms`,
    type: `CASE WHEN new.deleted_at_ms IS NOT NULL THEN 'agent.deleted'
      WHEN new.state = 'paused' OR new.paused_until_ms > 0 THEN 'agent.paused'
      ELSE 'agent.ready' END`,
    subject: `'agents/' || new.id`,
    campaign: 'NULL',
    data: `${words.jsonObject}('reason', new.paused_reason, 'until_at_ms', nullif(new.paused_until_ms, 0))`,
  });

const accountEvents = (words: Words): string =>
  eventTrigger(words, {
    name: 'account_events',
    after: 'UPDATE OF stopped_since_ms ON account',
    when: '(new.stopped_since_ms IS NULL) <> (old.stopped_since_ms IS NULL)',
    type: `CASE WHEN new.stopped_since_ms IS NULL THEN 'account.going' ELSE 'account.stopped' END`,
    subject: `'account'`,
    campaign: 'NULL',
    data: `${words.jsonObject}('reason', new.stopped_reason)`,
  });

// Opened again: with another reason.
const HOLD_EVENTS: EachEngine = {
  sqlite: `
CREATE TRIGGER hold_events AFTER UPDATE OF hold ON account
WHEN coalesce(new.hold ->> '$.open', 0) <> coalesce(old.hold ->> '$.open', 0)
  OR (new.hold ->> '$.open' AND new.hold ->> '$.reason' <> old.hold ->> '$.reason')
BEGIN
  INSERT INTO events (at_ms, type, subject, data)
  VALUES (${NOW},
          CASE WHEN new.hold ->> '$.open' THEN 'hold.opened' ELSE 'hold.lifted' END, 'account',
          json_object('reason', new.hold ->> '$.reason', 'status', new.hold ->> '$.status'));
END;`,
  postgres: `
CREATE FUNCTION hold_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before json := CAST(coalesce(old.hold, '{}') AS json);
  after json := CAST(new.hold AS json);
BEGIN
  IF coalesce(after ->> 'open', 'false') <> coalesce(before ->> 'open', 'false')
     OR (after ->> 'open' = 'true' AND after ->> 'reason' <> before ->> 'reason') THEN
    PERFORM write_event(CASE after ->> 'open' WHEN 'true' THEN 'hold.opened' ELSE 'hold.lifted' END, 'account', NULL,
      json_build_object('reason', after -> 'reason', 'status', after -> 'status'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_events AFTER UPDATE OF hold ON account
FOR EACH ROW WHEN (new.hold IS NOT NULL) EXECUTE FUNCTION hold_events();`,
};

const alertsRaised = (words: Words): string =>
  eventTrigger(words, {
    name: 'alerts_raised',
    after: 'INSERT ON alerts',
    type: `'alert.' || new.kind`,
    subject: 'new.subject',
    campaign: 'new.campaign_id',
    data: `${words.jsonObject}('status', 'raised', 'text', new.text, 'raised_at_ms', new.raised_at_ms)`,
  });

const alertsCleared = (words: Words): string =>
  eventTrigger(words, {
    name: 'alerts_cleared',
    after: 'DELETE ON alerts',
    type: `'alert.' || old.kind`,
    subject: 'old.subject',
    campaign: 'old.campaign_id',
    data: `${words.jsonObject}('status', 'cleared', 'text', old.text, 'raised_at_ms', old.raised_at_ms)`,
  });
