/** When a pause ends, as it is chosen in a form. */
import { instantOfLocal } from '../../format/time/local-time.ts';

export const PAUSE_ENDS = [
  { value: '', text: 'When somebody sets the agent ready' },
  { value: '15', text: 'In 15 minutes' },
  { value: '30', text: 'In 30 minutes' },
  { value: '60', text: 'In an hour' },
  { value: 'at', text: 'At a time' },
] as const;

/** @param at of the field for the time. Undefined: it ends when somebody sets the agent ready */
export function pauseUntil(chosen: string, at: string, nowMs: number): string | undefined {
  if (chosen === '') return undefined;
  if (chosen === 'at') return instantOfLocal(at);
  return new Date(nowMs + Number(chosen) * 60_000).toISOString();
}
