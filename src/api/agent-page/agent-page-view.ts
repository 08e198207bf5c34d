/** The JSON form of what an agent's page shows. */
import * as z from 'zod';
import { DETAILS_VIEW } from '../contacts/contact-list.ts';
import { FIGURES } from '../../domain/figures/figures.ts';
import { LIVE_STATES } from '../../domain/calls/call-state.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import type { AgentsCall, AgentsDay } from '../../store/agent-page-store.ts';
import type { ShownAgent } from '../../store/agent-store.ts';
import type { OutcomeCount, StoredOutcomeCode } from '../../store/outcomes/outcome-store.ts';
import { AgentView, agentView } from '../agents/agent-view.ts';
import { Instant, iso, isoOrNull } from '../http/schemas.ts';
import { OutcomeCodeView, outcomeCodeView } from '../outcomes/outcome-code-view.ts';
import { outcomeTag, OutcomeView, outcomeView } from '../outcomes/outcome-view.ts';
import { screenPopUrl } from './campaign-page.ts';

const PastView = z.object({
  at: Instant,
  disposition: z.enum(DISPOSITIONS).nullable(),
  outcome: z.string().nullable(),
  note: z.string().nullable(),
  agent_id: z.string().nullable(),
});

const OwnCallView = z.object({
  ref: z.string(),
  live: z.boolean().meta({ description: 'It rings, or people talk; else it was the last call.' }),
  state: z.string(),
  deepest: z.enum(LIVE_STATES).nullable(),
  number: z.string(),
  name: z.string().nullable(),
  row_key: z.string().nullable(),
  number_label: z.string().nullable().meta({ description: 'What the number is, by the list.' }),
  ...DETAILS_VIEW,
  placed_at: Instant.nullable(),
  bridged_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  disposition: z.enum(DISPOSITIONS).nullable(),
  campaign: z.object({ id: z.string(), name: z.string() }),
  script: z.string().meta({ description: 'Markdown; empty: none.' }),
  screen_pop: z.string().nullable().meta({ description: 'An https URL to open; null: none.' }),
  outcome: OutcomeView.nullable(),
  outcome_etag: z.string().nullable().meta({ description: 'For `If-Match` of a change.' }),
  outcome_required: z.boolean().meta({
    description: 'Wrap-up goes on until the outcome is set, or its limit is over.',
  }),
  history: z.array(PastView).meta({ description: 'Earlier calls to the number, newest first.' }),
});

export const AgentPageView = z
  .object({
    agent: AgentView,
    call: OwnCallView.nullable(),
    codes: z.array(OutcomeCodeView).meta({ description: 'Those that can be set.' }),
    today: z.object({
      since: Instant,
      calls: z.int().meta({ description: FIGURES.agent_rang.is }),
      talked: z.int().meta({ description: FIGURES.bridged.is }),
      talk_seconds: z.number().meta({ description: FIGURES.talk_seconds.is }),
      outcomes: z.array(z.object({ code: z.string(), label: z.string(), calls: z.int() })),
    }),
  })
  .meta({ id: 'AgentPage' });

interface Parts {
  agent: ShownAgent;
  call: AgentsCall | null;
  codes: readonly StoredOutcomeCode[];
  day: AgentsDay;
  counts: readonly OutcomeCount[];
  sinceMs: number;
}

export function agentPageView(parts: Parts): z.infer<typeof AgentPageView> {
  const { agent, call, codes, day, counts, sinceMs } = parts;
  const labels = new Map(codes.map(({ id, label }) => [id, label]));
  return {
    agent: agentView(agent),
    call: call && ownCallView(call, agent.id),
    codes: codes.filter(({ deletedAtMs }) => deletedAtMs === null).map(outcomeCodeView),
    today: {
      since: iso(sinceMs),
      calls: day.calls,
      talked: day.talked,
      talk_seconds: day.talkMs / 1_000,
      outcomes: counts.map(({ code, calls }) => ({
        code,
        label: labels.get(code) ?? code,
        calls,
      })),
    },
  };
}

function ownCallView(found: AgentsCall, agent: string): z.infer<typeof OwnCallView> {
  const { call, holdsAgent, contact, campaign, outcome, outcomeWithinMs, history } = found;
  const { rowKey, name, label, company, language, data } = contact;
  const places = { rowKey, call: call.ref, campaign: campaign.id, agent };
  return {
    ref: call.ref,
    live: holdsAgent,
    state: call.state,
    deepest: call.deepest,
    number: call.number,
    name,
    row_key: rowKey,
    number_label: label,
    company,
    language,
    data: data && { ...data },
    placed_at: isoOrNull(call.placedAtMs),
    bridged_at: isoOrNull(call.facts.times.bridged?.atMs ?? null),
    ended_at: isoOrNull(call.endedAtMs),
    disposition: call.disposition,
    campaign: { id: campaign.id, name: campaign.name },
    script: campaign.script,
    screen_pop: screenPopUrl(campaign.screenPop, places),
    outcome: outcome && outcomeView(outcome),
    outcome_etag: outcome && outcomeTag(outcome),
    outcome_required: outcomeWithinMs !== null && outcome === null,
    history: history.map((past) => ({
      at: iso(past.placedAtMs),
      disposition: past.disposition,
      outcome: past.outcome,
      note: past.note,
      agent_id: past.agentId,
    })),
  };
}
