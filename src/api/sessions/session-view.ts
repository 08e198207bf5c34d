/** The JSON forms of sessions. */
import * as z from 'zod';
import type { ResourceDeps } from '../http/api-deps.ts';
import { Currency, Instant, iso } from '../http/schemas.ts';
import type { ValidSession } from '../keys/callers.ts';
import { CurrentKeyView, currentKeyView } from '../keys/key-view.ts';

/** What a sign-in is made of: one of these, whole. */
const WAYS: readonly (readonly string[])[] = [
  ['key'],
  ['code'],
  ['name', 'password'],
  ['link', 'password'],
];

export const SessionInput = z
  .strictObject({
    key: z.string().min(1).max(500).optional().meta({ description: 'An API key, of any role.' }),
    code: z.string().min(1).max(100).optional().meta({
      description:
        'The code of a sign-in link. It works once, within ten minutes. `npm start` prints such a link; no other server makes one.',
    }),
    name: z.string().min(1).max(200).optional().meta({ description: 'Of a user.' }),
    link: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The token of the link that a user was invited by.' }),
    password: z.string().min(1).max(1_000).optional().meta({
      description: 'Of the user; with `link`: the one to be set, of 12 characters or more.',
    }),
    second_factor: z
      .string()
      .regex(/^\d{6}$/, 'needs the six digits that the app shows')
      .optional()
      .meta({ description: 'The code of the authenticator app, for a user who has one.' }),
  })
  .refine(
    (given) => {
      const { second_factor: _, ...rest } = given;
      const named = Object.keys(rest).filter((field) => rest[field as 'key'] !== undefined);
      return WAYS.some(
        (way) => way.length === named.length && way.every((field) => named.includes(field)),
      );
    },
    { message: 'needs `name` and `password`, or `link` and `password`, or `key`, or `code`' },
  )
  .meta({ id: 'SessionInput' });

/** What every page shows of the server that it belongs to. */
const InstallationView = z
  .object({
    currency: Currency,
    simulated_carrier: z
      .object({ time_factor: z.number() })
      .nullable()
      .meta({
        description:
          'Not null: calls go to a simulated carrier whose clock runs this many times as fast, and no phone rings. ' +
          'The server knows it by `DIALWRIGHT_TIME_FACTOR`, so it is null for a simulated carrier with the factor 1.',
      }),
    demonstration_campaign_id: z.string().nullable().meta({
      description: 'The standing demonstration of `npm start`; null everywhere else.',
    }),
  })
  .meta({ id: 'Installation' });

export const SessionView = z
  .object({
    key: CurrentKeyView,
    installation: InstallationView,
    expires_at: Instant.meta({
      description: 'The end of the session: after 12 hours, or when its key expires.',
    }),
  })
  .meta({ id: 'Session' });

export const sessionView = (
  { caller, expiresAtMs }: Omit<ValidSession, 'digest'>,
  { settings, dev }: Pick<ResourceDeps, 'settings' | 'dev'>,
): z.infer<typeof SessionView> => {
  const { currency, timeFactor = 1 } = settings;
  return {
    key: currentKeyView(caller),
    installation: {
      currency,
      // A real carrier keeps its own time: the configuration refuses a factor for it.
      simulated_carrier: timeFactor > 1 ? { time_factor: timeFactor } : null,
      demonstration_campaign_id: dev?.demonstrationCampaignId ?? null,
    },
    expires_at: iso(expiresAtMs),
  };
};
