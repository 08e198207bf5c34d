/** The JSON forms of what is recorded of a person's consent. */
import * as z from 'zod';
import { CONSENT_KIND_NAMES } from '../../domain/rules/consent-kinds.ts';
import type { NewConsent, RecordedConsent } from '../../store/campaigns/consent-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { GivenInstant, Instant, millisOrNull } from '../http/schemas.ts';

const text = (most: number) => z.string().trim().min(1).max(most).nullish();

/** Clocks of those who record may be a little ahead. */
const AHEAD_MS = 60_000;
const At = GivenInstant.refine(
  (at) => Date.parse(at) <= Date.now() + AHEAD_MS,
  'is in the future: it is when the person said or did it',
);

export const CONSENT_FIELDS = {
  kind: z.enum(CONSENT_KIND_NAMES).meta({
    description:
      '`granted`: the person consented. `inquiry`: asked something. `contract`: is a customer. `revoked`: took a consent back. ' +
      '`objected`: wants no calls.',
  }),
  purpose: text(64).meta({
    description: 'What it is about, as campaigns name it in `consent`; left out: all calls.',
  }),
  at: At.nullish().meta({ description: 'When the person said or did it; left out: now.' }),
  expires_at: GivenInstant.nullish().meta({
    description: 'From this instant on it allows nothing; left out: it does not expire.',
  }),
  source: text(200).meta({ description: 'Where, such as a form or a call.' }),
  text_version: text(100).meta({ description: 'Of the text that the person agreed to.' }),
  proof: text(500).meta({ description: 'An address, or a hash of a document.' }),
};

export const ConsentInput = z.strictObject(CONSENT_FIELDS).meta({ id: 'ConsentInput' });
type Given = z.infer<typeof ConsentInput>;

export const newConsent = (number: string, given: Given, nowMs: number): NewConsent => ({
  number,
  kind: given.kind,
  purpose: given.purpose ?? null,
  atMs: millisOrNull(given.at) ?? nowMs,
  expiresAtMs: millisOrNull(given.expires_at),
  source: given.source ?? null,
  textVersion: given.text_version ?? null,
  proof: given.proof ?? null,
});

export const ConsentView = z
  .object({
    kind: z.enum(CONSENT_KIND_NAMES),
    purpose: z.string().nullable(),
    at: Instant,
    expires_at: Instant.nullable(),
    source: z.string().nullable(),
    text_version: z.string().nullable(),
    proof: z.string().nullable(),
    version: z.int().meta({
      description: 'Number of its addition, counted with the changes of suppression lists.',
    }),
    recorded_at: Instant,
  })
  .meta({ id: 'Consent' });

export const consentView = (consent: RecordedConsent): z.infer<typeof ConsentView> =>
  inJson(consent);
