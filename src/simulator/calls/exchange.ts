/** Moves calls through their planned states (section 3), bills them and makes their recordings. */
import { createHash } from 'node:crypto';
import { eventOf, type Call } from '../state/carrier-state.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import { planDeliveries, planRecordingDeliveries } from '../webhooks/delivery-plan.ts';
import type { CallState } from '../state/facts.ts';
import { recordingOf } from '../recordings/mp3.ts';
import { costWhenHungUp } from './plan.ts';
import { happens, within } from '../seeded.ts';
import { drawOf, type World } from '../world.ts';

const SEQ_JUMP = [2, 5] as const;

export class Exchange {
  readonly #world: World;
  readonly #sender: WebhookSender;

  constructor(world: World, sender: WebhookSender) {
    this.#world = world;
    this.#sender = sender;
  }

  /** Schedules the next step of a call. Called for a new call, after each step, and for each call after a restart. */
  follow(call: Call): void {
    if (call.endedAtMs !== null) {
      this.#followEnd(call, call.endedAtMs);
      return;
    }
    const step = call.plan.steps[call.stepsDone];
    if (!step) return;
    const stepsDone = call.stepsDone;
    this.#later(call, call.movedAtMs, step.after_ms, async () => {
      if (call.stepsDone !== stepsDone || call.endedAtMs !== null) return;
      const ends = step.to === 'completed' || step.to === 'failed';
      if (ends && call.plan.billed_before_end) await this.#bill(call);
      await this.#move(call, step.to);
    });
  }

  /** False: the call had ended already. */
  async hangUp(call: Call, record: () => Promise<unknown>): Promise<boolean> {
    let live = false;
    await this.#inTurn(call, async () => {
      live = call.endedAtMs === null;
      if (live) await Promise.all([record(), this.#move(call, 'failed')]);
    });
    return live;
  }

  #followEnd(call: Call, endedAtMs: number): void {
    const { billing_after_ms, recording_after_ms } = call.plan;
    if (call.bills === 0) this.#later(call, endedAtMs, billing_after_ms, () => this.#bill(call));
    else this.#followBill(call);
    if (call.bridged && recording_after_ms !== null && call.recording === null)
      this.#later(call, endedAtMs, recording_after_ms, () => this.#makeRecording(call));
  }

  async #move(call: Call, state: CallState): Promise<void> {
    const event = `click2call.${state}`;
    const moved = await this.#world.note({
      fact: 'transition',
      call: call.call,
      seq: this.#nextSeq(call, event),
      event,
      state,
      deliveries: this.#deliveries(call, event),
    });
    this.#sender.deliver(eventOf(moved));
    this.follow(call);
  }

  async #bill(call: Call): Promise<void> {
    if (call.bills > 0) return;
    const { correction } = call.plan;
    await this.#commitBill(call, correction ? correction.first : finalCost(call));
    this.#followBill(call);
  }

  #followBill(call: Call): void {
    const { correction } = call.plan;
    if (!correction || call.bills !== 1) return;
    this.#later(call, call.billedAtMs, correction.after_ms, async () => {
      if (call.bills === 1) await this.#commitBill(call, finalCost(call));
    });
  }

  async #commitBill(call: Call, cost: string | null): Promise<void> {
    const event = 'click2call.finalized';
    const billed = await this.#world.note({
      fact: 'billed',
      call: call.call,
      seq: this.#nextSeq(call, event),
      event,
      state: call.state,
      cost,
      deliveries: this.#deliveries(call, event),
    });
    this.#sender.deliver(eventOf(billed));
  }

  async #makeRecording(call: Call): Promise<void> {
    if (call.recording !== null) return;
    const { options, clock } = this.#world;
    const mp3 = recordingOf(call.call);
    const made = await this.#world.note({
      fact: 'recording',
      call: call.call,
      sha256: createHash('sha256').update(mp3).digest('hex'),
      bytes: mp3.length,
      link_expires_ms: Math.round(Date.now() + clock.realMs(options.linkLifeMs)),
      deliveries: planRecordingDeliveries(call, options, drawOf(this.#world, call)),
    });
    this.#sender.deliver(eventOf(made));
  }

  #nextSeq(call: Call, event: string): number {
    const draw = drawOf(this.#world, call);
    const jumps = happens(this.#world.options.seqGaps, draw, `jump ${event}`);
    return call.seq + (jumps ? within(SEQ_JUMP, draw, `how far ${event}`) : 1);
  }

  #deliveries(call: Call, name: string) {
    if (call.callbackUrl === null) return [];
    const { options } = this.#world;
    return planDeliveries({ name, plan: call.plan, options, draw: drawOf(this.#world, call) });
  }

  #later(call: Call, sinceMs: number, afterMs: number, act: () => Promise<void>): void {
    const { clock, background } = this.#world;
    clock.at(sinceMs + clock.realMs(afterMs), () => background(this.#inTurn(call, act)));
  }

  #inTurn(call: Call, act: () => Promise<void>): Promise<void> {
    const turn = call.turn.then(act);
    call.turn = turn.catch(() => undefined);
    return turn;
  }
}

function finalCost({ state, plan, answered }: Call): string {
  return state === 'failed' ? costWhenHungUp(plan, answered) : plan.cost;
}
