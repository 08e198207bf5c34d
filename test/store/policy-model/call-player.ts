/** The part of a worker and of the carrier: each claimed call goes to its POST, its answer and its end. */
import { spendsAttempt, type Disposition } from '../../../src/domain/calls/disposition.ts';
import type { PlacementKey } from '../../../src/domain/ids.ts';
import type { RecordedPlacement } from '../../../src/store/calls/placement-store.ts';
import { COMPLETED } from '../contract/world.ts';
import { pausedFrom, type CallNote } from './book.ts';
import { faultsOfDial, faultsOfNo } from './judge.ts';
import type { AnswerDraw, RefusedDraw } from './scenario.ts';
import type { Stage } from './stage.ts';

const MINUTE = 60_000;
const AGENT_FREED_AFTER_MS = 5 * MINUTE;
const HORIZON_MS = 20 * MINUTE;
const MOST_NOT_SENT = 3;

export class CallPlayer {
  readonly #stage: Stage;
  readonly #answers: readonly AnswerDraw[];
  readonly #placements = new Map<CallNote, number>();
  #posts = 0;
  dials = 0;
  /** Refused at admission. */
  noes = 0;
  /** From now on everybody answers at once: to see the end. */
  friendly = false;

  constructor(stage: Stage, answers: readonly AnswerDraw[]) {
    this.#stage = stage;
    this.#answers = answers;
  }

  claimed(call: CallNote): void {
    const answer = this.#nextAnswer();
    this.#after(answer.claimToPostMs, () => this.#post(call, 1, answer));
  }

  postAgain(call: CallNote, atMs: number): void {
    const placement = (this.#placements.get(call) ?? 0) + 1;
    const again = () => this.#post(call, placement, this.#nextAnswer());
    this.#after(atMs - this.#stage.nowMs, again);
  }

  #nextAnswer(): AnswerDraw {
    const answer = this.#answers[this.#posts++ % this.#answers.length]!;
    return this.friendly ? { ...answer, ...FRIENDLY } : answer;
  }

