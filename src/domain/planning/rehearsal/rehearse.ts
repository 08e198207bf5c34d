/**
 * Runs a campaign in virtual time. The rules that claim and admit real calls decide about the simulated ones. Time
 * jumps from one change to the next.
 */
import { admit, type Admission } from '../../campaigns/admission.ts';
import {
  agentAnswered,
  isReached,
  spendsAttempt,
  type Disposition,
} from '../../calls/disposition.ts';
import { callRef } from '../../ids.ts';
import {
  heldBackAt,
  mostLiveCalls,
  ownAgentAt,
  type CampaignPlan,
  type PlannedContact,
} from '../planned-contact.ts';
import { contactAfter, isSpent, spreadOf } from '../../calls/redial.ts';
import { unreachable } from '../../unreachable.ts';
import { dateOf, localTimeAt, startOfNextDay } from '../../zone.ts';
import type { Answer, Answers } from './answers.ts';
import { DialTimes } from './virtual/dial-times.ts';
import { Counting, type RunReport, type Unreached } from './run-report.ts';
import { UNHINDERED, type RehearsalSettings } from './rehearsal-settings.ts';
import { VirtualAgents } from './virtual/virtual-agents.ts';
import type { PostedCall, VirtualCall } from './virtual/virtual-call.ts';
import { VirtualClock } from './virtual/virtual-clock.ts';
import { VirtualMoney } from './virtual/virtual-money.ts';
import { VirtualPace } from './virtual/virtual-pace.ts';
import { VirtualPersons } from './virtual/virtual-persons.ts';
import {
  afterCall,
  asVirtual,
  forAgent,
  forNumber,
  WaitingLine,
  type VirtualContact,
} from './virtual/waiting-line.ts';

/** Runs the campaign to its end. The same contacts, answers and settings give the same report. */
export function rehearse(
  plan: CampaignPlan,
  contacts: Iterable<PlannedContact>,
  answers: Answers,
  settings: RehearsalSettings,
): RunReport {
  return new Rehearsal(plan, answers, settings).run(contacts);
}

class Rehearsal {
  readonly #plan: CampaignPlan;
  readonly #answers: Answers;
  readonly #settings: RehearsalSettings;
  readonly #line = new WaitingLine();
  readonly #agents: VirtualAgents;
  readonly #money: VirtualMoney;
  readonly #pace: VirtualPace;
  readonly #counting = new Counting();
  readonly #clock: VirtualClock;
  readonly #times: DialTimes;
  readonly #persons: VirtualPersons;
  readonly #inFlight = new Set<VirtualContact>();
  readonly #busyNumbers = new Set<string>();
  /** Why due contacts could not be claimed in the last round. */
  #blockedBy: 'no-budget' | 'no-agent' | null = null;
  #lastFinalAtMs: number;

