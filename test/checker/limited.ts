/** Records of one campaign under rules, written by hand: each call with its POST, its end and its bill. */
import {
  call,
  contact,
  iso,
  move,
  placement,
  post,
  stamped,
  type Records,
  type Row,
} from './records.ts';

export interface Dialled {
  /** `{campaign}.{contact}.{ordinal}` */
  ref: string;
  number: string;
  /** When the POST came; the store decided on it at the same moment, unless `decidedMs` is given. */
  atMs: number;
  decidedMs?: number;
  endedMs: number;
  agent?: string;
  /** Between acceptance and end. */
  states?: string[];
  end?: 'completed' | 'failed';
  cost?: string;
  /** The carrier made a recording of it, which the store does not have. */
  recorded?: boolean;
  policyVersion?: number;
}

const REACHED = ['agent_answered', 'customer_ringing', 'bridged'];

/** Every rule off; each test turns on what it is about. */
const NO_RULES = {
  name: 'first',
  deadline_at: null,
  zone: 'UTC',
  redial: {
    max_attempts: 9,
    max_calls: 9,
    customer_unreached: { after: '0s' },
    agent_unreached: { after: '0s' },
    dropped: null,
  },
  calling_window: null,
  caps: { per_day: null, rolling: [], least_gap: '0s' },
  suppression_lists: null,
  max_live_calls: null,
  calls_per_second: null,
  budget: null,
  agents: { pool: null, wrap_up: '0s' },
  collect_recordings: true,
};

export function limited(rules: Row, calls: Dialled[], more: Row[] = []): Records {
  const facts = calls.flatMap(factsOf).toSorted((one, other) => atOf(one) - atOf(other));
  const run = {
    fact: 'run',
    time_factor: 1,
    lookup_gap_ms: 1,
    request_gap_ms: 1,
    receiver_timeout_ms: 15_000,
    at_ms: -60_000,
  };
  const total = calls.reduce((sum, { cost = '0' }) => sum + Math.round(Number(cost) * 1e6), 0);
  const numbers = [...new Set(calls.map(({ number }) => number))];
  return {
    ledger: stamped([run, ...facts]),
    store: [
      { type: 'campaign', id: 'c1', state: 'completed', total_cost: (total / 1e6).toFixed(6) },
      ...numbers.map((number, index) => ({ ...contact(index + 1, 'final', 'completed'), number })),
      ...calls.map(storeRow),
    ],
    client: [...created(rules, numbers), ...more].toSorted(
      (one, other) => Date.parse(String(one['at'])) - Date.parse(String(other['at'])),
    ),
  };
}

/** With an end that the carrier has shown in two answers. */
const recordedAs = (call: string): Row[] => [
  ...['read-1', 'read-2'].map((request) => ({
    fact: 'read',
    request: `${request}-${call}`,
    call,
    status: 200,
    state: 'completed',
  })),
  { fact: 'recording', call, sha256: 'a'.repeat(64), bytes: 417 },
];

const atOf = (row: Row): number => row['at_ms'] as number;

function factsOf(dialled: Dialled): Row[] {
  const { ref, number, atMs, endedMs, agent, cost } = dialled;
  const { states = REACHED, end = 'completed' } = dialled;
  const id = `k-${ref}`;
  const decided = { outcome: 'accepted', status: 201, call: id, agent: agent ?? `agent-${ref}` };
  const at = (ms: number, rows: Row[]) => rows.map((row) => ({ ...row, at_ms: ms }));
  return [
    ...at(atMs, post(`r-${ref}`, `${ref}.1`, number, decided)),
    ...at(
      atMs,
      states.flatMap((state, index) => move(id, index + 1, state)),
    ),
    ...at(endedMs, move(id, states.length + 1, end)),
    ...(cost === undefined ? [] : at(endedMs, [{ fact: 'billed', call: id, cost }])),
    ...(dialled.recorded ? at(endedMs, recordedAs(id)) : []),
  ];
}

function storeRow({
  ref,
  number,
  atMs,
  decidedMs,
  states = REACHED,
  end,
  cost,
  ...more
}: Dialled): Row {
  const reached = states.includes('customer_ringing') ? 'customer-unreached' : 'agent-unreached';
  const disposition = (end ?? 'completed') === 'completed' ? 'completed' : reached;
  return call(ref, number, {
    contact: Number(ref.split('.')[1]),
    policy_version: more.policyVersion ?? 1,
    disposition,
    carrier_call_id: `k-${ref}`,
    cost: cost ?? null,
    placements: [{ ...placement(1, 'accepted', 201), intent_at: iso(decidedMs ?? atMs) }],
  });
}

/** The campaign as the API answered, its contacts in Paris, and its start. */
function created(rules: Row, numbers: string[]): Row[] {
  const contacts = numbers.map((number) => ({ number, zone: 'Europe/Paris' }));
  const path = '/v1/campaigns/c1';
  return [
    ...asked('POST', -60_000, '/v1/campaigns', { answer: rulesBody(1, rules), status: 201 }),
    ...asked('POST', -59_000, `${path}/contacts`, { body: { contacts }, answer: { accepted: 0 } }),
    ...asked('POST', -58_000, `${path}/start`, { answer: { id: 'c1' } }),
  ];
}

const rulesBody = (version: number, rules: Row): Row => ({
  id: 'c1',
  policy_version: version,
  ...NO_RULES,
  ...rules,
});

export const edited = (atMs: number, version: number, rules: Row): Row[] =>
  asked('PATCH', atMs, '/v1/campaigns/c1', { body: rules, answer: rulesBody(version, rules) });

let requests = 100;

/** A request, and its answer at the same moment. */
export function asked(
  method: string,
  atMs: number,
  path: string,
  { body = {}, answer = {}, status = 200 }: { body?: Row; answer?: Row; status?: number } = {},
): Row[] {
  const request = ++requests;
  return [
    { at: iso(atMs), fact: 'asked', request, method, path, body },
    { at: iso(atMs), fact: 'answered', request, status, body: answer },
  ];
}
