/** The part of the people: what they change while campaigns run. */
import { phone } from '../contract/world.ts';
import type { CampaignState } from '../../../src/domain/campaigns/campaign-state.ts';
import type { AgentSettings } from '../../../src/store/agent-store.ts';
import type { CampaignNote } from './book.ts';
import { CODES, LISTS, type Step } from './scenario.ts';
import type { Stage } from './stage.ts';

type Do<Name extends Step['do']> = Extract<Step, { do: Name }>;

export async function take(stage: Stage, step: Step): Promise<void> {
  const { world, book, nowMs } = stage;
  const { store } = world;
  switch (step.do) {
    case 'advance':
      return stage.advanceTo(nowMs + step.ms);
    case 'jump':
      return stage.jumpTo(nowMs + step.ms);
    case 'to-the-edge': {
      const edges = stage.edges();
      const edge = edges[step.edge % edges.length];
      return edge === undefined ? undefined : stage.advanceTo(edge + step.byMs);
    }
    case 'move':
      return move(stage, step);
    case 'edit':
      return edit(stage, campaignOf(stage, step.campaign), { rules: step.rules });
    case 'deadline': {
      const deadlineAtMs = step.inMs === null ? null : nowMs + step.inMs;
      return edit(stage, campaignOf(stage, step.campaign), { deadlineAtMs });
    }
    case 'append':
      for (const contact of step.contacts) {
        await stage.append(campaignOf(stage, step.campaign), contact);
      }
      return;
    case 'suppress':
      return suppress(stage, step);
    case 'copy':
      return copyList(stage, step);
    case 'consent':
      return recordConsent(stage, step);
    case 'unsuppress': {
      const number = phone(step.phone);
      await stage.may(() => store.unsuppress({ list: step.list, number }));
      book.suppressed.get(step.list)?.delete(number);
      return;
    }
    case 'agent': {
      const agent = [...book.agents.values()][step.agent % book.agents.size]!;
      await store.setAgentState({ id: agent.id, state: step.state, nowMs });
      if (step.state === 'ready') book.readied(agent);
      else agent.state = 'paused';
      return;
    }
    case 'pools': {
      const agent = [...book.agents.values()][step.agent % book.agents.size]!;
      const change = (known: AgentSettings) => ({ ...known, pools: step.pools });
      await store.editAgent({ id: agent.id, change, nowMs });
      agent.pools = step.pools;
      return;
    }
    case 'account':
      await store.setAccountStopped({ stopped: step.stopped, reason: null, nowMs });
      book.stopped = step.stopped;
      return;
    case 'limits':
      return stage.limit({ callsPerSecond: step.callsPerSecond, maxLiveCalls: step.maxLiveCalls });
    case 'lift-hold':
      await store.liftHold({ nowMs });
      return book.hold.lift(nowMs);
    case 'hold-rules':
      await world.limit({ holdRules: step.rules });
      book.hold.rules = step.rules;
      return book.hold.look(nowMs);
    case 'hang-up':
      return stage.calls.hangUp(step.call);
    case 'say':
      return say(stage, step);
    case 'resolve':
      return resolve(stage, step);
  }
}

const campaignOf = ({ book }: Stage, index: number): CampaignNote =>
  book.campaigns[index % book.campaigns.length]!;

const STATES: Record<Do<'move'>['move'], CampaignState> = {
  start: 'running',
  resume: 'running',
  pause: 'paused',
  drain: 'draining',
  cancel: 'cancelled',
};

async function move(stage: Stage, { campaign: index, move }: Do<'move'>): Promise<void> {
  const campaign = campaignOf(stage, index);
  const moved = await stage.may(() => stage.world.move(campaign.id, move));
  if (!moved) return;
  campaign.state = STATES[move];
  campaign.stateSinceMs = stage.nowMs;
  if (move === 'drain') campaign.drained = true;
}

export async function edit(
  stage: Stage,
  campaign: CampaignNote,
  change: {
    rules?: Partial<CampaignNote['policy']>;
    deadlineAtMs?: number | null;
    keepOpen?: boolean;
  },
): Promise<void> {
  const { rules, ...rest } = change;
  const edited = await stage.may(() =>
    stage.world.store.editCampaign({
      id: campaign.id,
      change: (known) => ({ ...known, ...rest, policy: { ...known.policy, ...rules } }),
      nowMs: stage.nowMs,
    }),
  );
  if (!edited) return;
  campaign.policy = { ...campaign.policy, ...rules };
  if (change.deadlineAtMs !== undefined) campaign.deadlineAtMs = change.deadlineAtMs;
}

