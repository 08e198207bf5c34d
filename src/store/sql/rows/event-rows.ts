import { formatMoney } from '../../../domain/money.ts';
import type { OutboxEvent } from '../../events/event-store.ts';

export type EventRow = Omit<OutboxEvent, 'data'> & { data: string };

export const EVENT_COLUMNS = 'id AS serial, at_ms, type, subject, campaign_id, data';

export function toEvent({ data, ...row }: EventRow): OutboxEvent {
  const entries = Object.entries(JSON.parse(data) as Record<string, unknown>);
  return { ...row, data: Object.fromEntries(entries.map(([name, held]) => shown(name, held))) };
}

/** Triggers write what the columns hold: instants and durations as milliseconds, money as scaled integers. */
function shown(name: string, held: unknown): [string, unknown] {
  if (name.endsWith('_at_ms')) {
    return [name.slice(0, -'_ms'.length), typeof held === 'number' ? iso(held) : null];
  }
  if (name.endsWith('_ms')) {
    return [
      `${name.slice(0, -'_ms'.length)}_seconds`,
      typeof held === 'number' ? held / 1_000 : null,
    ];
  }
  if (name.endsWith('_units')) {
    return [name.slice(0, -'_units'.length), typeof held === 'string' ? money(held) : null];
  }
  return [name, held];
}

const iso = (ms: number): string => new Date(ms).toISOString();
const money = (units: string): string => formatMoney(BigInt(units));
