/** The JSON forms of API keys. */
import * as z from 'zod';
import { KEY_STATES, keyStateAt } from '../../domain/keys/key-state.ts';
import { ROLES } from '../../domain/keys/role.ts';
import type { ApiKey } from '../../store/keys/key-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import type { Caller } from '../http/auth.ts';
import { GivenInstant, Instant, isoOrNull } from '../http/schemas.ts';

export const RoleField = z.enum(ROLES).meta({
  description:
    '`agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. ' +
    '`admin`: also keys and the carrier account. Each includes those before it.',
});

export const KeyInput = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^(?!env-)(?!dialwright$)[a-z0-9][a-z0-9._-]{0,62}$/,
        'needs 1 to 63 of a-z, 0-9, ., _ and -, and must begin with a letter or digit; `dialwright` and names with `env-` are reserved',
      )
      .meta({
        description: 'Unique among keys that are not revoked. The audit shows it as `who`.',
      }),
    role: RoleField,
    agent_id: z.string().min(1).max(64).nullish().meta({
      description: 'For the role `agent`, which needs it: whose calls the key may see.',
    }),
    expires_at: GivenInstant.nullish().meta({
      description: 'From this instant on the key is refused; left out: never.',
    }),
  })
  .refine(({ role, agent_id: agentId }) => (role === 'agent') === (agentId != null), {
    path: ['agent_id'],
    message: 'is for the role `agent`, which needs it',
  })
  .meta({ id: 'KeyInput' });

const KEY_FIELDS = {
  id: z.string().meta({ description: 'Public: the key reads `dw_{id}_{secret}`.' }),
  name: z.string(),
  role: RoleField,
  agent_id: z.string().nullable().meta({ description: 'Of the role `agent`; else null.' }),
  state: z.enum(KEY_STATES),
  created_at: Instant,
  created_by: z.string().meta({ description: 'Name of the key that created it.' }),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  last_used_at: Instant.nullable().meta({ description: 'May be a minute late.' }),
  current: z.boolean().meta({ description: 'This request was sent with it.' }),
};
export const KeyView = z.object(KEY_FIELDS).meta({ id: 'Key' });
export const CreatedKeyView = z
  .object({
    ...KEY_FIELDS,
    key: z.string().nullable().meta({
      description:
        'The key itself. It is shown only here and is not stored. Null in the answer to a repeated request: revoke the key and create another.',
    }),
  })
  .meta({ id: 'CreatedKey' });

export const CurrentKeyView = z
  .object({
    id: z
      .string()
      .nullable()
      .meta({ description: 'Of the key, or of the user; null: a key of DIALWRIGHT_API_KEYS.' }),
    name: z.string(),
    role: RoleField,
    agent_id: z.string().nullable().meta({ description: 'Of the role `agent`; else null.' }),
    source: z.enum(['environment', 'store', 'user']).meta({
      description:
        '`environment`: a key of DIALWRIGHT_API_KEYS. `store`: another key. `user`: a person who has signed in.',
    }),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'CurrentKey' });

export const keyView =
  (caller: Caller, nowMs: number) =>
  (key: ApiKey): z.infer<typeof KeyView> => ({
    ...inJson(key),
    state: keyStateAt(key, nowMs),
    current: caller.source === 'store' && key.id === caller.id,
  });

export const currentKeyView = (caller: Caller): z.infer<typeof CurrentKeyView> => ({
  id: caller.source === 'environment' ? null : caller.id,
  name: caller.name,
  role: caller.role,
  agent_id: caller.agentId,
  source: caller.source,
  expires_at: isoOrNull(caller.expiresAtMs),
});
