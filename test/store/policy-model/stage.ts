/** Plays a scenario on a real store, whose clock it moves by hand, and has the model judge every step. */
import { AREA_SOURCES, type AreaEvidence } from '../../../src/domain/areas/contact-area.ts';
import { formatISO, type Fault } from './fault.ts';
import { World, phone, RETRY_MS, type StoreUnderTest } from '../contract/world.ts';
import type { CallRef } from '../../../src/domain/ids.ts';
import type { AfterEnd } from '../../../src/store/calls/call-store.ts';
import { StoreRefusal } from '../../../src/store/requests.ts';
import { OTHER_NUMBER } from '../../../src/domain/rules/due-reasons.ts';
import { Book, pausedFrom, type CallNote, type CampaignNote, type ContactNote } from './book.ts';
import { CallPlayer } from './call-player.ts';
import { faultsOfClaim, faultsOfFinal, isWaitingInVain } from './judge.ts';
import { CODES, LISTS, type CampaignDraw, type ContactDraw, type Scenario } from './scenario.ts';
import { Timeline } from './timeline.ts';

const CLAIMS_PER_ROUND = 20;

export class Stage {
  readonly world: World;
  readonly book = new Book();
  readonly faults: Fault[] = [];
  readonly timeline: Timeline;
  readonly calls: CallPlayer;
  /** Calls that were claimed when another call of their agent ended. */
  nextCalls = 0;
  /** When contacts of the store are due: something may happen then. */
  #dueMs: number[] = [];
  /** Contacts that the store shows as due now. */
  #due: ContactNote[] = [];

  constructor(opened: StoreUnderTest, scenario: Scenario) {
    this.world = new World(opened);
    this.world.nowMs = scenario.startMs;
    this.timeline = new Timeline(this.world);
    this.calls = new CallPlayer(this, scenario.answers);
  }

  get nowMs(): number {
    return this.world.nowMs;
  }

  blame(what: string, faults: readonly string[]): void {
    for (const fault of faults) this.faults.push({ atMs: this.nowMs, what, fault });
  }

