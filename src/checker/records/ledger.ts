/** The true events at the carrier, read from its ledger. Their order is that of the lines, and not that of clocks. */
import type {
  CallLine,
  DecisionLine,
  LedgerLine,
  ReadLine,
  RecordingLine,
  RequestLine,
  TryEndLine,
  TryLine,
} from './ledger-lines.ts';
import { InputError, readLines, type Line } from './lines.ts';
import { placementOfUrl, type PlacementId } from './placement-id.ts';

/** One POST that reached the carrier. */
export interface Post {
  line: number;
  atMs: number;
  request: string;
  destination: string | null;
  placement: PlacementId | null;
  /** `undecided`: the carrier was killed before its answer, or rejected the API key. */
  outcome: 'accepted' | 'refused' | 'dropped' | 'error' | 'undecided';
  status: number | null;
}

export interface CarrierCall {
  id: string;
  post: Post;
  /** SIP account or stream of the agent's leg; null: not in the ledger. */
  agent: string | null;
  acceptedLine: number;
  /** All its states in order, and their lines. */
  states: string[];
  stateLines: number[];
  /**
   * States that the carrier reported: in a webhook answered 2xx, or in two answers to GETs, because one answer may have
   * been lost on its way or with the process that read it.
   */
  reported: Set<string>;
  /** States in at least one answer to a GET. */
  shown: Set<string>;
  /** The number of GETs, and how many of them were answered 200. */
  reads: number;
  readsAnswered: number;
  endedLine: number | null;
  endedAtMs: number | null;
  cost: string | null;
  /** All bills. The last one counts. */
  bills: { line: number; cost: string }[];
  recording: RecordingLine | null;
}

export interface WebhookTry extends TryLine {
  line: number;
  placement: PlacementId | null;
  /** Null: the carrier was killed before an answer. */
  end: TryEndLine | null;
  patienceMs: number;
}

export interface Lookup {
  line: number;
  atMs: number;
  monoMs: number;
  call: string;
  overQuota: string | null;
  /** Real time. */
  leastGapMs: number;
}

export interface StorageRequest {
  line: number;
  path: string;
  authorization: boolean;
  keySeen: boolean;
}

export interface Ledger {
  /** The first line of each start of the carrier. */
  runs: number[];
  posts: Post[];
  calls: Map<string, CarrierCall>;
  tries: WebhookTry[];
  lookups: Lookup[];
  storage: StorageRequest[];
  /** Lines that are no JSON and not followed by a restart. */
  damaged: number[];
}

const CALLS_PATH = '/api/v1/click2call';

/** `untilMs`: when the store was exported. Later lines are ignored, because the store cannot know them. */
export async function readLedger(path: string, untilMs = Infinity): Promise<Ledger> {
  const lines = await readLines(path);
  if (lines[0]?.value?.['fact'] !== 'run')
    throw new InputError(`${path} is no ledger: it does not begin with a run line`);
  const gathering = new Gathering();
  for (const [index, line] of lines.entries()) {
    if (Date.parse(String(line.value?.['at'])) > untilMs) break;
    gathering.take(line, lines[index + 1]);
  }
  return gathering.ledger;
}

class Gathering {
  readonly ledger: Ledger = {
    runs: [],
    posts: [],
    calls: new Map(),
    tries: [],
    lookups: [],
    storage: [],
    damaged: [],
  };
  readonly #posts = new Map<string, Post>();
  readonly #tries = new Map<string, WebhookTry>();
  #timeFactor = 1;
  #leastGapMs = 0;
  #patienceMs = 0;

  take({ number, value }: Line, next: Line | undefined): void {
    // A kill cuts off at most the line before the next start, or the last line.
    if (value) this.#read(number, value as unknown as LedgerLine);
    else if (next && next.value?.['fact'] !== 'run') this.ledger.damaged.push(number);
  }