async function suppress(stage: Stage, { list, phone: n, forMs }: Do<'suppress'>): Promise<void> {
  const { world, book, nowMs } = stage;
  const number = phone(n);
  const untilMs = forMs === null ? null : nowMs + forMs;
  await world.store.suppress({ list, numbers: [number], untilMs, nowMs });
  const entries = book.suppressed.get(list) ?? new Map<string, number | null>();
  book.suppressed.set(list, entries.set(number, untilMs));
}

async function copyList(stage: Stage, { list, agoMs, maxAgeMs }: Do<'copy'>): Promise<void> {
  const { world, book, nowMs } = stage;
  const copy = maxAgeMs === null ? null : { asOfMs: nowMs - agoMs, maxAgeMs };
  await world.store.putSuppressionList({ id: list, name: list, copy, nowMs });
  if (copy === null) book.copies.delete(list);
  else book.copies.set(list, copy.asOfMs + copy.maxAgeMs);
}

async function recordConsent(
  stage: Stage,
  { phone: n, kind, purpose, agoMs, forMs }: Do<'consent'>,
): Promise<void> {
  const { world, book, nowMs } = stage;
  const number = phone(n);
  const expiresAtMs = forMs === null ? null : nowMs + forMs;
  const event = { kind, purpose, atMs: nowMs - agoMs, expiresAtMs };
  const consents = [{ ...event, number, source: null, textVersion: null, proof: null }];
  await world.store.recordConsents({ consents, nowMs });
  book.consents.set(number, [...(book.consents.get(number) ?? []), event]);
}

/** A person closes a call that ended as unknown. */
async function resolve(
  stage: Stage,
  { call: index, as, redial, cost }: Do<'resolve'>,
): Promise<void> {
  const { world, book, nowMs } = stage;
  const unknown = [...book.calls.values()].filter(({ disposition }) => disposition === 'unknown');
  const call = unknown[index % unknown.length];
  if (!call) return;
  const resolution = { disposition: as, reason: 'looked it up', cost, redial };
  await world.store.resolveCall({ ref: call.ref, resolution, nowMs });
  book.resolved(call, { ...resolution, atMs: nowMs });
}

/** A person says what a call led to, or something else than before. */
async function say(stage: Stage, { call: index, code: of }: Do<'say'>): Promise<void> {
  const { world, book, nowMs } = stage;
  const calls = [...book.calls.values()].filter(({ postedAtMs }) => postedAtMs !== null);
  // Mostly of the last ones, because those before hardly matter.
  const call = calls[calls.length - 1 - (index % calls.length)];
  const code = CODES[of % CODES.length]!;
  if (!call) return;
  const said = { ref: call.ref, code: code.id, note: null, data: null, callback: null };
  const set = await stage.may(() =>
    world.store.setOutcome({ ...said, precondition: () => undefined, nowMs }),
  );
  if (!set) return;
  const { effects } = (await world.store.outcome(call.ref))!;
  const moved = effects.some(({ what, done }) => what === 'contact' && done);
  stage.blame(`call ${call.ref}`, book.say(call, code, { moved, atMs: nowMs }));
}

/** Everything that waits for a person is done, the rules stay. */
export async function openEverything(stage: Stage): Promise<void> {
  const { book } = stage;
  stage.calls.friendly = true;
  await take(stage, { do: 'account', stopped: false });
  await take(stage, { do: 'lift-hold' });
  for (const list of LISTS) await take(stage, { do: 'copy', list, agoMs: 0, maxAgeMs: null });
  for (const index of [...book.agents.keys()].keys()) {
    await take(stage, { do: 'agent', agent: index, state: 'ready' });
  }
  for (const [index, campaign] of book.campaigns.entries()) {
    const late = campaign.state === 'draft' ? { deadlineAtMs: null } : {};
    await edit(stage, campaign, { ...late, keepOpen: false, rules: openRules(stage, campaign) });
    await take(stage, { do: 'move', campaign: index, move: 'resume' });
    if (campaign.state === 'draft') await stage.start(campaign, null);
  }
}

/** Money that is spent, and a pool without agents, no clock brings back. */
function openRules({ book }: Stage, { policy }: CampaignNote): Partial<CampaignNote['policy']> {
  const { budget, agents } = policy;
  const { pool } = agents;
  const manned = [...book.agents.values()].some(
    ({ pools }) => pool === null || pools.includes(pool),
  );
  const fits = budget?.perDay != null && Number(budget.perDay) >= Number(budget.reservePerCall);
  return {
    budget: budget && { ...budget, total: null, perDay: fits ? budget.perDay : null },
    agents: { ...agents, pool: manned ? pool : null },
  };
}
