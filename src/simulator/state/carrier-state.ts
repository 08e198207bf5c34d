/** The carrier's state, built from the ledger. Only facts that are on the disk change it. */
import type {
  BilledFact,
  CallState,
  DecisionFact,
  DeliveryKey,
  DeliveryPlan,
  Fact,
  Placed,
  RecordingFact,
  Stamped,
  TransitionFact,
  TryEndFact,
  TryFact,
} from './facts.ts';
import { microsToPay, type Micros } from '../money.ts';

export interface Call extends Placed {
  destination: string;
  callbackUrl: string | null;
  /** The URL for its own recording webhook, if the POST named one. */
  recordingWebhookUrl: string | null;
  state: CallState;
  seq: number;
  stepsDone: number;
  movedAtMs: number;
  answered: boolean;
  bridged: boolean;
  endedAtMs: number | null;
  cost: string | null;
  /** Number of bills so far: a correction is the second. */
  bills: number;
  billedAtMs: number;
  recording: Stamped<RecordingFact> | null;
  /** What reads show, and from which instant on. */
  history: (Snapshot & { atMs: number })[];
  reads: number;
  downloads: number;
  /** Settles after the last queued step: steps of one call run one after the other. */
  turn: Promise<void>;
}

/** The fields of a call that change. */
export interface Snapshot {
  state: CallState;
  cost: string | null;
  recordingReady: boolean;
}

/** An event that is reported by webhooks. */
export interface CarrierEvent {
  call: string;
  seq: number | null;
  name: string;
  at: string;
  /** The call's state at the event; null for a recording's webhook, which has none. */
  snapshot: Snapshot | null;
  linkExpiresMs: number | null;
  deliveries: DeliveryPlan[];
}

type EventFact = Stamped<TransitionFact> | Stamped<BilledFact> | Stamped<RecordingFact>;

export interface DeliveryProgress {
  tries: number;
  over: boolean;
  dueAtMs: number | null;
  triedAtMs: number;
}

export function eventOf(fact: EventFact): CarrierEvent {
  const { call, at, deliveries } = fact;
  if (fact.fact === 'recording') {
    const { link_expires_ms: linkExpiresMs } = fact;
    return { call, at, deliveries, seq: null, name: 'recording', snapshot: null, linkExpiresMs };
  }
  const cost = fact.fact === 'billed' ? fact.cost : null;
  const snapshot = { state: fact.state, cost, recordingReady: false };
  return { call, at, deliveries, seq: fact.seq, name: fact.event, snapshot, linkExpiresMs: null };
}

export class CarrierState {
  readonly calls = new Map<string, Call>();
  readonly events: CarrierEvent[] = [];
  readonly deliveries = new Map<string, DeliveryProgress>();
  runs = 0;
  firstStartMs: number | null = null;
  lastLookupAtMs = -Infinity;
  /** Costs of all accepted calls, billed or not. */
  committed: Micros = 0n;
  readonly #reserved = new Set<string>();
  readonly #posts = new Map<string, number>();
  readonly #placed = new Map<string, number>();

