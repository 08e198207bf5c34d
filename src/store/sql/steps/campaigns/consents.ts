/** What is recorded of a number's consents, as statements about contacts read it. */
import { askConsent, type ConsentFact } from '../../../../domain/contacts/consent.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { ConsentKind } from '../../../../domain/rules/consent-kinds.ts';
import type { Dialect } from '../../engine/dialect.ts';

/** SQL: JSON array of texts for `consentsIn`, of the number of a row of contacts. Needs `:asksConsent`: 0 if nobody reads it. */
export const consentsOf = (sql: Dialect): string => `
  CASE WHEN CAST(:asksConsent AS BIGINT) = 0 THEN '[]' ELSE (
    SELECT ${sql.jsonArrayOf(
      "kind || ' ' || at_ms || ' ' || version || ' ' || coalesce(CAST(expires_at_ms AS TEXT), '') || ' ' || coalesce(purpose, '')",
    )} FROM consents WHERE consents.number = contacts.number) END`;

export const asksConsent = ({ consent = null }: Pick<Policy, 'consent'>): number =>
  Number(consent !== null);

export const consentsIn = (json: string): ConsentFact[] =>
  json === '[]' ? [] : (JSON.parse(json) as string[]).map(consentIn);

function consentIn(text: string): ConsentFact {
  const [kind, at, version, expires, ...purpose] = text.split(' ');
  return {
    kind: kind as ConsentKind,
    atMs: Number(at),
    version: Number(version),
    expiresAtMs: expires === '' ? null : Number(expires),
    purpose: purpose.join(' ') || null,
  };
}

/** Whether a campaign with this policy may not call now, by what is recorded of the number. */
export const lacksConsent = (
  consents: string,
  { consent = null }: Pick<Policy, 'consent'>,
  nowMs: number,
): boolean => consent !== null && !askConsent(consent, consentsIn(consents), nowMs).allowed;
