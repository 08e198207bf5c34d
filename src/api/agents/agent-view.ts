/** The JSON forms of agents. */
import * as z from 'zod';
import { DEFAULT_AGENT } from '../../domain/agents/agent.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import type { AgentSettings, AgentView as StoredAgent } from '../../store/account-store.ts';
import type { Edited } from '../../store/store.ts';
import { mergedBy, patchOf, Removed } from '../http/merge-patches.ts';
import { invalidField } from '../http/problem.ts';
import { Instant, iso } from '../http/schemas.ts';
import { entityTag } from '../http/etags.ts';

const SIP_ACCOUNT = /^[\w.@+-]{1,128}$/;

const SETTINGS = {
  name: z.string().trim().min(1).max(200),
  pool: z.string().trim().min(1).max(64),
  capacity: z
    .int()
    .min(1)
    .max(10_000)
    .meta({ description: 'Most calls at once; a SIP account takes only one.' }),
};
const ONE_CALL = 'a SIP account takes one call at a time';

export const AgentInput = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'needs 1 to 64 letters, digits, _ or -')
      .optional(),
    name: SETTINGS.name,
    kind: z.enum(['sip', 'stream']),
    address: z
      .string()
      .max(255)
      .meta({ description: 'SIP account name or id; for `stream` a wss URL.' }),
    pool: SETTINGS.pool.default(DEFAULT_AGENT.pool),
    capacity: SETTINGS.capacity.default(DEFAULT_AGENT.capacity),
  })
  .refine(({ kind, capacity }) => kind === 'stream' || capacity === 1, {
    path: ['capacity'],
    message: ONE_CALL,
  })
  .superRefine(({ kind, address }, context) => {
    const fault = addressFault(kind, address);
    if (fault) context.addIssue({ code: 'custom', path: ['address'], message: fault });
  })
  .meta({ id: 'AgentInput' });

const Members = z.strictObject(SETTINGS).partial();
export const AgentEdit = patchOf(Members).meta({ id: 'AgentEdit' });

/** The settings of an agent after a merge patch. @throws Problem 422 */
export function settingsAfter(
  { kind, name, pool, capacity }: StoredAgent,
  patch: JsonObject,
): Edited<AgentSettings> {
  if (patch['name'] === null) {
    throw invalidField('#/name', 'cannot be removed: every agent has one');
  }
  const known = { name, pool, capacity };
  const { document, removed } = mergedBy(known, patch, Members);
  const isNamed = (field: string) => Object.hasOwn(patch, field);
  const settings = {
    name: document.name ?? name,
    pool: isNamed('pool') ? (document.pool ?? DEFAULT_AGENT.pool) : pool,
    capacity: isNamed('capacity') ? (document.capacity ?? DEFAULT_AGENT.capacity) : capacity,
  };
  if (kind === 'sip' && settings.capacity !== 1) throw invalidField('#/capacity', ONE_CALL);
  return { ...settings, removed };
}

const AGENT_FIELDS = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sip', 'stream']),
  address: z.string(),
  state: z.enum(['ready', 'paused']),
  on_call: z.string().nullable().meta({ description: 'The call that the agent is on.' }),
  pool: z.string(),
  capacity: z.int(),
  live_calls: z.int(),
  wrap_up_until: Instant.nullable().meta({ description: 'No call before then.' }),
  misses: z.int().meta({ description: 'Unanswered calls in a row.' }),
  paused_why: z.string().nullable(),
};
export const AgentView = z.object(AGENT_FIELDS).meta({ id: 'Agent' });
export const EditedAgentView = z
  .object({ ...AGENT_FIELDS, removed: Removed })
  .meta({ id: 'EditedAgent' });

export function agentView(agent: StoredAgent): z.infer<typeof AgentView> {
  const { onCall, liveCalls, wrapUpUntilMs, pausedWhy, ...shown } = agent;
  return {
    ...shown,
    on_call: onCall,
    live_calls: liveCalls,
    wrap_up_until: wrapUpUntilMs === 0 ? null : iso(wrapUpUntilMs),
    paused_why: pausedWhy,
  };
}

function addressFault(kind: 'sip' | 'stream', address: string): string | undefined {
  if (kind === 'sip') {
    return SIP_ACCOUNT.test(address) ? undefined : 'must be the name or id of a SIP account';
  }
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'wss:' || protocol === 'ws:' ? undefined : 'must be a wss:// or ws:// URL';
}

export function agentTag(agent: StoredAgent): string {
  const { id, name, kind, address, state, pool, capacity, pausedWhy } = agent;
  return entityTag([id, name, kind, address, state, pool, capacity, pausedWhy]);
}
