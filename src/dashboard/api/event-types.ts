import type { EventType } from '../../domain/events/event.ts';

/** A type, or all types of one kind, such as `call.*`. */
export type EventPattern = EventType | `${string}.*`;

export const fitsPattern = (type: string, pattern: EventPattern): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
