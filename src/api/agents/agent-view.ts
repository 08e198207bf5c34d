/** The JSON forms of agents. */
import * as z from 'zod';
import { DEFAULT_AGENT, MOST_POOLS } from '../../domain/agents/agent.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import type {
  AgentSettings,
  AgentView as StoredAgent,
  DeletedAgent,
  ShownAgent,
} from '../../store/agent-store.ts';
import type { Edited } from '../../store/requests.ts';
import { inJson } from '../http/answers/in-json.ts';
import { mergedBy, patchOf, Removed } from '../http/merge-patches.ts';
import { invalidField } from '../http/problem.ts';
import { Instant, iso } from '../http/schemas.ts';
import { entityTag } from '../http/etags.ts';

const ADDRESS = 'SIP account name or id; for `stream` a wss URL.';
/** Names of routes below /v1/agents. */
const RESERVED_IDS = ['import', 'occupancy', 'pause', 'ready'];
const SIP_ACCOUNT = /^[\w.@+-]{1,128}$/;

/** Without what separates names in CSV and on the command line, and without what Postgres cannot read from JSON. */
const PoolName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^;,\p{Cc}\p{Cs}]*$/u, 'must not contain semicolons, commas or control characters');

const SETTINGS = {
  name: z.string().trim().min(1).max(200),
  address: z.string().trim().max(255).meta({ description: ADDRESS }),
  pools: z
    .array(PoolName)
    .min(1)
    .max(MOST_POOLS)
    .refine((pools) => new Set(pools).size === pools.length, 'names a pool twice')
    .meta({
      description:
        'Campaigns may use the agents of one pool only. The first one is the default for callbacks of the agent.',
    }),
  capacity: z
    .int()
    .min(1)
    .max(10_000)
    .meta({ description: 'Most calls at once; a SIP account takes only one.' }),
};
const ONE_CALL = 'a SIP account takes one call at a time';

const AgentId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'needs 1 to 64 letters, digits, _ or -')
  .refine((id) => !RESERVED_IDS.includes(id), `must not be one of ${RESERVED_IDS.join(', ')}`);

const INPUT = {
  name: SETTINGS.name,
  kind: z.enum(['sip', 'stream']),
  address: SETTINGS.address,
  pools: SETTINGS.pools.default(DEFAULT_AGENT.pools),
  capacity: SETTINGS.capacity.default(DEFAULT_AGENT.capacity),
};

type Given = z.infer<z.ZodObject<typeof INPUT>>;

function checkAgent(context: z.core.ParsePayload<Given>): void {
  const { kind, address, capacity } = context.value;
  const fault = addressFault(kind, address);
  const issue = { code: 'custom', input: context.value } as const;
  if (fault) context.issues.push({ ...issue, path: ['address'], message: fault });
  if (kind === 'sip' && capacity !== 1) {
    context.issues.push({ ...issue, path: ['capacity'], message: ONE_CALL });
  }
}

export const AgentInput = z
  .strictObject({ id: AgentId.optional(), ...INPUT })
  .check(checkAgent)
  .meta({ id: 'AgentInput' });
/** A row of an import. Its id makes a repeat of the import harmless. */
export const AgentRow = z
  .strictObject({ id: AgentId, ...INPUT })
  .check(checkAgent)
  .meta({ id: 'AgentRow' });

const Members = z.strictObject(SETTINGS).partial();
export const AgentEdit = patchOf(Members).meta({ id: 'AgentEdit' });

/** The settings of an agent after a merge patch. @throws Problem 422 */
export function settingsAfter(
  { kind, name, address, pools, capacity }: StoredAgent,
  patch: JsonObject,
): Edited<AgentSettings> {
  for (const field of ['name', 'address']) {
    if (patch[field] !== null) continue;
    throw invalidField(`#/${field}`, 'cannot be removed: every agent has one');
  }
  const known = { name, address, pools: [...pools], capacity };
  const { document, removed } = mergedBy(known, patch, Members);
  const isNamed = (field: string) => Object.hasOwn(patch, field);
  const settings = {
    name: document.name ?? name,
    address: document.address ?? address,
    pools: isNamed('pools') ? (document.pools ?? DEFAULT_AGENT.pools) : pools,
    capacity: isNamed('capacity') ? (document.capacity ?? DEFAULT_AGENT.capacity) : capacity,
  };
  if (kind === 'sip' && settings.capacity !== 1) throw invalidField('#/capacity', ONE_CALL);
  const fault = addressFault(kind, settings.address);
  if (fault) throw invalidField('#/address', fault);
  return { ...settings, removed };
}

