/** The limits that a client has set and the API has confirmed, from the client's log only. */
import type { ClientLog, ClientRequest } from '../records/client-log.ts';
import type { NumberCaps } from './number-caps.ts';

/** The rules of a campaign that the checker knows, as docs/campaigns.md describes them. */
export interface Rules {
  name: string;
  policy_version: number;
  deadline_at: string | null;
  zone: string;
  redial: RedialRules;
  calling_window: CallingWindow | null;
  caps: NumberCaps;
  max_live_calls: number | null;
  calls_per_second: number | null;
  suppression_lists: string[] | null;
  /** Left out by versions before consents were known. */
  consent?: { needed: string; purpose: string | null } | null;
  budget: { total: string | null; per_day: string | null; reserve_per_call: string } | null;
  agents: { pool: string | null; wrap_up: string };
  collect_recordings: boolean;
}

export interface RedialRules {
  max_attempts: number;
  max_calls: number;
  customer_unreached: { after: string } | null;
  agent_unreached: { after: string } | null;
  dropped: { after: string } | null;
}

export interface CallingWindow {
  hours: { weekdays: string[]; from: string; to: string }[];
  closed_dates: string[];
  ring_margin: string;
}

export interface Step<Value> {
  /** It may hold from the request on, and must hold after the answer. */
  askedMs: number;
  answeredMs: number;
  value: Value;
}

export interface AccountLimits {
  calls_per_second: number | null;
  max_live_calls: number | null;
}

export interface Limits {
  /** By campaign, each with its versions in order. */
  campaigns: Map<string, Step<Rules>[]>;
  account: Step<AccountLimits>[];
  /** By address. */
  agents: Map<string, { id: string; pools: readonly string[]; capacity: number }>;
  /** Zones of contacts whose rows name one, by campaign and number. */
  zones: Map<string, Map<string, string[]>>;
}

const CAMPAIGN = /^\/v1\/campaigns\/([^/?]+)$/;
const CONTACTS = /^\/v1\/campaigns\/([^/?]+)\/contacts/;

export function limitsIn({ requests }: Pick<ClientLog, 'requests'>): Limits {
  const limits: Limits = {
    campaigns: new Map(),
    account: [UNLIMITED],
    agents: new Map(),
    zones: new Map(),
  };
  for (const request of requests) {
    if (!request.answer || request.answer.status >= 300) continue;
    const { method, path } = request;
    if (method === 'POST' && path === '/v1/agents') noteAgent(limits, request);
    if (method === 'PATCH' && path === '/v1/account')
      limits.account.push(stepOf(request, request.answer.body as AccountLimits));
    const edited = method === 'PATCH' && CAMPAIGN.test(path);
    if (edited || (method === 'POST' && path === '/v1/campaigns')) noteRules(limits, request);
    const [, campaign] = CONTACTS.exec(path) ?? [];
    if (method === 'POST' && campaign !== undefined) noteZones(limits, campaign, request.body);
  }
  return limits;
}

const UNLIMITED: Step<AccountLimits> = {
  askedMs: -Infinity,
  answeredMs: -Infinity,
  value: { calls_per_second: null, max_live_calls: null },
};

const stepOf = <Value>({ askedMs, answer }: ClientRequest, value: Value): Step<Value> => ({
  askedMs,
  answeredMs: answer!.atMs,
  value,
});

function noteAgent({ agents }: Limits, { answer }: ClientRequest): void {
  const agent = answer!.body as {
    id: string;
    address: string;
    pools: string[];
    capacity: number;
  };
  agents.set(agent.address, agent);
}

function noteRules({ campaigns }: Limits, request: ClientRequest): void {
  const rules = request.answer!.body as Rules & { id: string };
  // An older log contains no rules.
  if (rules.policy_version === undefined) return;
  const versions = campaigns.get(rules.id) ?? [];
  // An edit without changed rules makes no version.
  if (versions.some(({ value }) => value.policy_version === rules.policy_version)) return;
  campaigns.set(rules.id, [...versions, stepOf(request, rules)]);
}

function noteZones({ zones }: Limits, campaign: string, body: unknown): void {
  const { contacts } = (body ?? {}) as { contacts?: { number?: string; zone?: string }[] };
  if (!Array.isArray(contacts)) return;
  const ofCampaign = zones.get(campaign) ?? new Map<string, string[]>();
  zones.set(campaign, ofCampaign);
  for (const { number, zone } of contacts)
    if (number !== undefined && zone) ofCampaign.set(number, zone.split('|'));
}

/** The rules a call was claimed under. */
export function rulesOf(
  { campaigns }: Limits,
  call: { campaign: string; policy_version?: number } | undefined,
): Rules | undefined {
  const versions = call && campaigns.get(call.campaign);
  return versions?.find(({ value }) => value.policy_version === (call?.policy_version ?? 1))?.value;
}

/** All values that may have held at some instant from `fromMs` to `toMs`. */
function inForce<Value>(steps: Step<Value>[], fromMs: number, toMs: number): Value[] {
  return steps
    .filter(({ askedMs }, index) => {
      const next = steps[index + 1];
      return askedMs <= toMs && (next === undefined || next.answeredMs >= fromMs);
    })
    .map(({ value }) => value);
}

/** The highest limit of the span; null: at some instant there was none. */
export function loosest<Name extends string>(
  steps: Step<Record<Name, number | null>>[],
  name: Name,
  fromMs: number,
  toMs: number,
): number | null {
  const values = inForce(steps, fromMs, toMs).map((value) => value[name]);
  return values.includes(null) ? null : Math.max(...values.filter((value) => value !== null));
}

/** All values of a limit, if it was changed. */
export const oneOf = (limits: Iterable<number>): string =>
  [...limits].toSorted((one, other) => one - other).join(' or ');
