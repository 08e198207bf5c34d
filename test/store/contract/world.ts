import type { TemporalTrouble } from '../../../src/domain/temporal-trouble.ts';
import type { HoldTiming } from '../../../src/domain/timing.ts';
import type { CampaignMove } from '../../../src/domain/campaigns/campaign-state.ts';
import type { CallRef, CampaignId, PlacementKey } from '../../../src/domain/ids.ts';
import type { Refusal } from '../../../src/domain/calls/refusal-rules.ts';
import { DEFAULT_POLICY, type Policy } from '../../../src/domain/campaigns/policy.ts';
import type { AccountLimits } from '../../../src/store/account-store.ts';
import type { NewAgent } from '../../../src/store/agent-store.ts';
import type { Call, CallEnding } from '../../../src/store/calls/call-store.ts';
import type { CampaignSettings } from '../../../src/store/campaigns/campaign-store.ts';
import type { IngressHeartbeat } from '../../../src/store/calls/inbox-store.ts';
import type { AppendOutcome, InboxEvent } from '../../../src/store/calls/inbox-store.ts';
import type { Dedupe, Import, NewContact } from '../../../src/store/campaigns/import-store.ts';
import type { RecordedPlacement } from '../../../src/store/calls/placement-store.ts';
import type { NewOutcome } from '../../../src/store/outcomes/outcome-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { IdempotencyKey } from '../../../src/store/requests.ts';

/** A store that is empty, and others on the same data. */
export interface StoreUnderTest {
  store: Store;
  another: () => Store;
  /** Every row of every table, as text. */
  dump?: () => Promise<string>;
  drop(): Promise<void>;
}

export const HOLD: HoldTiming = {
  firstProbeAfterMs: 1_000,
  longestProbeGapMs: 8_000,
  probeLeaseMs: 300,
};

/** From a placement that was not taken to the next. */
export const RETRY_MS = 40;

export const SETTINGS: CampaignSettings = {
  name: 'A campaign',
  keepOpen: false,
  deadlineAtMs: null,
  policy: {
    ...DEFAULT_POLICY,
    redial: {
      maxAttempts: 3,
      maxCalls: 5,
      rules: {
        'customer-unreached': { delayMs: 60_000, jitter: 0, most: 100 },
        'agent-unreached': { delayMs: 5_000, jitter: 0, most: 100 },
      },
    },
  },
};

/** Settings that differ from the usual ones. */
export type Rules = Partial<Policy> & Partial<Omit<CampaignSettings, 'policy'>>;

export function settingsWith({ name, keepOpen, deadlineAtMs, ...policy }: Rules): CampaignSettings {
  return {
    name: name ?? SETTINGS.name,
    keepOpen: keepOpen ?? SETTINGS.keepOpen,
    deadlineAtMs: deadlineAtMs ?? SETTINGS.deadlineAtMs,
    policy: { ...SETTINGS.policy, ...policy },
  };
}

export const COMPLETED: CallEnding = {
  state: 'completed',
  deepest: 'bridged',
  confirmed: true,
  disposition: 'completed',
  reason: null,
  spendsAttempt: true,
  cost: null,
  recordingExpected: false,
  webhookReceived: null,
};

export const UNREACHED: Partial<CallEnding> = {
  state: 'failed',
  disposition: 'customer-unreached',
};

/** The carrier's events of a call that is bridged and billed, in order. */
export const CALL_EVENTS = [
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'completed',
  'finalized',
].map((name) => `click2call.${name}`);

/** The n-th phone number. */
/** A heartbeat of an ingress process that has just started. */
export const heartbeatAt = (
  nowMs: number,
  gapMs: number,
  name = 'web-1:8080',
): IngressHeartbeat => ({
  span: undefined,
  name,
  nowMs,
  gapMs,
  received: 0,
  receivedAtMs: null,
});

export const phone = (n: number): string => `+1202555${String(n).padStart(4, '0')}`;

export const onceKey = (key: string, requestDigest = 'digest'): IdempotencyKey => ({
  caller: 'caller',
  who: 'caller',
  key,
  requestDigest,
});

/** Short words for what tests do again and again, and a clock that they move by hand. */
export class World {
  nowMs = 1_800_000_000_000;
  #imports = 0;
  #said = 0;
  readonly store: Store;
  readonly another: () => Store;
  readonly dump: () => Promise<string>;

