/** When a new campaign may call: one choice, and the rule that it makes. */
import type { PolicyDraft } from './policy-draft.ts';

/** `preset ID`: the facts of an area, applied by the server. `own`: as the group of the calling window says. */
export type HoursChoice = 'office' | 'always' | 'own' | `preset ${string}`;

const WINDOW = '/calling_window';
const HOURS = '/calling_window/hours';
const OFFICE_HOURS = [{ weekdays: 'mon tue wed thu fri', from: '09:00', to: '17:00' }];

/** The draft with the calling window of the choice. */
export function withHours(draft: PolicyDraft, choice: HoursChoice): PolicyDraft {
  if (choice === 'own') return draft;
  const isOffice = choice === 'office';
  return {
    texts: { ...draft.texts, [WINDOW]: isOffice ? 'on' : '' },
    rows: { ...draft.rows, ...(isOffice && { [HOURS]: OFFICE_HOURS }) },
  };
}

/** Whether the calling window of both is the same, so far as it has hours. */
export const hasSameHours = (one: PolicyDraft, other: PolicyDraft): boolean =>
  one.texts[WINDOW] === other.texts[WINDOW] && one.rows[HOURS] === other.rows[HOURS];