  /** The number is reserved before it is recorded, so that two requests never get the same. */
  nextPost(destination: string): number {
    return countUp(this.#posts, destination);
  }

  nextPlaced(destination: string): number {
    return countUp(this.#placed, destination);
  }

  /** The cost is reserved before it is recorded, so that two calls never spend the same money. */
  reserve({ call, plan }: Placed): void {
    this.#reserved.add(call);
    this.committed += microsToPay(plan.cost);
  }

  call(id: string): Call {
    const call = this.calls.get(id);
    if (!call) throw new Error(`the ledger names a call that was never accepted: ${id}`);
    return call;
  }

  progress(key: DeliveryKey): DeliveryProgress {
    return (
      this.deliveries.get(deliveryId(key)) ?? { tries: 0, over: false, dueAtMs: null, triedAtMs: 0 }
    );
  }

  apply(fact: Fact): void {
    switch (fact.fact) {
      case 'run':
        this.runs = fact.run;
        this.firstStartMs ??= Date.parse(fact.at);
        return;
      case 'decision':
        return this.#decided(fact);
      case 'transition':
        return this.#moved(fact);
      case 'billed':
        return this.#billed(fact);
      case 'recording':
        return this.#recorded(fact);
      case 'try':
        return this.#tried(fact);
      case 'try-end':
        return this.#answered(fact);
      case 'lookup':
        if (fact.spent) this.lastLookupAtMs = Date.parse(fact.at);
        return;
      case 'change':
      case 'request':
      case 'read':
      case 'destroy':
      case 'storage':
      case 'resource':
        return;
      default:
        fact satisfies never;
    }
  }

  #decided(decision: Stamped<DecisionFact>): void {
    const { destination, post, placed, callback_url, recording_webhook_url, at } = decision;
    if (destination === null) return;
    if (post !== null) raise(this.#posts, destination, post);
    if (!placed) return;
    raise(this.#placed, destination, placed.nth);
    if (!this.#reserved.delete(placed.call)) this.committed += microsToPay(placed.plan.cost);
    this.calls.set(placed.call, {
      ...placed,
      destination,
      callbackUrl: callback_url,
      recordingWebhookUrl: recording_webhook_url,
      state: 'accepted',
      seq: 0,
      stepsDone: 0,
      movedAtMs: Date.parse(at),
      answered: false,
      bridged: false,
      endedAtMs: null,
      cost: null,
      bills: 0,
      billedAtMs: 0,
      recording: null,
      history: [],
      reads: 0,
      downloads: 0,
      turn: Promise.resolve(),
    });
    this.#changed(placed.call, at);
  }

  #moved(fact: Stamped<TransitionFact>): void {
    const call = this.call(fact.call);
    const atMs = Date.parse(fact.at);
    call.state = fact.state;
    call.seq = fact.seq;
    call.stepsDone += 1;
    call.movedAtMs = atMs;
    call.answered ||= fact.state === 'agent_answered';
    call.bridged ||= fact.state === 'bridged';
    if (fact.state === 'completed' || fact.state === 'failed') call.endedAtMs = atMs;
    this.#changed(fact.call, fact.at);
    this.events.push(eventOf(fact));
  }

  #billed(fact: Stamped<BilledFact>): void {
    const call = this.call(fact.call);
    const before = call.bills === 0 ? call.plan.cost : (call.cost ?? call.plan.cost);
    this.committed += microsToPay(fact.cost ?? call.plan.cost) - microsToPay(before);
    call.cost = fact.cost;
    call.bills += 1;
    call.billedAtMs = Date.parse(fact.at);
    call.seq = fact.seq;
    this.#changed(fact.call, fact.at);
    this.events.push(eventOf(fact));
  }

  #recorded(fact: Stamped<RecordingFact>): void {
    const call = this.call(fact.call);
    call.recording = fact;
    this.#changed(fact.call, fact.at);
    this.events.push(eventOf(fact));
  }

  #changed(id: string, at: string): void {
    const { history, state, cost, recording } = this.call(id);
    history.push({ atMs: Date.parse(at), state, cost, recordingReady: recording !== null });
  }

  #tried(fact: Stamped<TryFact>): void {
    const triedAtMs = Date.parse(fact.at);
    this.deliveries.set(deliveryId(fact), {
      tries: fact.try,
      over: false,
      dueAtMs: null,
      triedAtMs,
    });
  }

  #answered(fact: Stamped<TryEndFact>): void {
    const progress = this.progress(fact);
    const endedAtMs = Date.parse(fact.at);
    this.deliveries.set(deliveryId(fact), {
      ...progress,
      over: fact.next_in_ms === null,
      dueAtMs: fact.next_in_ms === null ? null : endedAtMs + fact.next_in_ms,
    });
  }
}

function deliveryId({ call, seq, copy }: DeliveryKey): string {
  return `${call} ${seq ?? 'recording'} ${copy}`;
}

function countUp(counts: Map<string, number>, name: string): number {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
}

function raise(counts: Map<string, number>, name: string, least: number): void {
  counts.set(name, Math.max(counts.get(name) ?? 0, least));
}