  constructor({ store, another, dump }: StoreUnderTest) {
    this.store = store;
    this.dump = async () => dump!();
    this.another = another;
  }

  later(ms: number): number {
    this.nowMs += ms;
    return this.nowMs;
  }

  /** A worker that serves everything shows life. */
  async worker(name: string, trouble: TemporalTrouble | null = null): Promise<void> {
    const work = ['calling', 'dispatching', 'recordings', 'bookkeeping'];
    await this.store.noteProcess({ name, role: 'worker', work, atMs: this.nowMs, trouble });
  }

  async draft(id: CampaignId, settings: Rules = {}): Promise<void> {
    const { nowMs } = this;
    await this.store.createCampaign({ id, settings: settingsWith(settings), nowMs });
  }

  /** A running campaign with one contact for each number. */
  async campaign(id: CampaignId, numbers: readonly string[], settings: Rules = {}): Promise<void> {
    await this.draft(id, settings);
    await this.append(id, numbers);
    await this.move(id, 'start');
  }

  async append(id: CampaignId, numbers: readonly string[]) {
    return this.add(
      id,
      numbers.map((number) => ({ number, rowKey: null, name: null })),
    );
  }

  /** An import of these contacts, in one batch. */
  async add(
    campaignId: CampaignId,
    contacts: readonly NewContact[],
    dedupe: Dedupe = { scope: 'campaign' },
  ): Promise<Import> {
    const { nowMs } = this;
    const id = `i${++this.#imports}`;
    await this.store.beginImport({ id, campaignId, dedupe, nowMs });
    const rows = contacts.map((contact, index) => ({ line: index + 1, written: {}, contact }));
    return this.store.addImportRows({ id, from: 0, rows, last: true, nowMs });
  }

  /** What a person says of a call. */
  async say(ref: CallRef, code: string, more: Partial<NewOutcome> = {}) {
    const { nowMs } = this;
    const said = { ref, code, note: null, data: null, callback: null, nowMs };
    const input = { ...said, precondition: () => undefined, ...more };
    return this.store.setOutcome(input, onceKey(`outcome-${ref}-${code}-${++this.#said}`));
  }

  async move(id: CampaignId, move: CampaignMove) {
    return (await this.store.moveCampaign({ id, move, nowMs: this.nowMs })).answer;
  }

  async limit(limits: Partial<AccountLimits>) {
    const change = (known: AccountLimits) => ({ ...known, ...limits });
    return this.store.setAccountLimits({ change, hold: HOLD, nowMs: this.nowMs });
  }

  async agents(...ids: string[]): Promise<void> {
    for (const id of ids) {
      const agent = { id, name: `Agent ${id}`, kind: 'sip', address: `sip-${id}` } as const;
      await this.agent(agent);
    }
  }

  async agent(agent: Partial<NewAgent> & { id: string }): Promise<void> {
    const { id } = agent;
    const usual = {
      name: id,
      kind: 'sip',
      address: `sip-${id}`,
      pools: ['default'],
      capacity: 1,
    } as const;
    await this.store.addAgent({ ...usual, state: 'ready', ...agent }, this.nowMs);
  }

  /** Newly claimed calls; those of earlier claims are marked started first. */
  async claim(id: CampaignId, limit = 10): Promise<CallRef[]> {
    const { claims } = await this.store.claim({ id, limit, nowMs: this.nowMs });
    const refs = claims.map(({ ref }) => ref);
    await this.store.markStarted(refs, this.nowMs);
    return refs;
  }

  intent(key: PlacementKey, aheadMs = 0) {
    return this.store.writeIntent(key, { nowMs: this.nowMs, hold: HOLD, aheadMs });
  }

  /** Writes an intent that must be admitted. */
  async placing(ref: CallRef, placement = 1): Promise<PlacementKey> {
    const key = { ref, placement };
    const outcome = await this.intent(key);
    if (outcome.kind !== 'send') throw new Error(`not admitted: ${JSON.stringify(outcome)}`);
    return key;
  }

  get limits() {
    const retryAtMs = this.nowMs + RETRY_MS;
    return { nowMs: this.nowMs, hold: HOLD, pauseAfterRefusals: 3, maxWaits: 2, retryAtMs };
  }

