import { rowTrigger } from '../row-trigger.ts';
import type { Words } from '../words.ts';
import { NOW } from './write-event.ts';

/** Each is SQL. */
interface CallEvent {
  type: string;
  when: string;
  data: string;
}

const eventsOf = ({ isNot, jsonObject }: Words): readonly CallEvent[] => [
  {
    type: "'call.placed'",
    when: 'new.carrier_call_id IS NOT NULL AND old.carrier_call_id IS NULL',
    data: `${jsonObject}('agent', new.agent_id, 'placement', new.placement, 'carrier_call_id', new.carrier_call_id,
      'placed_at_ms', new.placed_at_ms)`,
  },
  {
    type: "'call.unknown'",
    when: "new.state = 'unknown' AND old.state <> 'unknown'",
    data: `${jsonObject}('agent', new.agent_id, 'placement', new.placement, 'placed_at_ms', new.placed_at_ms)`,
  },
  {
    type: "'call.bridged'",
    when: 'new.bridged = 1 AND old.bridged = 0',
    data: `${jsonObject}('agent', new.agent_id)`,
  },
  {
    type: "'call.ended'",
    when: `new.state = 'ended' AND new.disposition IS NOT NULL
      AND (old.state <> 'ended' OR new.disposition ${isNot} old.disposition)`,
    data: `${jsonObject}('agent', new.agent_id, 'disposition', new.disposition,
      'previous_disposition', old.disposition, 'reason', new.reason, 'talk_ms', new.talk_ms,
      'placed_at_ms', new.placed_at_ms, 'ended_at_ms', new.ended_at_ms)`,
  },
  {
    type: "'call.settled'",
    when: `new.settlement = 'settled' AND (old.settlement <> 'settled' OR new.cost ${isNot} old.cost)`,
    data: `${jsonObject}('cost_units', CAST(new.cost AS text), 'previous_cost_units', CAST(old.cost AS text),
      'source', new.cost_source)`,
  },
  {
    type: "'call.unsettled'",
    when: "new.settlement = 'unsettled' AND old.settlement <> 'unsettled'",
    data: "'{}'",
  },
  {
    type: "'recording.' || new.recording",
    when: "new.recording IN ('stored', 'missing') AND new.recording <> old.recording",
    data: `CASE new.recording
      WHEN 'stored' THEN ${jsonObject}('bytes', new.recording_bytes, 'sha256', new.recording_sha256)
      ELSE ${jsonObject}('reason', new.recording_reason) END`,
  },
];

/** A change of a call may be several events. */
export function callEvents(words: Words): string {
  const { isNot, byEngine } = words;
  const events = eventsOf(words);
  const state = byEngine({
    sqlite: "(new.state <> old.state AND new.state IN ('unknown', 'ended'))",
    postgres: 'new.state <> old.state',
  });
  return rowTrigger(words, {
    name: 'calls_events',
    after:
      'UPDATE OF state, bridged, disposition, settlement, recording, cost, carrier_call_id ON calls',
    when: `${state} OR new.bridged <> old.bridged OR new.disposition ${isNot} old.disposition
  OR new.settlement <> old.settlement OR new.recording <> old.recording OR new.cost ${isNot} old.cost
  OR (new.carrier_call_id IS NULL) <> (old.carrier_call_id IS NULL)`,
    body: byEngine({
      // One statement, because each opens the table and its indexes, also for no row.
      sqlite: `INSERT INTO events (at_ms, type, subject, campaign_id, data)
  SELECT ${NOW}, type, 'calls/' || new.ref, new.campaign_id, data
  FROM (
    ${events.map(selectOf).join('\n    UNION ALL\n    ')}
  );`,
      postgres: events.map(branchOf).join('\n  '),
    }),
  });
}

const selectOf = ({ type, when, data }: CallEvent): string =>
  `SELECT ${type} AS type, ${data} AS data WHERE ${when}`;

const branchOf = ({ type, when, data }: CallEvent): string =>
  `IF ${when} THEN
    PERFORM write_event(${type}, 'calls/' || new.ref, new.campaign_id, ${data});
  END IF;`;