  constructor(plan: CampaignPlan, answers: Answers, settings: RehearsalSettings) {
    this.#plan = plan;
    this.#answers = answers;
    this.#settings = settings;
    this.#clock = new VirtualClock(settings.startMs);
    this.#times = new DialTimes(plan);
    this.#persons = new VirtualPersons(plan.policy.redial);
    this.#lastFinalAtMs = settings.startMs;
    this.#agents = new VirtualAgents(plan.agents, this.#clock, {
      policy: plan.policy.agents,
      backAfterMs: settings.agentBackAfterMs,
      onFree: (id) => this.#line.free(forAgent(id)),
    });
    this.#money = new VirtualMoney(plan);
    this.#pace = new VirtualPace(plan);
    const { deadlineAtMs } = plan;
    if (deadlineAtMs !== null) this.#clock.at(deadlineAtMs, () => this.#finishLate());
  }

  get #nowMs(): number {
    return this.#clock.nowMs;
  }

  run(contacts: Iterable<PlannedContact>): RunReport {
    for (const contact of contacts) this.#enter(contact);
    let cut: RunReport['cut'] = null;
    while (cut === null) {
      const nextMs = this.#nextInstant(this.#dispatch());
      if (nextMs === null) break;
      cut = this.#cutBefore(nextMs);
      if (cut === null) this.#clock.advanceTo(nextMs);
    }
    const finishedAtMs = this.#countLeft(cut !== null) === 0 ? this.#lastFinalAtMs : null;
    const over = { startedAtMs: this.#settings.startMs, finishedAtMs, cut };
    return this.#counting.report(over, this.#agents.capacity(), dateOf);
  }

  #enter(contact: PlannedContact): void {
    const virtual = asVirtual(contact);
    if (contact.numberHeld) this.#busyNumbers.add(contact.number);
    this.#times.know(contact);
    if (this.#persons.know(virtual)) return;
    switch (contact.state) {
      case 'final':
        return this.#countContact(virtual, contact.disposition ?? 'not-dialled');
      case 'locked':
        return this.#countContact(virtual, 'unknown');
      case 'claimed':
        return this.#followLive(virtual);
      case 'due':
        if (isSpent(virtual.past, this.#plan.policy.redial)) {
          return this.#countContact(virtual, contact.disposition ?? 'not-dialled');
        }
        return this.#line.add(virtual);
      default:
        return unreachable(contact.state);
    }
  }

  /** A live call at the start of the rehearsal counts as placed at the start. */
  #followLive(contact: VirtualContact): void {
    const agent = this.#agents.get(contact.contact.onCallWith ?? '');
    if (!agent) return this.#line.add(contact);
    const { campaignId } = this.#plan;
    const { ordinal } = contact;
    const ref = callRef({ campaignId, contact: contact.contact.position, ordinal });
    this.#hold({ contact, agent, ref });
    const answer = this.#answers(ref);
    const units = this.#money.reservePerCall();
    const reserved = { day: localTimeAt(this.#plan.policy.zone, this.#nowMs).day, units };
    const call = { contact, agent, ref, postedAtMs: this.#nowMs, answer, reserved };
    this.#clock.at(this.#nowMs + answer.durationMs, () => this.#end(call));
  }

  /** Null: no further change will come. */
  #nextInstant(wakeAtMs: number | null): number | null {
    const dueAtMs = this.#line.firstDueAtMs();
    const nothingLeft = dueAtMs === undefined && this.#inFlight.size === 0;
    if (nothingLeft && !this.#line.hasParked()) return null;
    const laterMs = dueAtMs !== undefined && dueAtMs > this.#nowMs ? dueAtMs : Infinity;
    const nextMs = Math.min(this.#clock.nextEventAtMs(), wakeAtMs ?? Infinity, laterMs);
    return nextMs === Infinity ? null : nextMs;
  }

  #cutBefore(nextMs: number): RunReport['cut'] {
    if (this.#counting.calls >= this.#settings.mostCalls) return 'calls';
    return nextMs > this.#settings.startMs + this.#settings.mostMs ? 'horizon' : null;
  }

  /** Claims while the rules allow it. @returns when to claim again, if no event triggers it before */
  #dispatch(): number | null {
    for (;;) {
      const dueAtMs = this.#line.firstDueAtMs();
      if (dueAtMs === undefined || dueAtMs > this.#nowMs) return null;
      if (this.#counting.calls >= this.#settings.mostCalls) return null;
      const budget = this.#money.ask(this.#nowMs);
      if (budget.kind === 'closed') {
        this.#blockedBy = 'no-budget';
        const byDay = budget.cap === 'per-day';
        return byDay ? startOfNextDay(this.#plan.policy.zone, this.#nowMs) : null;
      }
      if (this.#inFlight.size >= mostLiveCalls(this.#plan)) return null;
      if (!this.#pace.hasRoom(this.#nowMs)) return this.#pace.roomAtMs();
      if (!this.#agents.longestIdle()) {
        this.#blockedBy = 'no-agent';
        return null;
      }
      this.#blockedBy = null;
      const contact = this.#nextContact();
      if (contact) this.#claim(contact);
    }
  }

  /** The first due contact that all rules allow. Those before it are delayed until their rule allows them. */
  #nextContact(): VirtualContact | undefined {
    for (;;) {
      const next = this.#line.takeDue(this.#nowMs);
      if (!next) return undefined;
      const { number, agentAloneUntilMs } = next.contact;
      const agentId = ownAgentAt(next.contact, this.#nowMs);
      if (this.#busyNumbers.has(number)) {
        this.#line.park(forNumber(number), next);
        continue;
      }
      if (agentId !== null && !this.#agents.isFree(agentId)) {
        // Simplified: if its own agent becomes free earlier, the real contact would be dialled earlier.
        if (agentAloneUntilMs === null) this.#line.park(forAgent(agentId), next);
        else this.#line.add(Object.assign(next, { dueAtMs: agentAloneUntilMs }));
        continue;
      }
      if (this.#passes(next)) return next;
    }
  }

  #passes(next: VirtualContact): boolean {
    const heldBack = heldBackAt(next.contact, this.#plan, this.#nowMs);
    if (heldBack) {
      this.#finishByRule(next, heldBack);
      return false;
    }
    const time = this.#times.ask(next.contact, this.#nowMs);
    if (time.kind === 'later') this.#line.add(Object.assign(next, { dueAtMs: time.atMs }));
    if (time.kind === 'never') this.#finishByRule(next, time.reason);
    return time.kind === 'now';
  }

  #claim(contact: VirtualContact): void {
    const { position } = contact.contact;
    const agentId = ownAgentAt(contact.contact, this.#nowMs);
    const agent = agentId === null ? this.#agents.longestIdle() : this.#agents.get(agentId);
    if (!agent) throw new Error('a contact was claimed without an agent');
    contact.ordinal += 1;
    const { campaignId } = this.#plan;
    const ref = callRef({ campaignId, contact: position, ordinal: contact.ordinal });
    const call = { contact, agent, ref };
    this.#hold(call);
    this.#post(call, this.#pace.takeSlot(this.#nowMs));
  }

  #hold({ contact, agent }: VirtualCall): void {
    this.#agents.take(agent);
    this.#busyNumbers.add(contact.contact.number);
    this.#inFlight.add(contact);
  }

  /** A POST leaves at its slot or later, because a late POST delays the ones after it. */
  #post(call: VirtualCall, slotMs: number): void {
    if (slotMs > this.#nowMs) {
      this.#clock.at(slotMs, () => this.#post(call, this.#pace.mayPostAtMs(this.#nowMs)));
      return;
    }
    const admission = this.#admit(call);
    if (admission.kind === 'no') this.#unclaim(call, admission);
    else this.#send(call);
  }

  #admit({ contact }: VirtualCall): Admission {
    const heldBack = heldBackAt(contact.contact, this.#plan, this.#nowMs);
    return admit({
      ...UNHINDERED,
      suppressed: heldBack === 'suppressed',
      noConsent: heldBack === 'no-consent',
      time: this.#times.ask(contact.contact, this.#nowMs),
      budget: this.#money.ask(this.#nowMs),
      agentFree: true,
    });
  }

  #unclaim(call: VirtualCall, { reason, dueAtMs }: Admission & { kind: 'no' }): void {
    const { contact } = call;
    this.#letGo(call, { wrapUpMs: 0, numberToo: true });
    if (dueAtMs === null) return this.#finishByRule(contact, reason as Unreached);
    this.#line.add(Object.assign(contact, { dueAtMs: dueAtMs === 'now' ? this.#nowMs : dueAtMs }));
  }

  #send(call: VirtualCall): void {
    const { contact, agent, ref } = call;
    const { position, number } = contact.contact;
    this.#pace.notePost(this.#nowMs);
    this.#times.count(number, this.#nowMs);
    this.#counting.dial(this.#nowMs, this.#day());
    const reserved = this.#money.reserve(this.#nowMs);
    this.#settings.onDial?.({ ref, position, number, agentId: agent.id, atMs: this.#nowMs });
    const answer = this.#answers(ref);
    const posted = { ...call, postedAtMs: this.#nowMs, answer, reserved };
    if (answer.disposition === 'refused') this.#end(posted);
    else this.#clock.at(this.#nowMs + answer.durationMs, () => this.#end(posted));
  }

  #end(call: PostedCall): void {
    const { contact, answer, ref, agent, postedAtMs } = call;
    const { disposition } = answer;
    const { position, number } = contact.contact;
    const told = { ref, position, number, agentId: agent.id, atMs: this.#nowMs };
    this.#settings.onEnd?.({ ...told, disposition });
    const wrapUpMs = this.#workAfter(answer);
    this.#agents.note(agent, disposition);
    this.#counting.work(postedAtMs, this.#nowMs + wrapUpMs);
    this.#letGo(call, { wrapUpMs, numberToo: disposition !== 'unknown' });
    this.#bill(call);
    const spends = spendsAttempt(disposition, true);
    if (disposition === 'refused' || !spends) this.#times.uncount(number, postedAtMs);
    this.#moveOn(call, spends);
  }

  #letGo(
    { contact, agent }: VirtualCall,
    { wrapUpMs, numberToo }: { wrapUpMs: number; numberToo: boolean },
  ): void {
    const { number } = contact.contact;
    this.#inFlight.delete(contact);
    this.#agents.release(agent, wrapUpMs);
    if (!numberToo) return;
    this.#busyNumbers.delete(number);
    this.#line.free(forNumber(number));
  }

  #workAfter({ disposition, wrapUpMs }: Answer): number {
    return agentAnswered(disposition) ? (wrapUpMs ?? this.#plan.policy.agents.wrapUpMs) : 0;
  }

  #bill({ answer: { disposition, cost }, reserved }: PostedCall): void {
    const billed = disposition === 'refused' || disposition === 'unknown' ? 0n : cost;
    this.#counting.end(disposition, billed);
    if (disposition === 'refused') this.#money.settle(reserved, 0n);
    else if (disposition !== 'unknown') {
      this.#clock.at(this.#nowMs + this.#settings.billAfterMs, () =>
        this.#money.settle(reserved, billed),
      );
    }
  }

  #moveOn({ contact, ref, answer: { disposition } }: PostedCall, spends: boolean): void {
    const tally = afterCall(contact, disposition, spends);
    if (!contact.reached && isReached(disposition)) {
      contact.reached = true;
      this.#counting.reach(this.#day());
    }
    const when = { endedAtMs: this.#nowMs, spread: spreadOf(ref) };
    const next = contactAfter(disposition, tally, this.#plan.policy.redial, when);
    const turn = this.#persons.afterCall(contact, { disposition, next, tally });
    this.#bringInTurn(turn.next, next.kind === 'due' ? next.dueAtMs : this.#nowMs);
    if (turn.parksOwn) return;
    if (next.kind !== 'due') this.#finish(contact, disposition);
    else if (this.#nowMs >= (this.#plan.deadlineAtMs ?? Infinity))
      this.#finish(contact, 'too-late');
    else this.#line.add(Object.assign(contact, { dueAtMs: next.dueAtMs }));
  }

  /** At the deadline the remaining contacts become final. */
  #finishLate(): void {
    for (const { contact } of this.#line.left()) {
      const kept = contact.dueAtMs <= this.#nowMs ? this.#keptBy() : null;
      this.#finish(contact, kept ?? 'too-late');
    }
  }

  #finishByRule(contact: VirtualContact, why: Unreached): void {
    this.#finish(contact, why);
    this.#bringInTurn(this.#persons.afterRule(contact), this.#nowMs);
  }

  #bringInTurn(contact: VirtualContact | undefined, dueAtMs: number): void {
    if (contact) this.#line.add(Object.assign(contact, { dueAtMs }));
  }

  #finish(contact: VirtualContact, how: Unreached | Disposition): void {
    this.#lastFinalAtMs = this.#nowMs;
    this.#countContact(contact, how);
  }

  #countContact({ contact, reached }: VirtualContact, how: Unreached | Disposition): void {
    const talked = reached || isReached(how);
    this.#counting.contact(contact.position, talked ? 'reached' : how);
  }

  /** @returns how many contacts are left that nothing will move any more, or that were cut off */
  #countLeft(wasCut: boolean): number {
    let count = this.#inFlight.size;
    for (const [contact, shown] of this.#persons.left()) this.#countContact(contact, shown);
    for (const contact of this.#inFlight) this.#countContact(contact, 'cut');
    for (const { contact, waitsFor } of this.#line.left()) {
      count += 1;
      this.#countContact(contact, this.#whyLeft(contact, waitsFor, wasCut));
    }
    return count;
  }

  #whyLeft(contact: VirtualContact, waitsFor: string | null, wasCut: boolean): Unreached {
    if (waitsFor === forNumber(contact.contact.number) && contact.contact.numberHeld) {
      return 'number-held';
    }
    if (wasCut && (contact.dueAtMs > this.#nowMs || this.#keptBy() === null)) return 'cut';
    if (waitsFor !== null) {
      return waitsFor === forNumber(contact.contact.number) ? 'number-held' : 'no-agent';
    }
    return this.#keptBy() ?? 'cut';
  }

  /** Why due contacts cannot be claimed. Busy agents are no reason, because they become free. */
  #keptBy(): 'no-budget' | 'no-agent' | null {
    return this.#blockedBy === 'no-agent' && this.#agents.hasReady() ? null : this.#blockedBy;
  }

  #day(): number {
    return localTimeAt(this.#plan.policy.zone, this.#nowMs).day;
  }
}
