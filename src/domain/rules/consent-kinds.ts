/** What is known of a person's will, and what a campaign needs of it. Data that imports nothing, because the dashboard takes it to browsers. */

interface Kind {
  /** On pages. */
  text: string;
  /** `yes` allows calls until it expires, `no` forbids them until they are allowed again. */
  says: 'yes' | 'no';
}

export const CONSENT_KINDS = {
  granted: { text: 'Consented', says: 'yes' },
  inquiry: { text: 'Made an inquiry', says: 'yes' },
  contract: { text: 'Has a contract', says: 'yes' },
  revoked: { text: 'Took consent back', says: 'no' },
  objected: { text: 'Objected', says: 'no' },
} as const satisfies Readonly<Record<string, Kind>>;
export type ConsentKind = keyof typeof CONSENT_KINDS;
export const CONSENT_KIND_NAMES = Object.keys(CONSENT_KINDS) as readonly ConsentKind[];

/** What a campaign may need, from the weakest on. */
export const CONSENT_NEEDS = ['no-objection', 'relation', 'prior-consent'] as const;
export type ConsentNeed = (typeof CONSENT_NEEDS)[number];
