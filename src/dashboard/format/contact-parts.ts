import type { Tone } from './words.ts';

/** A part of a whole, for a bar of shares. */
export interface Part {
  name: string;
  value: number;
  /** As it is shown; by default, the value. */
  text?: string;
  tone: Tone;
}

/** The contacts of a campaign by what became of them, as far as that was read. */
export function contactParts({
  by_state: byState,
  by_disposition: byDisposition,
}: {
  by_state: Readonly<Record<string, number>>;
  by_disposition?: Readonly<Record<string, number>>;
}): Part[] {
  const final = byState['final'] ?? 0;
  return [
    ...finalParts(final, byDisposition),
    { name: 'In a call', tone: 'busy', value: byState['claimed'] ?? 0 },
    { name: 'Locked', tone: 'bad', value: byState['locked'] ?? 0 },
  ];
}

function finalParts(final: number, byDisposition?: Readonly<Record<string, number>>): Part[] {
  if (!byDisposition) return [{ name: 'Final', tone: 'good', value: final }];
  const completed = Math.min(final, byDisposition['completed'] ?? 0);
  return [
    { name: 'Completed', tone: 'good', value: completed },
    { name: 'Final without a talk', tone: 'quiet', value: final - completed },
  ];
}
