/** Sets the outcome of a call, for the routes of people and those of an agent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { DEFAULT_AGENT_ALONE_MS, onceIn } from '../../domain/callbacks/callback.ts';
import { zonesOfCountry } from '../../domain/contacts/contact-zones.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { CallbackSettings } from '../../store/campaigns/callback-store.ts';
import type { NewOutcome, Outcome } from '../../store/outcomes/outcome-store.ts';
import { askedTimes } from '../callbacks/callback-input.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { requireDialable } from '../contacts/numbers/requested-number.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { ifMatch } from '../http/etags.ts';
import { durationMs } from '../http/schemas.ts';
import { newId } from '../temporal/new-id.ts';
import { alreadySaid, outcomeTag, outcomeView, type OutcomeInput } from './outcome-view.ts';

type Input = z.infer<typeof OutcomeInput>;

export async function setOutcomeOf(
  deps: ResourceDeps,
  ref: CallRef,
  { body, request, reply }: { body: Input; request: FastifyRequest; reply: FastifyReply },
): Promise<ReturnType<typeof outcomeView>> {
  const { store } = deps;
  const nowMs = deps.nowMs();
  const input: NewOutcome = {
    ref,
    code: body.code,
    note: body.note == null || body.note === '' ? null : body.note,
    data: body.data == null ? null : JSON.stringify(body.data),
    callback: body.callback ? await callbackOf(deps, ref, body, nowMs) : null,
    precondition: replaces(request),
    nowMs,
  };
  reply.answerOf(await store.setOutcome(input, request.idempotency));
  // Its agent may take the next call, and its contact may be due.
  signalDiallingCampaigns(deps);
  // The note is not part of the answer that is kept under the idempotency key.
  const outcome = (await store.outcome(ref))!;
  reply.header('etag', outcomeTag(outcome));
  return outcomeView(outcome);
}

/** Without `If-Match` only the first outcome of a call is set. */
function replaces(request: FastifyRequest): NewOutcome['precondition'] {
  const isNamed = request.headers['if-match'] !== undefined;
  const matches = ifMatch(request, outcomeTagOrNone);
  return (known) => {
    if (isNamed) matches(known);
    else if (known) throw alreadySaid(known);
  };
}

const outcomeTagOrNone = (known: Outcome | null): string => (known ? outcomeTag(known) : '"none"');

async function callbackOf(
  { store }: ResourceDeps,
  ref: CallRef,
  { code: id, callback }: Input,
  nowMs: number,
): Promise<NewOutcome['callback']> {
  const { at, not_after: notAfter, zone: asked, prefer_agent_for: alone } = callback!;
  const call = await store.call(ref);
  const code = (await store.outcomeCodes()).find((each) => each.id === id);
  const isOwn = code?.next.kind === 'callback' && code.next.agent === 'own';
  const agentId = isOwn ? call.agentId : null;
  const agents = agentId === null ? [] : [await store.agent(agentId)];
  const campaign = await store.campaign(call.campaignId);
  const pool = campaign.policy.agents.pool ?? agents[0]?.pools[0] ?? null;
  const zone = asked ?? onlyZone(call.number, nowMs) ?? campaign.policy.zone;
  const settings: CallbackSettings = {
    name: (await store.callNames([call])).get(ref)?.contact ?? null,
    zone,
    agentId,
    agentAloneMs: alone == null ? DEFAULT_AGENT_ALONE_MS : durationMs(alone),
    pool,
    times: onceIn(zone, askedTimes(at, notAfter ?? undefined)),
  };
  return { id: newId('cb'), settings };
}

/** The zone of the number's country, if it has only one. A number that is erased has none. */
function onlyZone(number: string, nowMs: number): string | undefined {
  if (!number.startsWith('+')) return undefined;
  const { country } = requireDialable(number).kind;
  const zones = country === null ? [] : zonesOfCountry(country, nowMs);
  return zones.length === 1 ? zones[0] : undefined;
}
