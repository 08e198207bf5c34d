/** What Dialwright reports to others: types of events, and their ids. */

/** Alerts are raised once and cleared once. */
export const ALERT_KINDS = [
  'hold',
  'budget',
  'no-agents',
  'unknown-calls',
  'placements-unknown',
  'ingress-silent',
  'temporal-away',
  'worker-away',
  'sweep-away',
  'workflow-stuck',
  'recordings-late',
  'answers-fell',
  'place-answers-fell',
  'webhook-endpoint',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const EVENT_TYPES = [
  'account.going',
  'account.stopped',
  'agent.deleted',
  'agent.paused',
  'agent.ready',
  ...ALERT_KINDS.map((kind) => `alert.${kind}` as const),
  'call.bridged',
  'call.ended',
  'call.outcome',
  'call.offered',
  'call.placed',
  'call.settled',
  'call.unknown',
  'call.unsettled',
  'campaign.cancelled',
  'campaign.completed',
  'campaign.draining',
  'campaign.paused',
  'campaign.resumed',
  'campaign.scheduled',
  'campaign.started',
  'campaign.unscheduled',
  'contact.final',
  'hold.lifted',
  'hold.opened',
  'import.done',
  'import.stopped',
  'recording.missing',
  'recording.stored',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** A type, or all types of a group, such as `call.*`. */
export type EventPattern = EventType | `${string}.*`;

/** A type, or all types of a group: `call.*`. */
export const isTypePattern = (text: string): boolean => typesOf([text]).length > 0;

/** @param type of an event, also of one that only a newer server knows */
export const fitsPattern = (type: string, pattern: string): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** The types that patterns stand for. */
export const typesOf = (patterns: readonly string[]): EventType[] =>
  EVENT_TYPES.filter((type) => patterns.some((pattern) => fitsPattern(type, pattern)));

export interface EventFilter {
  /** Undefined: all types. */
  types?: readonly EventType[] | undefined;
  campaignId?: string | undefined;
  /** Path of a resource under /v1, such as `calls/c1.5.1`. */
  subject?: string | undefined;
  /** Id of an agent: only events of it and of its calls. */
  agentId?: string | undefined;
}

/** Whether a filter lets an event through. */
export function passesFilter(
  { types, campaignId, subject, agentId }: EventFilter,
  event: {
    type: EventType;
    campaignId: string | null;
    subject: string;
    data: Readonly<Record<string, unknown>>;
  },
): boolean {
  return (
    (types === undefined || types.includes(event.type)) &&
    (campaignId === undefined || campaignId === event.campaignId) &&
    (subject === undefined || subject === event.subject) &&
    (agentId === undefined ||
      event.subject === `agents/${agentId}` ||
      event.data['agent'] === agentId)
  );
}

/** The public form of an event's id: `evt_17`. It is also the `webhook-id` and the id in the stream. */
export const eventId = (serial: number): string => `evt_${serial}`;

/** Undefined: it is no id of an event. `evt_0` stands before the first one. */
export function parseEventId(text: string): number | undefined {
  const match = /^evt_(0|[1-9][0-9]{0,14})$/.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** The public form of an event, the same in lists, in the stream and in webhooks. */
export function publicEvent<Type extends string>(event: {
  id: string;
  type: Type;
  atMs: number;
  subject: string;
  campaignId: string | null;
  data: Record<string, unknown>;
}) {
  return {
    id: event.id,
    type: event.type,
    timestamp: new Date(event.atMs).toISOString(),
    subject: event.subject,
    campaign: event.campaignId,
    data: event.data,
  };
}
