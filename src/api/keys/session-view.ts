/** The JSON forms of sessions. */
import * as z from 'zod';
import { Instant, iso } from '../http/schemas.ts';
import type { ValidSession } from './api-keys.ts';
import { CurrentKeyView, currentKeyView } from './key-view.ts';

export const SessionInput = z
  .strictObject({
    key: z.string().min(1).max(500).meta({ description: 'An API key, of any role.' }),
  })
  .meta({ id: 'SessionInput' });

export const SessionView = z
  .object({
    key: CurrentKeyView,
    expires_at: Instant.meta({
      description: 'The end of the session: after 12 hours, or when its key expires.',
    }),
  })
  .meta({ id: 'Session' });

export const sessionView = ({
  caller,
  expiresAtMs,
}: Omit<ValidSession, 'digest'>): z.infer<typeof SessionView> => ({
  key: currentKeyView(caller),
  expires_at: iso(expiresAtMs),
});