  accept(key: PlacementKey, carrierCallId = `id-${key.ref}`): Promise<RecordedPlacement> {
    return this.store.recordPlacement(
      key,
      { kind: 'accepted', carrierCallId, status: 201 },
      this.limits,
    );
  }

  refuse(key: PlacementKey, status: number, more: Partial<Refusal> = {}) {
    const refusal = { status, code: undefined, details: undefined, ...more };
    return this.store.recordPlacement(key, { kind: 'refused', refusal }, this.limits);
  }

  notSent(key: PlacementKey): Promise<RecordedPlacement> {
    return this.store.recordPlacement(key, { kind: 'not-sent', why: 'no route' }, this.limits);
  }

  noAnswer(key: PlacementKey): Promise<RecordedPlacement> {
    return this.store.recordPlacement(key, { kind: 'unknown', why: 'timeout' }, this.limits);
  }

  resolve(key: PlacementKey): Promise<RecordedPlacement> {
    return this.store.resolvePlacement(key, this.nowMs);
  }

  async live(ref: CallRef): Promise<PlacementKey> {
    const key = await this.placing(ref);
    await this.accept(key);
    return key;
  }

  async end(ref: CallRef, ending: Partial<CallEnding> = {}): Promise<Call | 'outdated'> {
    const ended = await this.store.endCall(ref, { ...COMPLETED, ...ending }, this.nowMs);
    return ended === 'outdated' ? ended : ended.call;
  }

  /** Ends a call whose agent gets its next call in the same transaction; null: there is none. */
  async endAndClaim(ref: CallRef, ending: Partial<CallEnding> = {}): Promise<CallRef | null> {
    const ended = await this.store.endCall(ref, { ...COMPLETED, ...ending }, this.nowMs);
    if (ended === 'outdated') throw new Error(`the end of ${ref} is outdated`);
    return ended.after?.next?.claim.ref ?? null;
  }

  /** One running campaign `c1` with one agent, whose call is claimed. */
  async oneClaimed(settings: Rules = {}): Promise<CallRef> {
    await this.agents('a1');
    await this.campaign('c1', [phone(1)], settings);
    const [ref] = await this.claim('c1');
    return ref!;
  }

  async oneLive(settings: Rules = {}): Promise<CallRef> {
    const ref = await this.oneClaimed(settings);
    await this.live(ref);
    return ref;
  }

  /** One whose outcome is unknown. */
  async oneUnknown(settings: Rules = {}): Promise<PlacementKey> {
    const key = await this.placing(await this.oneClaimed(settings));
    await this.noAnswer(key);
    return key;
  }

  /** An event as the carrier sends it: it names the id that `accept` binds. */
  event(
    key: PlacementKey,
    seq: number | null,
    name: string,
    carrierCallId: string | null = `id-${key.ref}`,
  ) {
    const event = { ...key, seq, name, occurredAt: null, carrierCallId, body: '{}' };
    return { ...event, receivedAtMs: this.nowMs };
  }

  async receive(key: PlacementKey, ...names: string[]) {
    const events = names.map((name, index) => this.event(key, index + 1, `click2call.${name}`));
    return this.appendInOrder(events);
  }

  async appendInOrder(events: readonly InboxEvent[]): Promise<AppendOutcome[]> {
    const outcomes: AppendOutcome[] = [];
    for (const event of events) outcomes.push(await this.store.appendEvent(event));
    return outcomes;
  }

  async progress(id: CampaignId) {
    return this.store.campaignProgress(id, this.nowMs);
  }

  /** The states of a campaign's contacts that are not zero. */
  async contacts(id: CampaignId) {
    const { contacts } = await this.progress(id);
    return Object.fromEntries(Object.entries(contacts).filter(([, count]) => count > 0));
  }

  async onCall(agentId: string): Promise<CallRef | null> {
    const agents = await this.store.agents(this.nowMs);
    const agent = agents.find(({ id }) => id === agentId);
    if (!agent) throw new Error(`no agent ${agentId}`);
    return agent.onCall;
  }
}

/** Waits for a refusal and gives its code and facts. */
export async function refusalOf(
  refused: Promise<unknown>,
): Promise<{ code: string; facts: object }> {
  try {
    await refused;
  } catch (error) {
    const { name, code, facts } = error as { name: string; code: string; facts: object };
    if (name === 'StoreRefusal') return { code, facts };
    throw error;
  }
  throw new Error('nothing was refused');
}
