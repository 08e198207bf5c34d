/** How agents spent their time: the states that people set, and the calls between them, as spans without gaps. */

/** A change by a person, or by Dialwright after missed calls. */
export interface AgentStateChange {
  atMs: number;
  state: 'ready' | 'paused' | 'deleted';
  /** Of a pause that ends by itself. */
  untilMs: number | null;
  reason: string | null;
  /** Name of the API key, or `dialwright`. */
  who: string;
}

/** A call of the agent. Before `fromMs` its phone did not ring. */
export interface AgentsCall {
  ref: string;
  fromMs: number;
  /** When the agent answered; null: it did not, or nothing shows when. */
  answeredAtMs: number | null;
  /** When the call left the agent; null: it is under way. */
  toMs: number | null;
  wrapUpMs: number;
}

export type AgentActivity = 'ready' | 'ringing' | 'on_call' | 'wrap_up' | 'paused';

/** What an agent did from one instant to the next. */
export interface AgentSpan {
  activity: AgentActivity;
  fromMs: number;
  toMs: number;
  /** Of `paused`, if a reason was given. */
  reason: string | null;
  /** Who caused `paused` or `ready`; null: it began by itself. */
  who: string | null;
  /** Of `ringing`, `on_call` and `wrap_up`; one of the calls if there were several. */
  ref: string | null;
}

interface Input {
  /** In order of time. The first may be earlier than `fromMs`. */
  changes: readonly AgentStateChange[];
  calls: readonly AgentsCall[];
  fromMs: number;
  toMs: number;
}

/**
 * The spans of an agent from `fromMs` to `toMs`, without gaps, in order. They begin when the agent was added, and end
 * when it was deleted. What comes first counts: a call that rings or is answered, then a pause, then wrap-up, then ready.
 * A person who sets the agent ready ends its wrap-up.
 */
export function agentSpans({ changes, calls, fromMs, toMs }: Input): AgentSpan[] {
  const edges = edgesOf({ changes, calls, fromMs, toMs });
  const toCome = calls.toSorted((one, other) => one.fromMs - other.fromMs);
  const spans: AgentSpan[] = [];
  let next = 0;
  let state: AgentStateChange | undefined;
  let current: AgentsCall[] = [];
  for (const [index, atMs] of edges.slice(0, -1).entries()) {
    for (; next < changes.length && changes[next]!.atMs <= atMs; next++) state = changes[next];
    while (toCome[0] && toCome[0].fromMs <= atMs) current.push(toCome.shift()!);
    current = current.filter((call) => call.toMs === null || call.toMs + call.wrapUpMs > atMs);
    if (state === undefined || state.state === 'deleted') continue;
    const span = { ...activityAt(state, current, atMs), fromMs: atMs, toMs: edges[index + 1]! };
    const last = spans.at(-1);
    if (last && isContinued(last, span)) last.toMs = span.toMs;
    else spans.push(span);
  }
  return spans;
}

type Activity = Omit<AgentSpan, 'fromMs' | 'toMs'>;

function activityAt(
  change: AgentStateChange,
  calls: readonly AgentsCall[],
  atMs: number,
): Activity {
  const none = { reason: null, who: null, ref: null };
  const live = calls.filter(({ toMs }) => toMs === null || toMs > atMs);
  const answered = live.find(({ answeredAtMs }) => answeredAtMs !== null && answeredAtMs <= atMs);
  if (answered) return { ...none, activity: 'on_call', ref: answered.ref };
  if (live[0]) return { ...none, activity: 'ringing', ref: live[0].ref };
  const { reason, who } = change;
  const isPaused = change.state === 'paused' && (change.untilMs === null || change.untilMs > atMs);
  if (isPaused) return { ...none, activity: 'paused', reason, who };
  const wrapUp = calls.find((call) => change.state !== 'ready' || change.atMs <= call.toMs!);
  if (wrapUp) return { ...none, activity: 'wrap_up', ref: wrapUp.ref };
  return { ...none, activity: 'ready', ...(change.state === 'ready' && { reason, who }) };
}

const isContinued = (last: AgentSpan, span: AgentSpan): boolean =>
  last.toMs === span.fromMs &&
  last.activity === span.activity &&
  last.ref === span.ref &&
  last.reason === span.reason;

/** Every instant at which the activity may change, in order. */
function edgesOf({ changes, calls, fromMs, toMs }: Input): number[] {
  const all = [
    fromMs,
    toMs,
    ...changes.flatMap(({ atMs, untilMs }) => [atMs, untilMs ?? atMs]),
    ...calls.flatMap((call) => [
      call.fromMs,
      call.answeredAtMs ?? call.fromMs,
      call.toMs ?? toMs,
      (call.toMs ?? toMs) + call.wrapUpMs,
    ]),
  ];
  const inside = all.filter((atMs) => atMs >= fromMs && atMs <= toMs);
  return [...new Set(inside)].toSorted((one, other) => one - other);
}
