/** How the states of contacts and the reasons of their waits are called, and the filters of the list. */
import type { Schemas } from '../../client/client.ts';
import { DUE_REASON_LABELS } from '../../domain/rules/due-reasons.ts';
import { DISPOSITIONS, type Word } from './words.ts';

type State = Schemas['Contact']['state'];
type ContactReason = keyof typeof DUE_REASON_LABELS;
type Disposition = NonNullable<Schemas['Contact']['disposition']>;

export const CONTACT_STATES: Record<State, Word> = {
  due: { text: 'Due', tone: 'busy' },
  claimed: { text: 'In a call', tone: 'good' },
  final: { text: 'Final', tone: 'quiet' },
  locked: { text: 'Locked', tone: 'bad' },
};

/** By any name: a server that is newer than this page may know other reasons. */
export const CONTACT_REASONS: Readonly<Record<string, { text: string }>> = Object.fromEntries(
  Object.entries(DUE_REASON_LABELS).map(([reason, text]) => [reason, { text }]),
);

export interface ContactFilter {
  state?: State;
  reason?: ContactReason;
  disposition?: Disposition;
}

const CHOICES = { state: CONTACT_STATES, reason: CONTACT_REASONS, disposition: DISPOSITIONS };

/** The filters of an address. Those that the API does not know are left out. */
export const contactFilterOf = (query: URLSearchParams): ContactFilter =>
  Object.fromEntries(
    Object.entries(CHOICES).flatMap(([name, choices]) => {
      const value = query.get(name) ?? '';
      return Object.hasOwn(choices, value) ? [[name, value]] : [];
    }),
  );