  #read(line: number, fact: LedgerLine): void {
    switch (fact.fact) {
      case 'run':
        this.ledger.runs.push(line);
        this.#timeFactor = fact.time_factor;
        return this.#quotas(fact.lookup_gap_ms, fact.request_gap_ms, fact.receiver_timeout_ms);
      case 'change': {
        const { lookupGapMs, requestGapMs, receiverTimeoutMs } = fact.options;
        return this.#quotas(lookupGapMs, requestGapMs, receiverTimeoutMs);
      }
      case 'request':
        return this.#requested(line, Date.parse(fact.at), fact);
      case 'storage':
        this.ledger.storage.push({ ...fact, line, keySeen: fact.key_seen });
        return;
      case 'lookup':
        this.ledger.lookups.push({
          line,
          atMs: Date.parse(fact.at),
          monoMs: fact.mono_ms,
          call: fact.call,
          overQuota: fact.over_quota,
          leastGapMs: this.#leastGapMs,
        });
        return;
      case 'read':
        return this.#showed(fact);
      case 'try':
      case 'try-end':
        return this.#tried(line, fact);
      case 'decision':
      case 'transition':
      case 'billed':
      case 'recording':
        return this.#ofCalls(line, fact);
      default:
        // Hang-ups do not matter for any check.
        return;
    }
  }

  #quotas(lookupGapMs: number, requestGapMs: number, receiverTimeoutMs: number): void {
    this.#leastGapMs = Math.max(lookupGapMs, requestGapMs) / this.#timeFactor;
    this.#patienceMs = receiverTimeoutMs;
  }

  #requested(line: number, atMs: number, fact: RequestLine): void {
    if (fact.method !== 'POST' || fact.path.split('?')[0] !== CALLS_PATH || !fact.complete) return;
    const url = typeof fact.body === 'object' ? fact.body.callback_url : null;
    const post: Post = {
      line,
      atMs,
      request: fact.request,
      destination: null,
      placement: placementOfUrl(typeof url === 'string' ? url : null),
      outcome: 'undecided',
      status: null,
    };
    this.ledger.posts.push(post);
    this.#posts.set(fact.request, post);
  }

  #ofCalls(line: number, fact: CallLine & { at: string }): void {
    if (fact.fact === 'decision') {
      const post = this.#posts.get(fact.request);
      if (!post) throw new InputError(`ledger line ${line}: a decision about no request`);
      const { outcome, status, destination, placed } = fact;
      Object.assign(post, { outcome, status, destination });
      if (placed) this.ledger.calls.set(placed.call, newCall(placed, post, line));
      return;
    }
    const call = this.ledger.calls.get(fact.call);
    if (!call) throw new InputError(`ledger line ${line}: ${fact.fact} of a call never accepted`);
    if (fact.fact === 'billed') {
      call.cost = fact.cost;
      if (fact.cost !== null) call.bills.push({ line, cost: fact.cost });
    }
    if (fact.fact === 'recording') call.recording = fact;
    if (fact.fact !== 'transition') return;
    call.states.push(fact.state);
    call.stateLines.push(line);
    if (fact.state !== 'completed' && fact.state !== 'failed') return;
    call.endedLine = line;
    call.endedAtMs = Date.parse(fact.at);
  }

  #showed({ call: id, status, state }: ReadLine): void {
    const call = this.ledger.calls.get(id);
    if (!call) return;
    call.reads += 1;
    if (status !== 200) return;
    call.readsAnswered += 1;
    if (state === null) return;
    if (call.shown.has(state)) call.reported.add(state);
    call.shown.add(state);
  }

  #tried(line: number, fact: TryLine | TryEndLine): void {
    const key = `${fact.call} ${fact.seq} ${fact.copy} ${fact.try}`;
    if (fact.fact === 'try-end') {
      const begun = this.#tries.get(key);
      if (begun) begun.end = fact;
      if (isAck(fact)) this.ledger.calls.get(fact.call)?.reported.add(stateOf(fact.event));
      return;
    }
    const placement = placementOfUrl(fact.url);
    const begun = { ...fact, line, placement, end: null, patienceMs: this.#patienceMs };
    this.#tries.set(key, begun);
    this.ledger.tries.push(begun);
  }
}

/** Answered 2xx, so the receiver has it, even if the answer was lost. */
export function isAck({ status }: Pick<TryEndLine, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

const stateOf = (event: string): string => event.replace(/^click2call\./, '');

function newCall(
  { call: id, agent }: NonNullable<DecisionLine['placed']>,
  post: Post,
  acceptedLine: number,
): CarrierCall {
  return {
    id,
    post,
    agent: agent?.value ?? null,
    acceptedLine,
    states: [],
    stateLines: [],
    reported: new Set(),
    shown: new Set(),
    reads: 0,
    readsAnswered: 0,
    endedLine: null,
    endedAtMs: null,
    cost: null,
    bills: [],
    recording: null,
  };
}