  /** Does what the store may refuse. */
  async may<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreRefusal) return undefined;
      throw error;
    }
  }

  async prepare({ agents, campaigns, callsPerSecond, maxLiveCalls }: Scenario): Promise<void> {
    const { world, book, nowMs } = this;
    for (const list of LISTS) await world.store.putSuppressionList({ id: list, name: list, nowMs });
    for (const code of CODES) await world.store.putOutcomeCode({ code, nowMs });
    for (const [index, { pools, kind, capacity }] of agents.entries()) {
      const id = `a${index + 1}`;
      await world.agent({ id, pools, kind, capacity });
      book.agents.set(id, {
        id,
        pools,
        capacity,
        state: 'ready',
        wrapUpUntilMs: 0,
        misses: 0,
        on: new Set(),
      });
    }
    // The model does not count placements without an answer.
    await world.limit({ pauseAfterUnknown: null });
    await this.limit({ callsPerSecond, maxLiveCalls });
    for (const draw of campaigns) await this.#makeCampaign(draw);
    await this.look();
  }

  async limit(limits: Book['limits']): Promise<void> {
    await this.world.limit(limits);
    this.book.limits = limits;
  }

  async #makeCampaign(draw: CampaignDraw): Promise<void> {
    const id = `c${this.book.campaigns.length + 1}`;
    const { nowMs, world } = this;
    const deadlineAtMs = draw.deadlineInMs === null ? null : nowMs + draw.deadlineInMs;
    await world.draft(id, { ...draw.rules, keepOpen: draw.keepOpen, deadlineAtMs });
    const { policy } = await world.store.campaign(id);
    const campaign: CampaignNote = {
      id,
      policy,
      state: 'draft',
      stateSinceMs: nowMs,
      startsAtMs: null,
      deadlineAtMs,
      drained: false,
      contacts: [],
      lastPostMs: 0,
    };
    this.book.campaigns.push(campaign);
    for (const contact of draw.contacts) await this.append(campaign, contact);
    await this.start(campaign, draw.startsInMs);
  }

  async start(campaign: CampaignNote, inMs: number | null): Promise<void> {
    const startsAtMs = inMs === null ? null : this.nowMs + inMs;
    const { id } = campaign;
    const { store } = this.world;
    const moved = await this.may(() =>
      store.moveCampaign({ id, move: 'start', startsAtMs, nowMs: this.nowMs }),
    );
    if (!moved) return;
    campaign.state = startsAtMs === null ? 'running' : 'scheduled';
    campaign.stateSinceMs = this.nowMs;
    campaign.startsAtMs = startsAtMs;
  }

  async append(campaign: CampaignNote, draw: ContactDraw): Promise<void> {
    const agents = [...this.book.agents.keys()];
    const at = (inMs: number | null) => (inMs === null ? null : this.nowMs + inMs);
    const numbers = [...new Set([draw.phone, ...draw.further])].map(phone);
    const person = numbers.length === 1 ? null : `of ${draw.phone}`;
    const contact = {
      zones: draw.zones,
      agentId: draw.agent === null ? null : agents[draw.agent % agents.length]!,
      notBeforeMs: at(draw.notBeforeInMs),
      notAfterMs: at(draw.notAfterInMs),
    };
    const added = await this.may(() =>
      this.world.add(
        campaign.id,
        numbers.map((number, index) => ({
          ...contact,
          number,
          area: areaIn(draw.zones),
          rowKey: null,
          name: null,
          ...(person !== null && { person: { person, place: index + 1, label: null } }),
        })),
        { scope: 'row-key' },
      ),
    );
    if (!added) return;
    const taken = numbers.filter(
      (number) => !this.book.isSuppressed(number, campaign.policy, this.nowMs),
    );
    if (added.accepted !== taken.length) this.blame('an import', ['suppression of its numbers']);
    for (const [index, number] of taken.entries())
      campaign.contacts.push({
        ...contact,
        number,
        person,
        campaign,
        position: added.firstContact! + index,
        calls: [],
        final: false,
        outOfTurn: false,
        next: { kind: 'due', earliestMs: 0 },
      });
  }

  /** Everything that may happen at this instant, until nothing does. */
  async look(): Promise<void> {
    let busy = true;
    while (busy) {
      busy = await this.timeline.runDue();
      for (const campaign of this.book.campaigns) busy = (await this.#claim(campaign)) || busy;
    }
    await this.#readAllContacts();
    await this.#leaveNobodyIdle();
  }

  /** An agent who was left to a campaign that wants no more is another's, a round of each campaign later at most. */
  async #leaveNobodyIdle(): Promise<void> {
    const { campaigns } = this.book;
    for (const _ of campaigns) {
      if (this.#idle().length === 0) return;
      for (const campaign of campaigns) await this.#claim(campaign);
      await this.#readAllContacts();
    }
    this.blame('idle', this.#idle());
  }

  #idle(): string[] {
    const { book, nowMs } = this;
    return this.#due.flatMap((contact) =>
      [...book.agents.values()]
        .filter((agent) => isWaitingInVain(book, contact, agent, nowMs))
        .map(({ id }) => `${id} might take contact ${contact.campaign.id}.${contact.position}`),
    );
  }

  async #readAllContacts(): Promise<void> {
    this.#dueMs = [];
    this.#due = [];
    for (const campaign of this.book.campaigns) await this.#readContacts(campaign);
  }

  async #claim(campaign: CampaignNote): Promise<boolean> {
    const { world, nowMs } = this;
    if (campaign.state === 'draft') return false;
    this.book.hold.look(nowMs);
    if (campaign.state === 'scheduled' && campaign.startsAtMs! <= nowMs) {
      campaign.state = 'running';
      campaign.stateSinceMs = nowMs;
    }
    this.#timeOut(campaign);
    if (this.book.hasOldList(campaign.policy, nowMs)) campaign.state = pausedFrom(campaign.state);
    const { claims, facts } = await world.store.claim({
      id: campaign.id,
      limit: CLAIMS_PER_ROUND,
      nowMs,
    });
    const isOver = facts.state === 'completed';
    if (!isOver && (facts.state === 'paused') !== (campaign.state === 'paused')) {
      this.blame(campaign.id, [`it is ${facts.state}, and should be ${campaign.state}`]);
    }
    const refs = claims.map(({ ref }) => ref);
    await world.store.markStarted(refs, nowMs);
    for (const ref of refs) await this.#claimed(ref);
    if (facts.state === 'completed' && campaign.state !== 'completed') {
      const live = this.book.live.filter((call) => call.contact.campaign === campaign);
      this.blame(
        `the end of ${campaign.id}`,
        live.map(({ ref }) => `${ref} is live`),
      );
      campaign.state = 'completed';
    }
    return refs.length > 0;
  }

  async #claimed(ref: CallRef): Promise<void> {
    const { campaignId, agentId, contact: position } = await this.world.store.call(ref);
    const campaign = this.book.campaigns.find(({ id }) => id === campaignId)!;
    const contact = campaign.contacts.find((each) => each.position === position)!;
    const agent = this.book.agents.get(agentId!)!;
    this.blame(`claim of ${ref}`, faultsOfClaim(this.book, contact, agent, this.nowMs));
    this.calls.claimed(this.book.claim(ref, contact, agent));
  }

  /** The dispatchers' last rounds before an end, in which campaigns say whether they want agents. */
  async rounds(): Promise<void> {
    for (const campaign of this.book.campaigns) await this.#claim(campaign);
  }

  /** What a worker does after an end: it starts the agent's next call, now or after the wrap-up. */
  async goOn({ next, wrapUp }: AfterEnd): Promise<void> {
    const { store } = this.world;
    if (next) {
      this.nextCalls += 1;
      await store.markStarted([next.claim.ref], this.nowMs);
      await this.#claimed(next.claim.ref);
    }
    if (!wrapUp) return;
    this.timeline.after(wrapUp.untilMs - this.nowMs, async () => {
      const after = await store.claimForAgent(wrapUp.agentId, this.nowMs);
      await this.goOn({ next: after, wrapUp: null });
    });
  }

  /** A campaign that does not wait for ever behind the hold. */
  #timeOut(campaign: CampaignNote): void {
    const atMs = this.#timeOutMs(campaign);
    if (atMs === null || atMs > this.nowMs) return;
    const pauses = campaign.policy.holdTimeout!.action === 'pause';
    campaign.state = pauses ? 'paused' : 'cancelled';
  }

  #timeOutMs({ policy: { holdTimeout }, state, stateSinceMs }: CampaignNote): number | null {
    const holdMs = this.book.hold.openSinceMs;
    if (holdTimeout === null || holdMs === null) return null;
    if (state !== 'running' && state !== 'draining') return null;
    return Math.max(holdMs, stateSinceMs) + holdTimeout.afterMs;
  }

  async #readContacts(campaign: CampaignNote): Promise<void> {
    const { items } = await this.world.store.contacts(
      { campaignId: campaign.id, filter: {} },
      { limit: 200 },
    );
    for (const { position, state, dueAtMs, dueReason } of items) {
      const contact = campaign.contacts.find((each) => each.position === position)!;
      if (state === 'due') this.#dueMs.push(dueAtMs);
      if (state === 'due' && dueAtMs <= this.nowMs) this.#due.push(contact);
      contact.outOfTurn = state === 'final' && dueReason === OTHER_NUMBER;
      if (state !== 'final' || contact.final) continue;
      const faults = faultsOfFinal(this.book, contact, dueReason, this.nowMs);
      this.blame(`contact ${campaign.id}.${position}`, faults);
      contact.final = !contact.outOfTurn;
    }
  }

  /** Instants ahead at which something may change. */
  edges(): number[] {
    const { book, nowMs } = this;
    const ends = [...book.suppressed.values()].flatMap((entries) => [...entries.values()]);
    return [
      ...this.timeline.instants(),
      ...this.#dueMs,
      ...ends,
      ...[...book.copies.values()].map((goodUntilMs) => goodUntilMs + 1),
      ...[...book.consents.values()].flat().map(({ expiresAtMs }) => expiresAtMs),
      ...[...book.agents.values()].map(({ wrapUpUntilMs }) => wrapUpUntilMs),
      ...book.campaigns.flatMap(({ deadlineAtMs, startsAtMs }) => [deadlineAtMs, startsAtMs]),
      ...book.hold.instants,
      ...book.campaigns.map((campaign) => this.#timeOutMs(campaign)),
    ]
      .filter((atMs) => atMs !== null)
      .filter((atMs) => atMs > nowMs)
      .toSorted((one, other) => one - other);
  }

  /** Time passes, and everything runs whenever something may change. */
  async advanceTo(atMs: number): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const [nextMs] = this.edges();
      if (nextMs === undefined || nextMs > atMs) break;
      this.world.nowMs = nextMs;
      await this.look();
    }
    await this.jumpTo(atMs);
  }

  async jumpTo(atMs: number): Promise<void> {
    this.world.nowMs = Math.max(this.nowMs, atMs);
    await this.look();
  }

  retryLater(call: CallNote, afterMs: number | undefined): void {
    this.calls.postAgain(call, this.nowMs + (afterMs ?? RETRY_MS));
  }

  story(): string {
    return this.faults
      .map(({ atMs, what, fault }) => `${formatISO(atMs)} ${what}: ${fault}`)
      .join('\n');
  }
}

const MOST_LOOKS = 300;

/** Each zone is that of another source, so several zones are a mismatch. */
const areaIn = (zones: readonly string[] | null): AreaEvidence | null =>
  zones && {
    release: 'drawn',
    sources: zones.map((zone, nth) => ({
      from: AREA_SOURCES[nth % AREA_SOURCES.length]!,
      areas: [`XX-${nth}`],
      zones: [zone],
    })),
  };
