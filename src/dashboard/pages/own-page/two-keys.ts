/** Two keys in turn do what an agent does most: which, then what. */

export type Command =
  | { do: 'outcome'; index: number }
  | { do: 'callback'; index: number }
  | { do: 'pause'; index: number }
  | { do: 'hang-up' | 'ready' | 'note' | 'call' };

/** The first keys that wait for a second one. */
export const LEADS = { o: 'outcome', c: 'callback', p: 'pause', h: 'hang-up' } as const;
export type Lead = keyof typeof LEADS;
export const isLead = (key: string): key is Lead => Object.hasOwn(LEADS, key);

export const SECOND_KEY_MS = 3_000;

/** @param lead the first key, if it waits for its second */
export function commandOf(lead: Lead | undefined, key: string): Command | undefined {
  if (lead === 'h') return key === 'h' ? { do: 'hang-up' } : undefined;
  if (lead !== undefined) {
    return /^[1-9]$/.test(key) ? { do: LEADS[lead], index: Number(key) - 1 } : undefined;
  }
  const single = { r: 'ready', n: 'note', k: 'call' } as const;
  return Object.hasOwn(single, key) ? { do: single[key as keyof typeof single] } : undefined;
}

export const PAUSES = ['Break', 'Lunch', 'Training', 'Paperwork'] as const;

/** When somebody wants to be called back, from the agent's own clock. */
export const CALLBACK_TIMES: readonly { label: string; at: (now: Date) => Date }[] = [
  { label: 'In 1 hour', at: (now) => new Date(now.getTime() + 3_600_000) },
  { label: 'In 3 hours', at: (now) => new Date(now.getTime() + 3 * 3_600_000) },
  { label: 'Tomorrow, 9:00', at: (now) => dayAt(now, 1, 9) },
  { label: 'Tomorrow, 14:00', at: (now) => dayAt(now, 1, 14) },
  { label: 'In 2 days, 9:00', at: (now) => dayAt(now, 2, 9) },
  { label: 'In a week, 9:00', at: (now) => dayAt(now, 7, 9) },
];

function dayAt(now: Date, days: number, hour: number): Date {
  const then = new Date(now);
  then.setDate(then.getDate() + days);
  then.setHours(hour, 0, 0, 0);
  return then;
}
