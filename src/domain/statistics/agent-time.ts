/** How long agents did what, by quarter of an hour and campaign. Statistics add these sums up. */
import type { CampaignId } from '../ids.ts';
import { parseCallRef } from '../ids.ts';
import { QUARTER_MS } from './time-buckets.ts';
import type { AgentActivity, AgentSpan } from '../agents/agent-history.ts';

/** Milliseconds in each state. */
export type AgentMs = Record<AgentActivity, number>;

export interface AgentTime {
  /** Start of the quarter of an hour. */
  fromMs: number;
  /** Of the call that kept the agent busy; empty: it was ready or paused. */
  campaignId: CampaignId;
  ms: AgentMs;
}

export const noTime = (): AgentMs => ({ ready: 0, ringing: 0, on_call: 0, wrap_up: 0, paused: 0 });

export const addTimes = (one: AgentMs, other: AgentMs): AgentMs => ({
  ready: one.ready + other.ready,
  ringing: one.ringing + other.ringing,
  on_call: one.on_call + other.on_call,
  wrap_up: one.wrap_up + other.wrap_up,
  paused: one.paused + other.paused,
});

/** With a call: its phone rings, it talks, or it works after the call. */
export const busyMs = ({ ringing, on_call: onCall, wrap_up: wrapUp }: AgentMs): number =>
  ringing + onCall + wrapUp;

/** The busy share of the time in which an agent was not paused, from 0 to 1. Null: it was never available. */
export function occupancyRatio(ms: AgentMs): number | null {
  const busy = busyMs(ms);
  return busy + ms.ready === 0 ? null : busy / (busy + ms.ready);
}

/** The sums of one agent over all spans. */
export function timeOf(spans: readonly AgentSpan[]): AgentMs {
  const ms = noTime();
  for (const { activity, fromMs, toMs } of spans) ms[activity] += toMs - fromMs;
  return ms;
}

/** The same by quarter of an hour and campaign. @param spans in order of time */
export function timesByQuarter(spans: readonly AgentSpan[]): AgentTime[] {
  const sums = new Map<string, AgentTime>();
  for (const { activity, fromMs, toMs, ref } of spans) {
    const campaignId = (ref !== null && parseCallRef(ref)?.campaignId) || '';
    for (let atMs = fromMs; atMs < toMs;) {
      const quarterMs = atMs - (atMs % QUARTER_MS);
      const untilMs = Math.min(quarterMs + QUARTER_MS, toMs);
      const key = `${quarterMs} ${campaignId}`;
      const sum = sums.get(key) ?? { fromMs: quarterMs, campaignId, ms: noTime() };
      sum.ms[activity] += untilMs - atMs;
      sums.set(key, sum);
      atMs = untilMs;
    }
  }
  return [...sums.values()];
}
