/** The rule of consents in docs/campaigns.md, in its own words: the events are walked in the order in which they happened. */
import type { ConsentRule } from '../../../src/domain/contacts/consent.ts';
import type { ConsentKind } from '../../../src/domain/rules/consent-kinds.ts';

export interface ConsentNote {
  kind: ConsentKind;
  purpose: string | null;
  atMs: number;
  expiresAtMs: number | null;
}

/** @param events in the order in which they were recorded */
export function allowsCall(
  { needed, purpose }: ConsentRule,
  events: readonly ConsentNote[],
  atMs: number,
): boolean {
  let [hasConsent, hasRelation, hasObjected] = [false, false, false];
  for (const event of events.toSorted((one, other) => one.atMs - other.atMs)) {
    const isAbout = event.purpose === null || event.purpose === purpose;
    const isOver = event.expiresAtMs !== null && event.expiresAtMs <= atMs;
    if (event.kind === 'objected' || event.kind === 'revoked') {
      // Who does not say what a call is for must heed every objection.
      if (isAbout || purpose === null) hasObjected = true;
    } else if (isAbout && !isOver) {
      if (event.kind === 'granted') hasObjected = false;
      if (event.kind === 'granted') hasConsent = true;
      else hasRelation = true;
    }
  }
  if (hasObjected) return false;
  if (needed === 'no-objection') return true;
  return hasConsent || (needed === 'relation' && hasRelation);
}
