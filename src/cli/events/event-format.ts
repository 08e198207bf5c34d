import type { Event } from '../../terminal/api-shapes.ts';

export interface EventFilter {
  types?: string;
  campaign?: string;
  subject?: string;
}

/** The columns of an event for people: id, time, type, subject, facts. */
export const rowOf = ({ id, timestamp, type, subject, data }: Event): string[] => [
  id,
  timestamp,
  type,
  subject,
  factsOf(data),
];

const factsOf = (data: Event['data']): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
