/** How the states of contacts and the reasons of their waits are called, and the filters of the list. */
import type { Schemas } from '../../client/client.ts';
import { DISPOSITIONS, type Tone } from './words.ts';

type State = Schemas['Contact']['state'];
export type ContactReason =
  'not-before' | 'window' | 'per-day' | 'rolling' | 'gap' | 'too-late' | 'suppressed';
type Disposition = NonNullable<Schemas['Contact']['disposition']>;

export const CONTACT_STATES: Record<State, { text: string; tone: Tone }> = {
  due: { text: 'Due', tone: 'busy' },
  claimed: { text: 'In a call', tone: 'good' },
  final: { text: 'Final', tone: 'quiet' },
  locked: { text: 'Locked', tone: 'bad' },
};

const REASONS: Record<ContactReason, { text: string }> = {
  'not-before': { text: 'Not to be dialled yet' },
  window: { text: 'The calling window is closed' },
  'per-day': { text: 'Dialled as often as a day allows' },
  rolling: { text: 'Dialled as often as these days allow' },
  gap: { text: 'Dialled too short a time ago' },
  'too-late': { text: 'The time to dial it has passed' },
  suppressed: { text: 'On a suppression list' },
};
/** By any name: a server that is newer than this page may know other reasons. */
export const CONTACT_REASONS: Readonly<Record<string, { text: string }>> = REASONS;

export interface ContactFilter {
  state?: State;
  reason?: ContactReason;
  disposition?: Disposition;
}

/** The filters of an address. Those that the API does not know are left out. */
export function contactFilterOf(query: URLSearchParams): ContactFilter {
  const [state, reason, disposition] = ['state', 'reason', 'disposition'].map(
    (name) => query.get(name) ?? '',
  ) as [string, string, string];
  return {
    ...(Object.hasOwn(CONTACT_STATES, state) ? { state: state as State } : {}),
    ...(Object.hasOwn(REASONS, reason) ? { reason: reason as ContactReason } : {}),
    ...(Object.hasOwn(DISPOSITIONS, disposition)
      ? { disposition: disposition as Disposition }
      : {}),
  };
}