  #after(ms: number, happen: () => Promise<void>): void {
    this.#stage.timeline.after(ms, happen);
  }

  async #post(call: CallNote, placement: number, answer: AnswerDraw): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    const key = { ref: call.ref, placement };
    const outcome = await world.intent(key);
    switch (outcome.kind) {
      case 'send': {
        const { destination, agent: dialled } = outcome.order;
        const agent = book.agents.get(dialled.id)!;
        const faults = faultsOfDial(book, call, { agent, destination }, nowMs);
        this.#stage.blame(`dial of ${call.ref}`, faults);
        this.dials += 1;
        this.#placements.set(call, placement);
        book.post(call, agent, nowMs);
        return this.#after(answer.postToAnswerMs, () => this.#answer(call, key, answer));
      }
      case 'paced':
        return this.#after(outcome.atMs - nowMs, () => this.#post(call, placement, answer));
      case 'admission': {
        const { admission } = outcome;
        this.noes += 1;
        this.#stage.blame(`no to ${call.ref}`, faultsOfNo(book, call, admission, nowMs));
        book.end(call, { disposition: 'not-dialled', spendsAttempt: false, atMs: nowMs });
        const { campaign } = call.contact;
        if (admission.reason === 'list-too-old') campaign.state = pausedFrom(campaign.state);
        // By the rules it was claimed under, which may not be those of now.
        if (admission.dueAtMs === null) call.contact.next = { kind: 'final' };
        return;
      }
      case 'recorded':
      case 'ended':
        this.#stage.blame(call.ref, [`${outcome.kind}, where an intent was to be written`]);
    }
  }

  async #answer(call: CallNote, key: PlacementKey, answer: AnswerDraw): Promise<void> {
    const { outcome } = answer;
    switch (outcome.kind) {
      case 'ends':
        return this.#accept(call, key, answer, outcome);
      case 'refused':
        return this.#refuse(call, key, outcome);
      case 'not-sent':
        return this.#notSent(call, key);
      case 'unknown':
        return this.#losesAnswer(call, key, answer, outcome.later);
    }
  }

  async #accept(
    call: CallNote,
    key: PlacementKey,
    answer: AnswerDraw,
    { as, later }: AnswerDraw['outcome'] & { kind: 'ends' },
  ): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    await world.accept(key);
    book.accepted(call, nowMs);
    this.#after(answer.lastsMs, async () => {
      await this.#end(call, as, answer);
      this.#after(answer.endToBillMs, () => this.#bill(call, answer.cost));
      if (later === null || !says(later, as)) return;
      this.#after(answer.endToBillMs, () => this.#end(call, later, answer));
    });
  }

  async #end(
    call: CallNote,
    disposition: Disposition,
    { evidenceComplete }: AnswerDraw,
  ): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    await this.#stage.rounds();
    const spends = spendsAttempt(disposition, evidenceComplete);
    const state = disposition === 'completed' ? 'completed' : 'failed';
    const ending = { ...COMPLETED, disposition, state, spendsAttempt: spends } as const;
    const ended = await world.store.endCall(call.ref, ending, nowMs);
    book.end(call, { disposition, spendsAttempt: spends, atMs: nowMs });
    if (ended !== 'outdated' && ended.after) await this.#stage.goOn(ended.after);
  }

  async #bill(call: CallNote, cost: string): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    await world.store.settleCall(call.ref, cost, nowMs);
    book.billed(call, cost);
  }

  async #refuse(
    call: CallNote,
    key: PlacementKey,
    { status, code, details }: RefusedDraw,
  ): Promise<void> {
    const { world, book } = this.#stage;
    const recorded = await world.refuse(key, status, { code, details });
    book.release(call);
    book.notTaken(call);
    this.#heed(call, { status, code }, recorded);
  }

  /** What the store makes of a refusal is its own; what follows from that is not. */
  #heed(
    call: CallNote,
    { status, code }: Pick<RefusedDraw, 'status' | 'code'>,
    { verdict }: RecordedPlacement,
  ): void {
    const { book, nowMs } = this.#stage;
    const ends = (disposition: 'refused' | 'not-dialled') =>
      book.end(call, { disposition, spendsAttempt: disposition === 'refused', atMs: nowMs });
    const ofAccount = [402, 403, 409].includes(status);
    if (ofAccount !== (verdict?.kind === 'hold')) {
      this.#stage.blame(call.ref, [`${status} is taken for ${verdict?.kind}`]);
    }
    if (ofAccount) book.hold.refused({ status, code }, call.postedAtMs!, nowMs);
    else book.hold.silent(call.ref, nowMs);
    switch (verdict?.kind) {
      case 'fail-contact':
        return ends('refused');
      case 'pause-campaign':
        call.contact.campaign.state = pausedFrom(call.contact.campaign.state);
        return ends('not-dialled');
      case 'hold':
      case 'defer':
        return ends('not-dialled');
      case 'wait':
      case undefined:
        if (call.state === 'ended') return ends('not-dialled');
        this.#stage.retryLater(call, verdict?.afterMs);
    }
  }

  async #notSent(call: CallNote, key: PlacementKey): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    await world.notSent(key);
    book.notTaken(call);
    book.hold.silent(call.ref, nowMs);
    if (key.placement < MOST_NOT_SENT) return this.#stage.retryLater(call, undefined);
    const dueAtMs = nowMs + MINUTE;
    await world.store.endNotDialled(call.ref, { reason: 'no route', dueAtMs, nowMs });
    book.end(call, { disposition: 'not-dialled', spendsAttempt: false, atMs: nowMs });
  }

  async #losesAnswer(
    call: CallNote,
    key: PlacementKey,
    answer: AnswerDraw,
    later: 'accepted' | 'refused' | null,
  ): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    await world.noAnswer(key);
    book.unknown(call, nowMs);
    this.#after(AGENT_FREED_AFTER_MS, async () => {
      await world.store.freeAgent(call.ref, this.#stage.nowMs);
      if (call.state === 'unknown') book.release(call);
    });
    this.#after(HORIZON_MS, async () => {
      if (call.state !== 'unknown') return;
      const atMs = this.#stage.nowMs;
      await world.store.endUnknown(call.ref, 'silence', atMs);
      book.end(call, { disposition: 'unknown', spendsAttempt: true, atMs });
    });
    if (later === null) return;
    this.#after(answer.lastsMs, async () => {
      const open = call.state === 'unknown' || call.disposition === 'unknown';
      // A person has closed it: what comes from the carrier then is for `late-event`.
      if (!open) return;
      if (later === 'refused')
        return this.#refuse(call, key, { status: 422, code: undefined, details: undefined });
      const ends = { kind: 'ends', as: 'customer-unreached', later: null } as const;
      return this.#accept(call, key, answer, ends);
    });
  }

  async hangUp(index: number): Promise<void> {
    const { world, book, nowMs } = this.#stage;
    const live = book.live.filter(({ state }) => state !== 'unknown');
    const call = live[index % live.length];
    if (!call) return;
    await world.store.askHangup({ ref: call.ref, nowMs });
    call.hangupAsked = true;
  }
}

/** From the least to the most that is known of a call. */
const BY_EVIDENCE = [
  'unknown',
  'carrier-lost',
  'leg-unknown',
  'agent-unreached',
  'customer-unreached',
  'dropped',
  'completed',
];
const says = (later: string, known: string): boolean =>
  BY_EVIDENCE.indexOf(later) > BY_EVIDENCE.indexOf(known);

const FRIENDLY: Partial<AnswerDraw> = {
  claimToPostMs: 0,
  postToAnswerMs: 100,
  lastsMs: 60_000,
  endToBillMs: 1_000,
  cost: '0.1',
  outcome: { kind: 'ends', as: 'completed', later: null },
};
