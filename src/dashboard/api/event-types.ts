import type { Schemas } from '../../client/client.ts';

export type EventType = Schemas['Event']['type'];
/** A type, or all types of one kind, such as `call.*`. */
export type EventPattern = EventType | `${string}.*`;

/** The browser has a listener for each type, because events of a stream have names. */
const TYPES: Record<EventType, true> = {
  'account.going': true,
  'account.stopped': true,
  'agent.deleted': true,
  'agent.paused': true,
  'agent.ready': true,
  'alert.hold': true,
  'alert.budget': true,
  'alert.no-agents': true,
  'alert.unknown-calls': true,
  'alert.placements-unknown': true,
  'alert.ingress-silent': true,
  'alert.temporal-away': true,
  'alert.worker-away': true,
  'alert.sweep-away': true,
  'alert.workflow-stuck': true,
  'alert.recordings-late': true,
  'alert.webhook-endpoint': true,
  'call.bridged': true,
  'call.ended': true,
  'call.placed': true,
  'call.settled': true,
  'call.unknown': true,
  'call.unsettled': true,
  'campaign.cancelled': true,
  'campaign.completed': true,
  'campaign.draining': true,
  'campaign.paused': true,
  'campaign.resumed': true,
  'campaign.scheduled': true,
  'campaign.started': true,
  'campaign.unscheduled': true,
  'contact.final': true,
  'hold.lifted': true,
  'hold.opened': true,
  'import.done': true,
  'import.stopped': true,
  'recording.missing': true,
  'recording.stored': true,
};
export const EVENT_TYPES = Object.keys(TYPES) as EventType[];

export const fitsPattern = (type: string, pattern: EventPattern): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