export const ACTIVITIES = ['ready', 'ringing', 'on_call', 'wrap_up', 'paused'] as const;
export const ACTIVITY_RULE =
  '`ready`: waits for a call. `ringing`: the phone of the agent rings. `on_call`: from the answer to the end.';

const ActivityView = z
  .object({
    state: z.enum(ACTIVITIES).meta({ description: ACTIVITY_RULE }),
    since: Instant.meta({
      description: 'Of `paused` the time when the pause was set, also if a call went on.',
    }),
  })
  .meta({ id: 'AgentActivity', description: 'What the agent does now, and since when.' });

const AGENT_FIELDS = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sip', 'stream']),
  address: z.string(),
  state: z.enum(['ready', 'paused']),
  activity: ActivityView,
  on_call: z.string().nullable().meta({ description: 'The call that the agent is on.' }),
  pools: z.array(z.string()),
  capacity: z.int(),
  live_calls: z.int(),
  wrap_up_until: Instant.nullable().meta({ description: 'No call before then.' }),
  misses: z.int().meta({
    description: 'Calls in a row that the agent did not answer (RONA: ring on no answer).',
  }),
  paused_until: Instant.nullable().meta({
    description: 'When the agent becomes ready by itself; null: when somebody sets it ready.',
  }),
  paused_reason: z
    .string()
    .nullable()
    .meta({ description: 'The reason of the pause, if there is one.' }),
  deleted_at: Instant.nullable().meta({
    description: 'The agent takes no more calls, and is shown because past calls name it.',
  }),
};
export const AgentView = z.object(AGENT_FIELDS).meta({ id: 'Agent' });
export const EditedAgentView = z
  .object({ ...AGENT_FIELDS, removed: Removed })
  .meta({ id: 'EditedAgent' });

export function agentView(agent: ShownAgent): z.infer<typeof AgentView> {
  const { activity, wrapUpUntilMs } = agent;
  return {
    ...inJson(agent),
    activity: inJson(activity),
    wrap_up_until: wrapUpUntilMs === 0 ? null : iso(wrapUpUntilMs),
  };
}

export const AgentParams = z.object({ agentId: z.string().max(64) });

export const DeletedAgentView = z
  .object({
    ...AGENT_FIELDS,
    contacts: z.int().meta({ description: 'Contacts that were bound to the agent.' }),
    callbacks: z.array(z.string()).meta({
      description: 'Callbacks that were bound to the agent, and still come.',
    }),
    replaced_by: z.string().nullable().meta({
      description: 'The agent to whom they are bound now; null: any agent may take them.',
    }),
    campaigns_without_agents: z.array(z.string()).meta({
      description:
        'Campaigns that are not over and use only a pool of the agent in which nobody is left. They wait.',
    }),
  })
  .meta({ id: 'DeletedAgent' });

export const deletedAgentView = ({
  agent,
  ...bound
}: DeletedAgent): z.infer<typeof DeletedAgentView> => ({ ...agentView(agent), ...inJson(bound) });

function addressFault(kind: 'sip' | 'stream', address: string): string | undefined {
  if (kind === 'sip') {
    return SIP_ACCOUNT.test(address) ? undefined : 'must be the name or id of a SIP account';
  }
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'wss:' || protocol === 'ws:' ? undefined : 'must be a wss:// or ws:// URL';
}

export function agentTag(agent: StoredAgent): string {
  const { id, name, kind, address, state, pools, capacity } = agent;
  const { pausedUntilMs, pausedReason, deletedAtMs } = agent;
  const stands = [state, pausedUntilMs, pausedReason, deletedAtMs];
  return entityTag([id, name, kind, address, pools, capacity, ...stands]);
}
