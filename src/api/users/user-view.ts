/** The JSON forms of users. */
import * as z from 'zod';
import { whyNoUserName } from '../../domain/users/user-name.ts';
import type { User } from '../../store/keys/user-store.ts';
import { Instant, isoOrNull, iso } from '../http/schemas.ts';
import { RoleField } from '../keys/key-view.ts';

const AgentField = z.string().min(1).max(64).nullish().meta({
  description: 'For the role `agent`, which needs it: whose calls the user may see.',
});

const hasAgent = ({
  role,
  agent_id: agentId,
}: {
  role: string;
  agent_id?: string | null | undefined;
}) => (role === 'agent') === (agentId != null);
const AGENT_RULE = { path: ['agent_id'], message: 'is for the role `agent`, which needs it' };

export const UserInput = z
  .strictObject({
    name: z
      .string()
      .superRefine((name, context) => {
        const reason = whyNoUserName(name);
        if (reason !== undefined) context.addIssue({ code: 'custom', message: reason });
      })
      .meta({
        description:
          'What the person signs in with, and `who` of the audit. With an identity provider: the e-mail address that it vouches for.',
        example: 'ada@example.com',
      }),
    role: RoleField,
    agent_id: AgentField,
  })
  .refine(hasAgent, AGENT_RULE)
  .meta({ id: 'UserInput' });

export const UserRights = z
  .strictObject({ role: RoleField, agent_id: AgentField })
  .refine(hasAgent, AGENT_RULE)
  .meta({ id: 'UserRights' });

const USER_FIELDS = {
  id: z.string(),
  name: z.string(),
  role: RoleField,
  agent_id: z.string().nullable().meta({ description: 'Of the role `agent`; else null.' }),
  state: z.enum(['invited', 'active', 'removed']).meta({
    description: '`invited`: can sign in by a link only, because there is no password yet.',
  }),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  of_provider: z.boolean().meta({ description: 'Has signed in by the identity provider.' }),
  link_expires_at: Instant.nullable().meta({
    description: 'Until when the link works that sets a password; null: there is none.',
  }),
  created_at: Instant,
  created_by: z.string(),
  removed_at: Instant.nullable(),
  signed_in_at: Instant.nullable().meta({ description: 'The last sign-in; null: never.' }),
  current: z.boolean().meta({ description: 'This request is of this user.' }),
};
export const UserView = z.object(USER_FIELDS).meta({ id: 'User' });
export const InvitedUserView = z
  .object({
    ...USER_FIELDS,
    link_token: z
      .string()
      .nullable()
      .meta({
        description:
          'The person opens `/#password-link={link_token}` of the dashboard and chooses a password. It works once, for three days. ' +
          'Null in the answer to a repeated request: make another link.',
      }),
  })
  .meta({ id: 'InvitedUser' });

export function userView(user: User, { nowMs, callerId }: { nowMs: number; callerId: string }) {
  const { linkExpiresAtMs: linkMs } = user;
  return {
    id: user.id,
    name: user.name,
    role: user.role,
    agent_id: user.agentId,
    state: stateOf(user),
    has_password: user.hasPassword,
    has_second_factor: user.hasSecondFactor,
    of_provider: user.isOfProvider,
    link_expires_at: linkMs !== null && linkMs > nowMs ? iso(linkMs) : null,
    created_at: iso(user.createdAtMs),
    created_by: user.createdBy,
    removed_at: isoOrNull(user.removedAtMs),
    signed_in_at: isoOrNull(user.signedInAtMs),
    current: user.id === callerId,
  };
}

function stateOf({
  removedAtMs,
  hasPassword,
  isOfProvider,
}: User): 'invited' | 'active' | 'removed' {
  if (removedAtMs !== null) return 'removed';
  return hasPassword || isOfProvider ? 'active' : 'invited';
}
